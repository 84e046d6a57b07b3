import { expect, test } from "vitest";
import { mimeTypeOf } from "./entry-files.ts";

test.each([
  ["SKILL.md", "text/markdown"],
  ["references/NOTES.MD", "text/markdown"],
  ["scripts/run.tar.zip", "application/zip"],
  ["Makefile", "application/octet-stream"],
  ["folder.md/file", "application/octet-stream"],
  ["x.constructor", "application/octet-stream"],
])("%s is %s", (path, type) => {
  expect(mimeTypeOf(path)).toBe(type);
});
