import fc from "fast-check";
import { expect, test } from "vitest";
import { tokenizeTools } from "./tokenize-tools.ts";

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
