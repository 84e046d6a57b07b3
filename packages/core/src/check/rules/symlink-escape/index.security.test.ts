import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSkill } from "../../../discover/load-skill.ts";
import { createNodeFileSystem } from "../../../fs/node.ts";
import { checkSkill } from "../../check-skill.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skillwright-links-"));
  mkdirSync(join(folder, "notes/data"), { recursive: true });
  mkdirSync(join(folder, "notes-private"));
  writeFileSync(join(folder, "notes/SKILL.md"), "---\nname: notes\ndescription: Takes notes.\n---\n");
  writeFileSync(join(folder, "notes-private/key"), "key\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

function linksFound(): readonly unknown[] {
  const settings = { profile: { name: "test", summary: "", severities: {} } };
  const found = checkSkill(loadSkill(createNodeFileSystem(), `${folder}/notes`), settings);
  return found.filter((finding) => finding.rule === "symlink-escape").map((finding) => finding.args.file);
}

test.each([
  ["an absolute target", "/etc/passwd"],
  ["a folder outside", "../../notes-private"],
  ["a sibling with the same name prefix", "../../notes-private/key"],
  ["the folder above", "../.."],
  ["a target that does not exist yet", "/home/someone-else/.ssh/id_ed25519"],
  ["a path out and back in through a missing folder", "../../nowhere/../notes/SKILL.md"],
  ["a link to itself", "link"],
  ["a name too long for the disk", `/${"x".repeat(300)}`],
  ["a device", "/dev/zero"],
])("%s is found, and nothing is thrown", (_, target) => {
  symlinkSync(target, join(folder, "notes/data/link"));
  expect(linksFound()).toEqual(["data/link"]);
});

test("a chain of links that ends outside is found at each link", () => {
  symlinkSync("../../notes-private/key", join(folder, "notes/data/b"));
  symlinkSync("b", join(folder, "notes/data/a"));
  expect(linksFound()).toEqual(["data/a", "data/b"]);
});

test("a linked folder is reported as one link and not walked", () => {
  symlinkSync("/", join(folder, "notes/data/root"));
  expect(linksFound()).toEqual(["data/root"]);
});

test("a skill reached through a link can contain links within itself", () => {
  symlinkSync("SKILL.md", join(folder, "notes/README.md"));
  symlinkSync(join(folder, "notes"), join(folder, "alias"));
  const skill = loadSkill(createNodeFileSystem(), `${folder}/alias`);
  expect(
    checkSkill(skill, { profile: { name: "test", summary: "", severities: {} }, categories: ["security"] }),
  ).toEqual([]);
});

test("known gap: a hard link to a file outside looks like any file", () => {
  linkSync(join(folder, "notes-private/key"), join(folder, "notes/data/key"));
  expect(linksFound()).toEqual([]);
});

test("known gap: links in folders that are never walked are not seen", () => {
  mkdirSync(join(folder, "notes/node_modules"));
  symlinkSync("/etc/passwd", join(folder, "notes/node_modules/x"));
  expect(linksFound()).toEqual([]);
});
