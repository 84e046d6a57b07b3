import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

test("S1-7, C-12: a duplicate key in metadata is reported at its second occurrence", () => {
  const text = "---\nname: pdf\nmetadata:\n  author: Ann\n  author: Bob\n---\n";
  expect(findingsOf("frontmatter.duplicateKey", text)).toMatchObject([
    {
      message: "duplicate",
      args: { key: "author" },
      range: { start: { line: 5, column: 3 }, end: { line: 5, column: 9 } },
    },
  ]);
});

test("so is a duplicate field at the top level", () => {
  expect(findingsOf("frontmatter.duplicateKey", "---\nname: a\nname: b\n---\n")).toHaveLength(1);
});

test("the same key in two mappings is fine", () => {
  expect(findingsOf("frontmatter.duplicateKey", "---\nname: a\nmetadata:\n  name: b\n---\n")).toEqual([]);
});
