import { expect, test } from "vitest";
import type { SkillManifest } from "../skill.ts";
import { parseSkill } from "./parse-skill.ts";

type Lists = Pick<SkillManifest, "requestedTools" | "disallowedTools">;

function listsOf(text: string): Lists {
  const { requestedTools, disallowedTools } = parseSkill(text).manifest;
  return {
    ...(requestedTools === undefined ? {} : { requestedTools }),
    ...(disallowedTools === undefined ? {} : { disallowedTools }),
  };
}

const read = [{ text: "Read", tool: "Read" }];
const write = [{ text: "Write", tool: "Write" }];

test.each([
  "allowed-tools",
  "allowed_tools",
  "allowedTools",
  "Allowed-Tools",
  "ALLOWED_TOOLS",
  "allowed tools",
])("%s is the list of allowed tools, and with 'dis' before it that of the others", (key) => {
  expect(listsOf(`---\n${key}: Read\n---\n`)).toEqual({ requestedTools: read });
  expect(listsOf(`---\ndis${key}: Read\n---\n`)).toEqual({ disallowedTools: read });
});

test("the standard's field beats other spellings in any order", () => {
  expect(listsOf("---\nallowedTools: Write\nallowed-tools: Read\n---\n")).toEqual({ requestedTools: read });
  expect(listsOf("---\nallowed-tools: Read\nAllowed-Tools: Write\n---\n")).toEqual({ requestedTools: read });
});

test("a merge key can supply a list, and the skill's own list beats it", () => {
  expect(listsOf("---\nbase: &a {allowed-tools: Read}\n<<: *a\n---\n")).toEqual({ requestedTools: read });
  expect(listsOf("---\nbase: &a {disallowed-tools: Read}\n<<: [*a]\n---\n")).toEqual({
    disallowedTools: read,
  });
  expect(listsOf("---\nbase: &a {allowed-tools: Read}\n<<: *a\nallowed-tools: Write\n---\n")).toEqual({
    requestedTools: write,
  });
});

test("a list in another field is ignored", () => {
  expect(listsOf("---\nmetadata:\n  allowed-tools: Read\n---\n")).toEqual({});
  expect(listsOf("---\nnot-allowed-tools: Read\n---\n")).toEqual({});
});

const unreadable = [{ text: "frontmatter that cannot be read", tool: "frontmatter that cannot be read" }];

test.each([
  ["a blank line before it", "\n---\nallowed-tools: Read\n---\n"],
  ["a blank before it", " ---\nallowed-tools: Read\n---\n"],
  ["a comment beside its mark", "--- # x\nallowed-tools: Read\n---\n"],
  ["the line ends of old Macs", "---\rname: x\rallowed-tools: Read\r---\r"],
  ["a byte order mark and a blank line", "\ufeff\r\n---\r\nAllowedTools: Read\r\n---\r\n"],
])("frontmatter with %s has an unreadable list", (_, text) => {
  expect(listsOf(text)).toEqual({ requestedTools: unreadable });
  expect(listsOf(text.replace(/allowed/i, "disallowed"))).toEqual({ disallowedTools: unreadable });
});

test("a text without frontmatter has no list, even if it mentions one", () => {
  expect(listsOf("# How to\n\n---\nallowed-tools: Read\n---\n")).toEqual({});
  expect(listsOf("\n---\nname: x\n---\nThe allowed-tools: field\n")).toEqual({});
  expect(listsOf("")).toEqual({});
});
