import { expect, test } from "vitest";
import { loadSkill } from "../../../discover/load-skill.ts";
import { createMemoryFileSystem } from "../../../fs/memory.ts";
import type { Profile } from "../../../profiles/profiles.ts";
import { findingsOf } from "../../findings-of.ts";
import { fixSkill } from "../../fix-skill.ts";

const skill = (name: string): string => `---\nname: ${name}\ndescription: Reads PDF files.\n---\n`;
const findingsIn = (directory: string, name: string): ReturnType<typeof findingsOf> =>
  findingsOf("name.matchesDirectory", { [`${directory}/SKILL.md`]: skill(name) });

const onlyThisRule: Profile = {
  name: "test",
  summary: "",
  severities: { "name.matchesDirectory": "error" },
  otherwise: { error: "off", warning: "off", info: "off" },
};

test("S1-2, S2-14, C-8: a name that differs from the directory's is reported", () => {
  expect(findingsIn("skills/pdf", "pdf-tools")).toMatchObject([
    {
      message: "differs",
      args: { name: "pdf-tools", directory: "pdf" },
      range: { start: { line: 2, column: 7 }, end: { line: 2, column: 16 } },
      fix: { safe: false },
    },
  ]);
});

test("S1-2, C-8: both are compared in normal form", () => {
  expect(findingsIn("caf\u00e9", "cafe\u0301")).toEqual([]);
  expect(findingsIn("fill", "\ufb01ll")).toEqual([]);
});

test("the fix uses the directory's name, once", () => {
  const loaded = loadSkill(createMemoryFileSystem({ "2048/SKILL.md": skill('"Game"') }), "2048");
  const settings = { profile: onlyThisRule, unsafe: true };
  const { text, skill: fixed } = fixSkill(loaded, settings);
  expect(text).toBe(skill('"2048"'));
  expect(fixSkill(fixed, settings).text).toBe(text);
});

test("no fix uses an invalid directory name", () => {
  expect(findingsIn("PDF Tools", "pdf")[0]?.fix).toBeUndefined();
});

test("a text without a directory is not reported", () => {
  expect(findingsOf("name.matchesDirectory", skill("pdf"))).toEqual([]);
});
