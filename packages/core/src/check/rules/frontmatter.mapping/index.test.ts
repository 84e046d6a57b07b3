import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

test.each([
  ["- name: pdf", "notMapping", "list"],
  ["just words", "notMapping", "scalar"],
  ["# a comment", "empty", "nothing"],
])("'%s' is not a mapping", (yaml, message, found) => {
  expect(findingsOf("frontmatter.mapping", `---\n${yaml}\n---\n`)).toMatchObject([
    { message, args: { found } },
  ]);
});

test("empty frontmatter is reported", () => {
  expect(findingsOf("frontmatter.mapping", "---\n---\n")).toMatchObject([{ message: "empty" }]);
});

test("a mapping is fine, however it is written", () => {
  expect(findingsOf("frontmatter.mapping", "---\n{name: pdf, description: Reads.}\n---\n")).toEqual([]);
});
