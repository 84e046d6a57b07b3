import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

test("S1-1: frontmatter without its second delimiter is reported at the first", () => {
  expect(findingsOf("frontmatter.unclosed", "---\nname: pdf\n")[0]).toMatchObject({
    message: "unclosed",
    range: { start: { line: 1, column: 1 }, end: { line: 1, column: 4 } },
  });
});

test.each(["----", " ---", "--- end", "..."])("C-21: '%s' does not end frontmatter", (line) => {
  expect(findingsOf("frontmatter.unclosed", `---\nname: pdf\n${line}\n`)).toHaveLength(1);
});

test.each(["---", "--- ", "---\r"])("S2-1, C-21: %j does", (line) => {
  expect(findingsOf("frontmatter.unclosed", `---\nname: a --- b\n${line}\nBody\n`)).toEqual([]);
});
