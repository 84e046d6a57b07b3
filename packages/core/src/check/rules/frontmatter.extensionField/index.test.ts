import { expect, test } from "vitest";
import { skillFromText } from "../../../discover/load-skill.ts";
import { formatFinding } from "../../../format-finding.ts";
import { findProfile } from "../../../profiles/profiles.ts";
import { checkSkill } from "../../check-skill.ts";
import { findingsOf } from "../../findings-of.ts";

const findingsIn = (lines: string): ReturnType<typeof findingsOf> =>
  findingsOf("frontmatter.extensionField", `---\nname: pdf\n${lines}\n---\n`);

test("C-4: an extension is reported at its key, with the clients that read it", () => {
  expect(findingsIn("argument-hint: '[file]'")).toMatchObject([
    {
      message: "readBySome",
      args: { field: "argument-hint", clients: "Claude Code and Letta" },
      range: { start: { line: 3, column: 1 }, end: { line: 3, column: 14 } },
    },
  ]);
});

test.each([
  ["context: fork", "'context' is not in the standard: Claude Code reads it, other clients ignore it."],
  [
    "scope: {agents: [a]}",
    "'scope' comes from OmniForge and is not in the standard; no known client uses it.",
  ],
])("the wording fits the number of clients: %s", (line, words) => {
  expect(findingsIn(line).map(formatFinding)).toEqual([expect.stringContaining(words)]);
});

test("S1-9, C-4: the standard's fields and unknown ones are not extensions", () => {
  expect(
    findingsIn("license: MIT\ncompatibility: uv\nmetadata: {}\nallowed-tools: Read\nversion: 1"),
  ).toEqual([]);
});

test("in a client profile, only the fields that this client ignores are reported", () => {
  const skill = skillFromText("---\nname: pdf\ndescription: x\ncontext: fork\npriority: 3\n---\n");
  const findings = checkSkill(skill, { profile: findProfile("claude-code"), categories: ["spec"] });
  expect(findings.map(({ message, args }) => ({ message, args }))).toEqual([
    { message: "ignored", args: { field: "priority", origin: "OmniForge", client: "Claude Code" } },
  ]);
});
