import { readFileSync } from "node:fs";
import { isValidDescription, isValidSkillName, profiles, rules } from "@skillwright/core/check";
import { fields } from "@skillwright/core/parse";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { outputSchemas } from "./schemas.ts";

function compile(path: string): ValidateFunction {
  const schema = z.looseObject({}).parse(JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")));
  // The reader of a configuration checks the date itself.
  return new Ajv2020({ allErrors: true, formats: { date: true } }).compile(schema);
}

const frontmatter = compile("../../core/schemas/frontmatter.schema.json");
const config = compile("../../core/schemas/config.schema.json");

test.each(Object.keys(outputSchemas))("the schema of %s is published and strict", (name) => {
  expect(compile(`../schemas/${name}.schema.json`)({ unheard: "of" })).toBe(false);
});

test("the outputs of commands have these shapes", () => {
  const skill = { path: "a", name: "a", trit: "+1", role: "Generator", color: "#A855F7" };
  const samples: Readonly<Record<string, object>> = {
    rules: {
      version: 1,
      rules: rules.map(({ id, category, severity, summary, options = {} }) => ({
        rule: id,
        category,
        severity,
        summary,
        options,
      })),
      profiles: profiles.map(({ name, summary }) => ({ name, summary })),
    },
    "to-prompt": { version: 1, format: "bullets", prompt: "- a: b" },
    "read-properties": {
      name: "a",
      description: "b",
      metadata: { version: "1.10", nested: { list: ["x"] } },
    },
    balance: {
      version: 1,
      skills: [{ ...skill, element: 1 }],
      balanced: false,
      sum: 1,
      needs: { element: 2, trit: "-1", role: "Verifier" },
    },
    show: { version: 1, ...skill, description: "b", lines: 3, tokens: 10, manifest: { metadata: {} } },
    new: { version: 1, path: "a", files: ["a/SKILL.md"] },
  };
  for (const [name, sample] of Object.entries(samples)) {
    const validate = compile(`../schemas/${name}.schema.json`);
    expect([name, validate(sample), validate.errors]).toEqual([name, true, null]);
  }
});

test("the frontmatter schema and the formal predicates agree on names", () => {
  const unit = fc.constantFrom("a", "z", "0", "-", "A", "é", "ß", "ǅ", "日", "_", " ", "\n", "😀");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 70 }), (text) => {
      const name = text.normalize("NFKC");
      expect(frontmatter({ name, description: "x" })).toBe(isValidSkillName(name));
    }),
  );
});

test.each(["", " ", "x", "x".repeat(1024), "x".repeat(1025), "😀".repeat(1024)])(
  "the frontmatter schema and the formal predicates agree on description %#",
  (description) => {
    expect(frontmatter({ name: "a", description })).toBe(isValidDescription(description));
  },
);

test.each([
  [{ compatibility: "Needs git" }, true],
  [{ compatibility: "x".repeat(501) }, false],
  [{ compatibility: { requires: ["git"] } }, true],
  [{ "allowed-tools": ["Read", "Bash(git:*)"] }, true],
  [{ "allowed-tools": "Read Write" }, true],
  [{ "allowed-tools": { Read: true } }, false],
  [{ "user-invocable": "Yes" }, true],
  [{ "user-invocable": "perhaps" }, false],
  [{ context: "fork" }, true],
  [{ context: "spoon" }, false],
  [{ metadata: { version: 1.1 } }, true],
  [{ "something-new": 1 }, true],
])("frontmatter with %j is valid: %s", (extra, valid) => {
  expect(frontmatter({ name: "a", description: "x", ...extra })).toBe(valid);
});

test("the frontmatter schema states for each known field who reads it", () => {
  const { properties } = z
    .object({ properties: z.record(z.string(), z.object({ description: z.string() })) })
    .parse(frontmatter.schema);
  expect(Object.keys(properties)).toEqual(fields.map((field) => field.name));
  expect(properties.effort?.description).toBe("Extension of Claude Code. Read by Claude Code.");
  expect(properties.scope?.description).toBe("Extension of OmniForge. No client is known to read it.");
});

test.each([
  [{ profile: "strict", rules: { "name.format": "off" }, ignore: ["vendor/**"] }, true],
  [{ rules: { "name.format": ["warning", { max: 3 }] } }, true],
  [{ rules: { "name.fromat": "off" } }, false],
  [{ rules: { "name.format": "loud" } }, false],
  [{ profile: "nobody" }, false],
  [{ color: true }, false],
])("a config of %j is valid: %s", (value, valid) => {
  expect(config(value)).toBe(valid);
});
