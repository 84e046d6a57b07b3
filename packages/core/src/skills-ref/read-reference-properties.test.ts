import fc from "fast-check";
import { expect, test } from "vitest";
import { toPythonJson } from "./python.ts";
import { readLikeReference } from "./read-reference-properties.ts";

const document = (...lines: readonly string[]) => `---\n${lines.join("\n")}\n---\nBody\n`;

function json(text: string): string {
  const reading = readLikeReference(text);
  return reading.ok ? toPythonJson(reading.properties) : reading.message;
}

test("keys are in the reference's order, regardless of the file", () => {
  const text = document(
    "metadata:\n  z: 1.0\n  a: true",
    "allowed-tools: Read",
    "compatibility: any",
    "license: MIT",
    "description: d",
    "name: a",
  );
  expect(json(text)).toBe(`{
  "name": "a",
  "description": "d",
  "license": "MIT",
  "compatibility": "any",
  "allowed-tools": "Read",
  "metadata": {
    "z": "1.0",
    "a": "true"
  }
}`);
});

test("metadata values: nested mappings and lists become their Python text", () => {
  const text = document("name: a", "description: d", "metadata:\n  x:\n    b: c\n  y:\n  - a\n  - it's");
  const metadata = new Map([
    ["x", "{'b': 'c'}"],
    ["y", `['a', "it's"]`],
  ]);
  expect(readLikeReference(text)).toEqual({
    ok: true,
    properties: { name: "a", description: "d", metadata },
  });
});

test.each([
  ["text", "metadata: text", "text"],
  ["a list", "metadata:\n- a\n- b", ["a", "b"]],
])("metadata that is %s passes unchecked", (_what, field, metadata) => {
  const reading = readLikeReference(document("name: a", "description: d", field));
  expect(reading).toEqual({ ok: true, properties: { name: "a", description: "d", metadata } });
});

test("an allowed-tools list stays a list", () => {
  const text = document("name: a", "description: d", "allowed-tools:\n- Read\n- Bash(git:*)");
  const properties = { name: "a", description: "d", "allowed-tools": ["Read", "Bash(git:*)"] };
  expect(readLikeReference(text)).toEqual({ ok: true, properties });
});

test("empty texts are kept, empty metadata is left out", () => {
  const text = document(
    "name: a",
    "description: d",
    "license:",
    "compatibility:",
    "allowed-tools:",
    "metadata:",
  );
  const properties = { name: "a", description: "d", license: "", compatibility: "", "allowed-tools": "" };
  expect(readLikeReference(text)).toEqual({ ok: true, properties });
});

test("a name is stripped but not normalized or checked", () => {
  expect(json(document('name: " Bad_ⅳ "', "description: |\n  café\n"))).toBe(
    '{\n  "name": "Bad_\\u2173",\n  "description": "caf\\u00e9"\n}',
  );
});

test("a value is cut at ---, without a warning", () => {
  expect(readLikeReference("---\nname: a\ndescription: foo --- bar\n---\nBody")).toEqual({
    ok: true,
    properties: { name: "a", description: "foo" },
  });
});

test("unknown fields are ignored", () => {
  expect(json(document("name: a", "description: d", "version: 1"))).toBe(
    '{\n  "name": "a",\n  "description": "d"\n}',
  );
});

test.each([
  ["name", document("name:", "description:")],
  ["name", document("name:\n- a", "description: d")],
  ["description", document("name: a", 'description: " "')],
])("a blank or structured %s is refused", (field, text) => {
  expect(json(text)).toBe(`Field '${field}' must be a non-empty string`);
});

test("no text makes it throw", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => typeof json(`---\n${text}\n---\n`) === "string"),
  );
});
