import { expect, test } from "vitest";
import { limits } from "../../../limits.ts";
import { scanLimits } from "../../../scan/limits.ts";
import { findingsOf } from "../../findings-of.ts";

const skill = (body: string): Readonly<Record<string, string>> => ({
  "pdf/SKILL.md": `---\nname: pdf\ndescription: Reads PDF files.\n---\n${body}\n`,
});
const program = new Uint8Array([0x7f, 0x45, 0x4c, 0x46, ...Array.from({ length: 99 }, () => 0)]);

test("a compiled program that the skill runs is a warning, one that it only carries is not", () => {
  const files = { "pdf/bin/tool": program };
  expect(findingsOf("not-scanned", { ...skill("Run `bin/tool`."), ...files })).toMatchObject([
    { message: "used", level: "medium", args: { path: "bin/tool", reason: "binary" } },
  ]);
  const [unused] = findingsOf("not-scanned", { ...skill("Go."), ...files });
  expect([unused?.message, unused?.level]).toEqual(["unread", "low"]);
});

test("a file too large to read is named", () => {
  const line = "a line that is not like the next one: ";
  const text = Array.from({ length: 40_000 }, (_, index) => `${line}${index * 7919}\n`).join("");
  expect(text.length).toBeGreaterThan(scanLimits.parsedCharacters);
  expect(findingsOf("not-scanned", { ...skill("Go."), "pdf/notes.txt": text })).toMatchObject([
    { message: "unread", args: { path: "notes.txt", reason: "too-large" } },
  ]);
});

test("files beyond the listing limit count as not scanned", () => {
  const many = Array.from({ length: limits.filesPerSkill }, (_, index) => [`pdf/assets/${index}.md`, "a"]);
  expect(findingsOf("not-scanned", { ...skill("Go."), ...Object.fromEntries(many) })).toMatchObject([
    { message: "tooMany" },
  ]);
});

test("a repository and a large folder of packages are named", () => {
  const many = Array.from({ length: 99 }, (_, index) => [`pdf/node_modules/a/${index}.js`, "let a;\n"]);
  const files = { ...skill("Go."), "pdf/.git/objects/a": "x", ...Object.fromEntries(many) };
  expect(findingsOf("not-scanned", files).map(({ message, args }) => [message, args.path])).toEqual([
    ["folder", ".git"],
    ["folder", "node_modules"],
  ]);
});

test("a skill that was read completely is fine, with pictures and archives too", () => {
  const picture = new Uint8Array([0x42, 0x4d, 0, 1, 2, 3]);
  expect(
    findingsOf("not-scanned", { ...skill("Go."), "pdf/scripts/run.sh": "echo\n", "pdf/logo.bmp": picture }),
  ).toEqual([]);
});
