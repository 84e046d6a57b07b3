import { expect, test } from "vitest";
import { findingsOf, fixedBy } from "../../findings-of.ts";

const text = "---\nname: pdf\ndescription: Reads PDF files.\n---\n";

test("a byte order mark is found and its removal offered", () => {
  expect(findingsOf("file.bom", `\uFEFF${text}`)).toHaveLength(1);
  expect(fixedBy("file.bom", `\uFEFF${text}`)).toBe(text);
});

test("a file without one is not reported", () => {
  expect(findingsOf("file.bom", text)).toEqual([]);
});
