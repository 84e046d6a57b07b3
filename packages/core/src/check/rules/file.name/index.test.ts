import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const text = "---\nname: pdf\ndescription: Reads PDF files.\n---\n";

test("S1-20, C-19: skill.md is accepted, with a note", () => {
  expect(findingsOf("file.name", { "pdf/skill.md": text })).toMatchObject([
    { message: "lowercase", file: "pdf/skill.md" },
  ]);
});

test("S1-20: SKILL.md is preferred, and wins if both exist", () => {
  expect(findingsOf("file.name", { "pdf/SKILL.md": text })).toEqual([]);
  expect(findingsOf("file.name", { "pdf/SKILL.md": text, "pdf/skill.md": text })).toEqual([]);
});

test("a text from standard input has no directory name to compare", () => {
  expect(findingsOf("file.name", text)).toEqual([]);
});
