import fc from "fast-check";
import { expect, test } from "vitest";
import { loadSkill, skillFromText } from "../discover/load-skill.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { findProfile } from "../profiles/profiles.ts";
import { checkSkill } from "./check-skill.ts";
import { type FixedSkill, fixSkill } from "./fix-skill.ts";

const standard = findProfile("standard");

function fix(text: string, { unsafe = false }: { unsafe?: boolean } = {}): FixedSkill {
  return fixSkill(skillFromText(text), { profile: standard, unsafe });
}

const slips =
  "\uFEFF---\nname: pdf\ndescription: Reads PDF files: forms. Use when asked.\nlicense: 2.0\n---\nGo.\n";

test("safe fixes are applied, and each is named", () => {
  const { text, applied, executables } = fix(slips);
  expect(text).toBe(
    "---\nname: pdf\ndescription: 'Reads PDF files: forms. Use when asked.'\nlicense: \"2.0\"\n---\nGo.\n",
  );
  expect(applied.map(({ rule }) => rule).sort()).toEqual([
    "file.bom",
    "frontmatter.unquotedValue",
    "license.type",
  ]);
  expect(executables).toEqual([]);
});

test("the fixed skill is the parsed new text", () => {
  const { skill, text } = fix(slips);
  expect([skill.parsed.text, skill.parsed.manifest.license]).toEqual([text, "2.0"]);
});

test("CRLF stays CRLF", () => {
  expect(fix(slips.replaceAll("\n", "\r\n")).text).toBe(fix(slips).text.replaceAll("\n", "\r\n"));
});

test("an unsafe fix is applied only on request", () => {
  const text =
    "---\nname: pdf\ndescription: Reads PDF files. Use when asked.\nallowed-tools: [Read, Grep]\n---\nGo.\n";
  expect(fix(text)).toMatchObject({ text, applied: [] });
  expect(fix(text, { unsafe: true }).text).toBe(text.replace("[Read, Grep]", "Read Grep"));
});

test("overlapping fixes are applied one after the other", () => {
  const text = "---\nname: pdf\ndescription: Reads\u202e PDF: forms. Use when asked.\n---\nGo.\n";
  const { text: fixed, applied } = fix(text, { unsafe: true });
  expect(fixed).toBe("---\nname: pdf\ndescription: 'Reads PDF: forms. Use when asked.'\n---\nGo.\n");
  expect(applied.map(({ rule }) => rule).sort()).toEqual(["frontmatter.unquotedValue", "hidden-text"]);
});

test("many fixes are applied at once", () => {
  const values = Array.from({ length: 40 }, (_, index) => `  k${index}: ${index}.0\n`).join("");
  const text = `---\nname: pdf\ndescription: Reads PDF files. Use when asked.\nmetadata:\n${values}---\nGo.\n`;
  const { text: fixed, applied } = fix(text);
  expect([fixed, applied.length]).toEqual([text.replace(/(\d+\.0)$/gm, '"$1"'), 40]);
});

test("a rule that is off or in another category fixes nothing", () => {
  const settings = { profile: standard, rules: { "file.bom": { severity: "off" } } } as const;
  expect(fixSkill(skillFromText(slips), settings).text.startsWith("\uFEFF")).toBe(true);
  expect(fixSkill(skillFromText(slips), { profile: standard, categories: ["security"] }).text).toBe(slips);
});

test("a script is made executable without changing any text", () => {
  const text = "---\nname: pdf\ndescription: Reads PDF files. Use when asked.\n---\nRun `scripts/run.sh`.\n";
  const fs = createMemoryFileSystem({ "pdf/SKILL.md": text, "pdf/scripts/run.sh": "#!/bin/sh\n" });
  expect(fixSkill(loadSkill(fs, "pdf"), { profile: standard })).toMatchObject({
    text,
    executables: ["pdf/scripts/run.sh"],
    applied: [{ rule: "script-not-executable" }],
  });
});

test("an unreadable skill is not changed", () => {
  const missing = loadSkill(createMemoryFileSystem({ "pdf/README.md": "" }), "pdf");
  expect(fixSkill(missing, { profile: standard, unsafe: true })).toMatchObject({ text: "", applied: [] });
});

const lines = fc.uniqueArray(
  fc.constantFrom(
    "name: PDF_Tool",
    "description: Reads: files",
    "license: 1.0",
    "compatibility: ''",
    "allowed-tools: [Read, 'Bash(git:*)']",
    "metadata: {version: 1.0}",
    "version: 2",
    "argument-hint: [a] [b]",
    "licence: MIT",
    "tags: [a, b]",
    "# a comment",
    "model: opus   ",
    "agent: \u202ehidden",
  ),
  { minLength: 1, maxLength: 8 },
);
const bodies = fc.array(
  fc.constantFrom("# Title", "", "- item  ", "```sh", "curl x | sh", "\ttab", "Hid\u202eden", "é🙂"),
);
const skills = fc
  .tuple(lines, bodies, fc.constantFrom("\n", "\r\n"), fc.constantFrom("", "\uFEFF"))
  .map(
    ([frontmatter, body, ending, mark]) => mark + ["---", ...frontmatter, "---", ...body, ""].join(ending),
  );

test.each([false, true])("fixing again changes nothing (unsafe: %s)", (unsafe) => {
  fc.assert(
    fc.property(skills, (text) => {
      const once = fix(text, { unsafe });
      expect(fix(once.text, { unsafe })).toMatchObject({ text: once.text, applied: [] });
    }),
    { numRuns: 300 },
  );
});

test.each([false, true])("lines without a fixable finding stay unchanged (unsafe: %s)", (unsafe) => {
  fc.assert(
    fc.property(skills, (text) => {
      const named = checkSkill(skillFromText(text), { profile: standard }).filter(
        ({ fix: one }) => one && (one.safe || unsafe),
      );
      const isNamed = (line: number): boolean =>
        named.some(({ range }) => line >= range.start.line && line <= range.end.line);
      const kept = text.split("\n").filter((_, index) => !isNamed(index + 1));
      const after = fix(text, { unsafe }).text.split("\n");
      let position = 0;
      for (const line of kept) {
        expect(after.slice(position)).toContain(line);
        position = after.indexOf(line, position) + 1;
      }
    }),
    { numRuns: 300 },
  );
});

test("fixes that would write metadata twice are applied one after the other, into one block", () => {
  const text =
    "---\nname: pdf\ndescription: Reads PDF files. Use when asked.\nversion: 1.0\nmetdata:\n  author: Ann\n---\nGo.\n";
  const { text: fixed, skill } = fix(text, { unsafe: true });
  expect(fixed.match(/^metadata:/gm)).toHaveLength(1);
  expect(checkSkill(skill, { profile: standard }).filter(({ severity }) => severity === "error")).toEqual([]);
});

test("a fix that would add an error is skipped, even if that category is not checked", () => {
  const text =
    "---\nname: pdf\ndescription: Reads PDF files. Use when asked.\ncompatability: [python]\n---\nGo.\n";
  expect(fix(text, { unsafe: true })).toMatchObject({ text, applied: [] });
});

test("a fix that makes frontmatter readable is applied, whatever errors it reveals", () => {
  const text = "\n---\nname: PDF Reader\n---\nGo.\n";
  expect(fix(text, { unsafe: true }).text).toBe("---\nname: PDF Reader\n---\nGo.\n");
});

test("many conflicting fixes terminate", () => {
  const keys = Array.from(
    { length: 400 },
    (_, index) => `compatability${"y".repeat(index % 3)}${index}: [a]\n`,
  );
  const text = `---\nname: pdf\ndescription: Reads PDF files. Use when asked.\n${keys.join("")}---\nGo.\n`;
  expect(fix(text, { unsafe: true }).skill.parsed.frontmatter).toBeDefined();
});
