import { expect, test } from "vitest";
import { findingsOf, fixedBy } from "../../findings-of.ts";

const text = "---\nname: pdf\ndescription: Reads PDF files.\n---\n";

test("S1-1, C-20: a file that is only Markdown lacks frontmatter", () => {
  const [finding] = findingsOf("frontmatter.required", "# PDF\n");
  expect(finding).toMatchObject({ message: "missing", range: { start: { line: 1, column: 1 } } });
  expect(finding?.fix).toBeUndefined();
});

test("S1-1: an empty file has no frontmatter either", () => {
  expect(findingsOf("frontmatter.required", "")).toHaveLength(1);
});

test("empty lines before the opening are removed", () => {
  expect(findingsOf("frontmatter.required", `\n\n${text}`)[0]?.message).toBe("notFirst");
  const fixed = fixedBy("frontmatter.required", `\n\n${text}`);
  expect(fixed).toBe(text);
  expect(fixedBy("frontmatter.required", fixed)).toBe(fixed);
});

test("S2-1: Windows line endings are fine", () => {
  expect(findingsOf("frontmatter.required", text.replaceAll("\n", "\r\n"))).toEqual([]);
});
