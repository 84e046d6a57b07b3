import { expect, test } from "vitest";
import { parseReferenceDocument } from "./parse-reference-document.ts";
import { readLikeReference } from "./read-reference-properties.ts";
import { toReferencePrompt } from "./to-reference-prompt.ts";
import { validateLikeReference } from "./validate-reference.ts";

// The reference's own 40 tests, by their number. 8, 11–14 and 21–23 are about files and belong to the command line.

const document = (...lines: readonly string[]) => `---\n${lines.join("\n")}\n---\n# My Skill\n`;
const base = (...more: readonly string[]) => document("name: my-skill", "description: A test skill", ...more);
const named = (name: string) => document(`name: ${name}`, "description: A test skill");

function messages(text: string, directoryName: string): readonly string[] {
  return validateLikeReference({ text, directoryName }).map(({ message }) => message);
}

test("1: frontmatter and body are read", () => {
  const parsed = parseReferenceDocument(base());
  expect(parsed.ok && [...parsed.fields]).toEqual([
    ["name", "my-skill"],
    ["description", "A test skill"],
  ]);
  expect(parsed.ok && parsed.body).toBe("# My Skill");
});

test("2: a file without frontmatter is refused", () => {
  const message = "SKILL.md must start with YAML frontmatter (---)";
  expect(readLikeReference("# No frontmatter here")).toEqual({ ok: false, message });
});

test("3: frontmatter that is not closed is refused", () => {
  const message = "SKILL.md frontmatter not properly closed with ---";
  expect(readLikeReference("---\nname: my-skill\ndescription: A test skill\n")).toEqual({
    ok: false,
    message,
  });
});

test("4: broken YAML is refused", () => {
  const message = expect.stringMatching(/^Invalid YAML in frontmatter: line 2, column 7: /);
  expect(readLikeReference("---\nname: [invalid\ndescription: broken\n---\nBody\n")).toEqual({
    ok: false,
    message,
  });
});

test("5: a list is not frontmatter", () => {
  const message = "SKILL.md frontmatter must be a YAML mapping";
  expect(readLikeReference("---\n- just\n- a\n- list\n---\nBody\n")).toEqual({ ok: false, message });
});

test("6: a skill with a license is read", () => {
  const properties = { name: "my-skill", description: "A test skill", license: "MIT" };
  expect(readLikeReference(base("license: MIT"))).toEqual({ ok: true, properties });
});

test("7: metadata values are text", () => {
  const metadata = new Map([
    ["author", "Test Author"],
    ["version", "1.0"],
  ]);
  const properties = { name: "my-skill", description: "A test skill", metadata };
  const text = base("metadata:", "  author: Test Author", "  version: 1.0");
  expect(readLikeReference(text)).toEqual({ ok: true, properties });
});

test("9: a missing name is refused", () => {
  const message = "Missing required field in frontmatter: name";
  expect(readLikeReference(document("description: A test skill"))).toEqual({ ok: false, message });
});

test("10: a missing description is refused", () => {
  const message = "Missing required field in frontmatter: description";
  expect(readLikeReference(document("name: my-skill"))).toEqual({ ok: false, message });
});

test("15: allowed-tools stays one text under its hyphenated key", () => {
  const properties = {
    name: "my-skill",
    description: "A test skill",
    "allowed-tools": "Bash(jq:*) Bash(git:*)",
  };
  expect(readLikeReference(base("allowed-tools: Bash(jq:*) Bash(git:*)"))).toEqual({ ok: true, properties });
});

const skill = { name: "my-skill", description: "A test skill", location: "/skills/my-skill/SKILL.md" };

test("16: an empty list gives a block of two lines", () => {
  expect(toReferencePrompt([])).toBe("<available_skills>\n</available_skills>");
});

test("17: one skill has name, description and location on separate lines", () => {
  const lines = [
    "<available_skills>",
    "<skill>",
    "<name>",
    "my-skill",
    "</name>",
    "<description>",
    "A test skill",
    "</description>",
    "<location>",
    "/skills/my-skill/SKILL.md",
    "</location>",
    "</skill>",
    "</available_skills>",
  ];
  expect(toReferencePrompt([skill])).toBe(lines.join("\n"));
});

test("18: two skills give two blocks", () => {
  const prompt = toReferencePrompt([skill, { ...skill, name: "other-skill" }]);
  expect(prompt.match(/<\/?skill>/g)).toEqual(["<skill>", "</skill>", "<skill>", "</skill>"]);
});

test("19: special characters of a description are escaped", () => {
  const prompt = toReferencePrompt([{ ...skill, description: "Use <foo> & <bar> tags" }]);
  expect(prompt).toContain("\nUse &lt;foo&gt; &amp; &lt;bar&gt; tags\n");
});

test("20: a valid skill has no messages", () => {
  expect(messages(base(), "my-skill")).toEqual([]);
});

test("24: an uppercase name is refused", () => {
  expect(messages(named("MySkill"), "MySkill")).toEqual(["Skill name 'MySkill' must be lowercase"]);
});

test("25: a name of 70 characters is refused", () => {
  const name = "a".repeat(70);
  const message = `Skill name '${name}' exceeds 64 character limit (70 chars)`;
  expect(messages(named(name), name)).toEqual([message]);
});

test("26: a name cannot start with a hyphen", () => {
  expect(messages(named("-my-skill"), "-my-skill")).toEqual(["Skill name cannot start or end with a hyphen"]);
});

test("27: a name cannot have two hyphens in a row", () => {
  expect(messages(named("my--skill"), "my--skill")).toEqual([
    "Skill name cannot contain consecutive hyphens",
  ]);
});

test("28: a name cannot have an underscore", () => {
  const message =
    "Skill name 'my_skill' contains invalid characters. Only letters, digits, and hyphens are allowed.";
  expect(messages(named("my_skill"), "my_skill")).toEqual([message]);
});

test("29: the name must be the directory's", () => {
  const message = "Directory name 'wrong-name' must match skill name 'correct-name'";
  expect(messages(named("correct-name"), "wrong-name")).toEqual([message]);
});

test("30: an unknown field is refused", () => {
  const allowed = "['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name']";
  const message = `Unexpected fields in frontmatter: unknown_field. Only ${allowed} are allowed.`;
  expect(messages(base("unknown_field: should not be here"), "my-skill")).toEqual([message]);
});

test("31: license and metadata are accepted", () => {
  expect(messages(base("license: MIT", "metadata:", "  author: Test"), "my-skill")).toEqual([]);
});

test("32: allowed-tools is accepted", () => {
  expect(messages(base("allowed-tools: Bash(jq:*) Bash(git:*)"), "my-skill")).toEqual([]);
});

test.each([
  ["33", "技能"],
  ["34", "мой-навык"],
  ["35", "навык"],
])("%s: the name %s is accepted", (_number, name) => {
  expect(messages(named(name), name)).toEqual([]);
});

test("36: an uppercase Cyrillic name is refused", () => {
  expect(messages(named("НАВЫК"), "НАВЫК")).toEqual(["Skill name 'НАВЫК' must be lowercase"]);
});

test("37: a description of 1100 characters is refused", () => {
  const text = document("name: my-skill", `description: ${"x".repeat(1100)}`);
  expect(messages(text, "my-skill")).toEqual(["Description exceeds 1024 character limit (1100 chars)"]);
});

test("38: a compatibility note is accepted", () => {
  expect(messages(base("compatibility: Requires Python 3.11+"), "my-skill")).toEqual([]);
});

test("39: a compatibility note of 550 characters is refused", () => {
  const message = "Compatibility exceeds 500 character limit (550 chars)";
  expect(messages(base(`compatibility: ${"x".repeat(550)}`), "my-skill")).toEqual([message]);
});

test("40: a decomposed name matches the composed directory", () => {
  expect(messages(named("cafe\u0301"), "caf\u00e9")).toEqual([]);
});
