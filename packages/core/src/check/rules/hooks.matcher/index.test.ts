import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (matcher: string): string =>
  `---\nname: pdf\ndescription: Reads PDF files.\nhooks:\n  PreToolUse:\n    - matcher: ${matcher}\n      hooks: [{ command: ./check.sh }]\n---\n`;

test("a matcher that the engine refuses is reported at its place, with the reason", () => {
  expect(findingsOf("hooks.matcher", skill("'(?!Bash).*'"))).toMatchObject([
    {
      message: "refused",
      args: { matcher: "(?!Bash).*", fault: "it uses look-around, which is not supported" },
      range: { start: { line: 6, column: 16 }, end: { line: 6, column: 28 } },
    },
  ]);
});

test.each([
  ["'(a)\\1'", "it uses a back reference, which is not supported"],
  ["'Bash('", "Unterminated group"],
  ["'(x{100}){100}'", "it repeats too much"],
  [`'${"x".repeat(257)}'`, "it has more than 256 characters"],
])("%s is refused: %s", (matcher, fault) => {
  expect(findingsOf("hooks.matcher", skill(matcher))).toMatchObject([{ args: { fault } }]);
});

test.each(["Bash", "Edit|Write", "'*'", "mcp__.*", "Bash(git:*)", `'${"(.|.)?".repeat(24)}'`])(
  "%s is fine",
  (matcher) => {
    expect(findingsOf("hooks.matcher", skill(matcher))).toEqual([]);
  },
);

test.each(["hooks: x", "hooks: [a]", "hooks: { pre: a.sh }", "hooks: { PreToolUse: [1, { matcher: 5 }] }"])(
  "%s is not this rule's business",
  (line) => {
    const text = `---\nname: pdf\ndescription: Reads PDF files.\n${line}\n---\n`;
    expect(findingsOf("hooks.matcher", text)).toEqual([]);
  },
);
