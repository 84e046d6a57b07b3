import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSkill } from "../../../discover/load-skill.ts";
import type { Finding } from "../../../finding.ts";
import { createNodeFileSystem } from "../../../fs/node.ts";
import { checkSkill } from "../../check-skill.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skillwright-links-"));
  mkdirSync(join(folder, "notes/data"), { recursive: true });
  writeFileSync(join(folder, "notes/SKILL.md"), "---\nname: notes\ndescription: Takes notes.\n---\n");
  writeFileSync(join(folder, "notes/data/list.txt"), "milk\n");
  writeFileSync(join(folder, "secret.txt"), "key\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

function findings(): readonly Finding[] {
  const settings = { profile: { name: "test", summary: "", severities: {} } };
  const found = checkSkill(loadSkill(createNodeFileSystem(), `${folder}/notes`), settings);
  return found.filter((finding) => finding.rule === "symlink-escape");
}

test("a link to a file outside is found and named", () => {
  symlinkSync("../../secret.txt", join(folder, "notes/data/key.txt"));
  expect(findings()).toMatchObject([
    { severity: "error", file: `${folder}/notes/data/key.txt`, args: { file: "data/key.txt" } },
  ]);
});

test("a link from one file of the skill to another is fine", () => {
  symlinkSync("list.txt", join(folder, "notes/data/same.txt"));
  symlinkSync("data", join(folder, "notes/other"));
  expect(findings()).toEqual([]);
});

test("a skill without links is fine", () => {
  expect(findings()).toEqual([]);
});
