import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSkill } from "../../../discover/load-skill.ts";
import { createNodeFileSystem } from "../../../fs/node.ts";
import { checkSkill } from "../../check-skill.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "skillwright-"));
  mkdirSync(join(root, "pdf"));
});
afterEach(() => rmSync(root, { recursive: true }));

const text = "---\nname: pdf\ndescription: Reads PDF files.\n---\n";
const rulesOf = (directory: string): readonly string[] =>
  checkSkill(loadSkill(createNodeFileSystem(), directory), {
    profile: { name: "test", summary: "", severities: {} },
    categories: ["spec"],
  }).map(({ rule, message }) => `${rule} ${message}`);

test("a SKILL.md that is a link out of the skill is reported and not read", () => {
  writeFileSync(join(root, "shared.md"), text);
  symlinkSync("../shared.md", join(root, "pdf/SKILL.md"));
  expect(rulesOf(join(root, "pdf"))).toEqual(["file.linkOutside skillFile"]);
});

test("a link inside the skill is followed", () => {
  writeFileSync(join(root, "pdf/main.md"), text);
  symlinkSync("main.md", join(root, "pdf/SKILL.md"));
  expect(rulesOf(join(root, "pdf"))).toEqual([]);
});
