import fc from "fast-check";
import { expect, test } from "vitest";
import type { SkillManifest } from "../skill.ts";
import { parseSkill } from "./parse-skill.ts";
import { tokenizeTools } from "./tool-list.ts";

function textsOf(source: string): readonly string[] {
  return tokenizeTools(source).map(({ text }) => text);
}

test("S0-7, S1-8, S2-7: spaces separate tools, and patterns keep theirs", () => {
  expect(textsOf("Bash(git:*) Bash(jq:*) Read")).toEqual(["Bash(git:*)", "Bash(jq:*)", "Read"]);
  expect(textsOf("Bash(git add *)")).toEqual(["Bash(git add *)"]);
});

test("C-5: commas separate too, but not inside parentheses", () => {
  expect(textsOf("Bash(git diff:*), Read")).toEqual(["Bash(git diff:*)", "Read"]);
  expect(textsOf("Bash(uvx:*,go:*)")).toEqual(["Bash(uvx:*,go:*)"]);
  expect(textsOf("Read,Write ,Edit,\n Bash")).toEqual(["Read", "Write", "Edit", "Bash"]);
});

test("an entry has a tool, a pattern and a span", () => {
  expect(tokenizeTools(" Bash(echo $(date)) Read")).toEqual([
    {
      text: "Bash(echo $(date))",
      tool: "Bash",
      pattern: "echo $(date)",
      span: { start: 1, end: 19 },
      balanced: true,
    },
    { text: "Read", tool: "Read", span: { start: 20, end: 24 }, balanced: true },
  ]);
  expect(tokenizeTools("Bash()")).toMatchObject([{ tool: "Bash", pattern: "", balanced: true }]);
  expect(tokenizeTools("mcp__github__get_issue")).toMatchObject([
    { tool: "mcp__github__get_issue", balanced: true },
  ]);
});

test.each(["Bash(git add", "Bash(git (add)", "Bash)", "Bash(a)b", "Bash(a)(b)", "(git)", "Bash(a))"])(
  "%j is one entry that does not match and names no tool",
  (source) => {
    expect(tokenizeTools(source)).toEqual([
      { text: source, tool: source, span: { start: 0, end: source.length }, balanced: false },
    ]);
  },
);

test("an unclosed parenthesis extends to the end, so that nothing more is granted", () => {
  expect(textsOf("Read Bash(git add Write Edit")).toEqual(["Read", "Bash(git add Write Edit"]);
});

test.each(["", " ", ",", " , ,\t\n"])("%j names nothing", (source) => {
  expect(tokenizeTools(source)).toEqual([]);
});

test("entries never overlap, keep their order, and omit only whitespace and commas", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."Ab(),* :\n\t技") }), (source) => {
      let rest = "";
      let position = 0;
      for (const { text, span } of tokenizeTools(source)) {
        expect(source.slice(span.start, span.end)).toBe(text);
        expect(span.start).toBeGreaterThanOrEqual(position);
        rest += source.slice(position, span.start);
        position = span.end;
      }
      expect(rest + source.slice(position)).toMatch(/^[\s,]*$/);
    }),
  );
});

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
])("%s is the list of allowed tools, and with the prefix 'dis' that of the disallowed ones", (key) => {
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
