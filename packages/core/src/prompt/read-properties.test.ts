import { expect, test } from "vitest";
import { skillFromBytes } from "../discover/load-skill.ts";
import { SkillError } from "../error.ts";
import { limits } from "../limits.ts";
import { parseSkill } from "../parse/parse-skill.ts";
import { readProperties } from "./read-properties.ts";

function propertiesOf(frontmatter: string): unknown {
  return readProperties(parseSkill(`---\n${frontmatter}---\nBody\n`));
}

function reasonFor(text: string): unknown {
  try {
    return readProperties(parseSkill(text));
  } catch (error) {
    return error instanceof SkillError ? [error.code, error.details.reason] : error;
  }
}

test("S1-26: properties are in the reference tool's order, without absent ones", () => {
  const all = "metadata:\n  version: 1.0\nallowed-tools: Bash(git:*) Read\ncompatibility: uv\nlicense: MIT\n";
  const properties = propertiesOf(`${all}description: b\nname: a\n`);
  expect(Object.entries(properties as object)).toEqual([
    ["name", "a"],
    ["description", "b"],
    ["license", "MIT"],
    ["compatibility", "uv"],
    ["allowed-tools", "Bash(git:*) Read"],
    ["metadata", new Map([["version", "1.0"]])],
  ]);
  expect(propertiesOf("name: a\ndescription: b\nmetadata: {}\n")).toEqual({ name: "a", description: "b" });
});

test("tools in a list stay a list", () => {
  expect(propertiesOf("name: a\ndescription: b\nallowed-tools: [Read, 1.10]\n")).toMatchObject({
    "allowed-tools": ["Read", "1.10"],
  });
});

test.each([
  ["# Title\n", "SKILL.md must start with YAML frontmatter (---)"],
  ["---\nname: a\n- b\n", "SKILL.md frontmatter not properly closed with ---"],
  ["---\n- a\n---\n", "SKILL.md frontmatter must be a YAML mapping"],
  ["---\n---\n", "SKILL.md frontmatter must be a YAML mapping"],
  ["---\ndescription: b\n---\n", "Missing required field in frontmatter: name"],
  ["---\nname: a\n---\n", "Missing required field in frontmatter: description"],
  ["---\nname: ''\ndescription: b\n---\n", "Field 'name' must be a non-empty string"],
  ["---\nname: a\ndescription: ' '\n---\n", "Field 'description' must be a non-empty string"],
])("%j cannot be read: %s", (text, reason) => {
  expect(reasonFor(text)).toEqual(["properties-unreadable", reason]);
});

test("invalid YAML is named with the library's reason", () => {
  expect(reasonFor("---\nname: [a,\n---\n")).toEqual([
    "properties-unreadable",
    expect.stringMatching(/^Invalid YAML in frontmatter: ./),
  ]);
});

test.each([
  [new Uint8Array([0xff]), "SKILL.md is not UTF-8 text"],
  [new Uint8Array(limits.skillFileBytes + 1), "SKILL.md is too large to be read"],
])("a binary or oversized file cannot be read either (%#)", (bytes, reason) => {
  expect(() => readProperties(skillFromBytes(bytes, "SKILL.md").parsed)).toThrow(reason);
});
