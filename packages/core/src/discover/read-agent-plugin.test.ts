import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { readAgentPlugin } from "./read-agent-plugin.ts";

const $schema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";

test("standard §7.5: the smallest manifest has a schema and a name, and skills are in skills/", () => {
  expect(readAgentPlugin({ $schema, name: "pdf-tools" })).toEqual({
    name: "pdf-tools",
    skills: [{ path: "skills", isDefault: true }],
    unknownFields: [],
    strict: true,
  });
});

test("standard §7.5: every known field is accepted, with any text", () => {
  const manifest = {
    $schema,
    name: "a.b-c",
    version: "not semantic",
    description: "",
    author: { name: "Ada", email: "?", url: "?" },
    homepage: "?",
    repository: "?",
    license: "?",
    keywords: ["a"],
    extensions: { "com.example.client": { setting: true } },
  };
  expect(readAgentPlugin(manifest)).toMatchObject({ name: "a.b-c", unknownFields: [] });
});

test("standard §7.5: unknown fields are named and ignored, including extensions that are not objects", () => {
  expect(readAgentPlugin({ $schema, name: "a", skills: "../..", constructor: 1, extensions: [] })).toEqual({
    name: "a",
    skills: [{ path: "skills", isDefault: true }],
    unknownFields: ["skills", "constructor", "extensions"],
    strict: true,
  });
});

test("unknown fields are named up to a limit", () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, 1]));
  expect(readAgentPlugin({ $schema, name: "a", ...many })).toMatchObject({
    unknownFields: { length: limits.findingsPerRule },
  });
});

test.each([["a", "a1", "lint3r", "acme.tools", "my-plugin", "a".repeat(64)]])(
  "standard §7.5: names such as %s are valid",
  (...names) => {
    for (const name of names) expect(readAgentPlugin({ $schema, name })).toMatchObject({ name });
  },
);

test.each([
  [undefined],
  [1],
  [""],
  ["My-Plugin"],
  ["-start"],
  ["end-"],
  [".a"],
  ["has--double"],
  ["too..many"],
  ["a:b"],
  ["a/b"],
  ["../a"],
  ["a b"],
  ["a".repeat(65)],
])("standard §7.5: the name %j makes the plugin unusable", (name) => {
  expect(readAgentPlugin({ $schema, name })).toEqual({
    reason: "its name is missing or breaks the rules for names",
    isForeign: false,
  });
});

test.each([
  ["version", 1],
  ["description", null],
  ["author", "Ada"],
  ["author", { name: 1 }],
  ["author", { phone: "1" }],
  ["keywords", "a"],
  ["keywords", [1]],
])("standard §7.5: a %s of %j makes the plugin unusable", (field, value) => {
  expect(readAgentPlugin({ $schema, name: "a", [field]: value })).toEqual({
    reason: `its ${field} has the wrong type`,
    isForeign: false,
  });
});

test("another version of the format is refused; another format is ignored as foreign", () => {
  const reason = `its $schema is not ${$schema}`;
  const next = "https://agent-plugins.org/schemas/2.0.0/plugin.schema.json";
  expect(readAgentPlugin({ $schema: next, name: "a" })).toEqual({ reason, isForeign: false });
  expect(readAgentPlugin({ name: "a" })).toEqual({ reason, isForeign: true });
  expect(readAgentPlugin({ $schema: "https://example.com/plugin.json", name: "a" })).toEqual({
    reason,
    isForeign: true,
  });
});
