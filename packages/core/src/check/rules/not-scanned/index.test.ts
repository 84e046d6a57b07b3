import { expect, test } from "vitest";
import { limits } from "../../../limits.ts";
import { findingsOf } from "../../findings-of.ts";

const skill = { "pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDF files.\n---\nGo.\n" };

test("a script too large to read is named", () => {
  const files = { ...skill, "pdf/scripts/big.py": "#".repeat(limits.bundledFileBytes + 1) };
  expect(findingsOf("not-scanned", files)).toMatchObject([
    { message: "unread", args: { file: "scripts/big.py", max: limits.bundledFileBytes } },
  ]);
});

test("a script that is not text is named, a picture is not", () => {
  const bytes = new Uint8Array([0, 255, 254]);
  const files = { ...skill, "pdf/scripts/run": bytes, "pdf/assets/logo.png": bytes };
  expect(findingsOf("not-scanned", files).map(({ args }) => args.file)).toEqual(["scripts/run"]);
});

test("files beyond the listing limit count as not scanned", () => {
  const many = Array.from({ length: limits.filesPerSkill }, (_, index) => [`pdf/assets/${index}.png`, ""]);
  expect(findingsOf("not-scanned", { ...skill, ...Object.fromEntries(many) })).toMatchObject([
    { message: "tooMany", args: { max: limits.filesPerSkill } },
  ]);
});

test("a skill that was read completely is fine", () => {
  expect(findingsOf("not-scanned", { ...skill, "pdf/scripts/run.sh": "echo\n" })).toEqual([]);
});

test("a folder too deep to search, or of installed packages, is named", () => {
  const files = { ...skill, "pdf/a/b/c/d/e/f/g/h/i/run.sh": "echo\n", "pdf/node_modules/x/run.sh": "echo\n" };
  expect(findingsOf("not-scanned", files).map(({ args }) => args.folder)).toEqual([
    "a/b/c/d/e/f/g/h/i",
    "node_modules",
  ]);
});
