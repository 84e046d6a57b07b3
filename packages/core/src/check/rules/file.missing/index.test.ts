import { expect, test } from "vitest";
import { loadSkill } from "../../../discover/load-skill.ts";
import { createMemoryFileSystem } from "../../../fs/memory.ts";
import { checkSkill } from "../../check-skill.ts";
import { findingsOf } from "../../findings-of.ts";

const text = "---\nname: pdf\ndescription: Reads PDF files.\n---\n";

test("S1-28, S1-29: a directory without SKILL.md has only this finding", () => {
  const skill = loadSkill(createMemoryFileSystem({ "pdf/notes.md": text }), "pdf");
  expect(checkSkill(skill, { profile: { name: "test", summary: "", severities: {} } })).toEqual([
    {
      rule: "file.missing",
      category: "spec",
      severity: "error",
      message: "missing",
      args: {},
      file: "pdf/SKILL.md",
      range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
    },
  ]);
});

test("C-19: SKILL.md and skill.md are found, other spellings are not", () => {
  const isMissing = (name: string): boolean =>
    findingsOf("file.missing", { [`pdf/${name}`]: text }).length > 0;
  expect(["SKILL.md", "skill.md", "Skill.md", "SKILL.MD"].map(isMissing)).toEqual([false, false, true, true]);
});
