import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const findingsIn = (tools: string): ReturnType<typeof findingsOf> =>
  findingsOf("allowed-tools.syntax", `---\nname: pdf\nallowed-tools: ${tools}\n---\n`);

test("S1-8: an entry that does not close is reported at its place", () => {
  expect(findingsIn("Read Bash(git:*")).toMatchObject([
    {
      message: "unbalanced",
      args: { entry: "Bash(git:*" },
      range: { start: { line: 3, column: 21 }, end: { line: 3, column: 31 } },
    },
  ]);
});

test("each entry of a list is read separately", () => {
  const found = findingsIn('\n  - "Bash(git:*"\n  - Read\n  - Write)');
  expect(found.map(({ args, range }) => [args.entry, range.start.line, range.start.column])).toEqual([
    ["Bash(git:*", 4, 6],
    ["Write)", 6, 5],
  ]);
});

test("a folded text is reported as a whole", () => {
  expect(findingsIn(">\n  Read\n  Bash(git")[0]?.range).toEqual({
    start: { line: 3, column: 16 },
    end: { line: 5, column: 11 },
  });
});

test.each(["Read Bash(git:*)", "Bash(git add *), Read", "[Bash(a), Read]", "5", ""])(
  "C-5: '%s' is well formed",
  (tools) => {
    expect(findingsIn(tools)).toEqual([]);
  },
);
