import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { SkillError } from "../error.ts";
import { asOrdinaryUser, codeOf, createTestFolder } from "../fs/contract.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { findSkills } from "./load-skills.ts";

const fs = createNodeFileSystem();

/** A folder `skills` with one skill `a`, and a folder `elsewhere` with one skill `b`. */
function createFolders(): { skills: string; elsewhere: string } {
  const root = createTestFolder();
  for (const path of ["skills/a", "elsewhere/b"]) {
    mkdirSync(`${root}/${path}`, { recursive: true });
    writeFileSync(`${root}/${path}/SKILL.md`, "---\nname: x\n---\n");
  }
  return { skills: `${root}/skills`, elsewhere: `${root}/elsewhere` };
}

function find(path: string, on: FileSystem = fs): readonly object[] {
  return Array.from(findSkills(on, path), ({ entries: _, ...found }) => found);
}

test("a link inside the folder is visited at its target, once", () => {
  const { skills } = createFolders();
  symlinkSync("a", `${skills}/b`);
  expect(find(skills)).toEqual([{ directory: `${skills}/a` }]);
});

test("a link to a skill outside is reported and not read", () => {
  const { skills, elsewhere } = createFolders();
  symlinkSync(`${elsewhere}/b`, `${skills}/b`);
  symlinkSync("../elsewhere/b/SKILL.md", `${skills}/c`);
  expect(find(skills)).toEqual([{ directory: `${skills}/a` }, { directory: `${skills}/b`, outside: true }]);
});

test("a link to a folder that only shares a name prefix leads outside", () => {
  const { skills } = createFolders();
  mkdirSync(`${skills}-more`);
  writeFileSync(`${skills}-more/SKILL.md`, "");
  symlinkSync("../skills-more", `${skills}/more`);
  expect(find(skills)).toEqual([
    { directory: `${skills}/a` },
    { directory: `${skills}/more`, outside: true },
  ]);
});

test("circular, self-referencing, upward and dangling links do not break the walk", () => {
  const { skills } = createFolders();
  symlinkSync("loop", `${skills}/loop`);
  symlinkSync(".", `${skills}/self`);
  symlinkSync("../..", `${skills}/above`);
  symlinkSync("/", `${skills}/root`);
  symlinkSync("missing", `${skills}/dangling`);
  symlinkSync("../skills", `${skills}/a/back`);
  expect(find(skills)).toEqual([{ directory: `${skills}/a` }]);
});

test("a folder given as a link is walked under the link's name", () => {
  const { skills, elsewhere } = createFolders();
  symlinkSync(elsewhere, `${skills}-link`);
  expect(find(`${skills}-link`)).toEqual([{ directory: `${skills}-link/b` }]);
});

test("a circular link is an error", () => {
  const { skills } = createFolders();
  symlinkSync("loop", `${skills}/loop`);
  expect(codeOf(() => find(`${skills}/loop`))).toBe("file-is-link");
});

test("a SKILL.md that is a link, a folder or a pipe marks a skill, and is reported when it is read", () => {
  const { skills } = createFolders();
  for (const name of ["link", "folder"]) mkdirSync(`${skills}/${name}`);
  symlinkSync("/etc/passwd", `${skills}/link/SKILL.md`);
  mkdirSync(`${skills}/folder/SKILL.md`);
  expect(Array.from(findSkills(fs, skills), ({ directory }) => directory.slice(skills.length + 1))).toEqual([
    "a",
    "folder",
    "link",
  ]);
});

test("an unreadable folder hides only itself", () => {
  const { skills, elsewhere } = createFolders();
  symlinkSync(`${elsewhere}/b`, `${skills}/b`);
  mkdirSync(`${skills}/closed`);
  chmodSync(`${skills}/closed`, 0);
  chmodSync(elsewhere, 0);
  onTestFinished(() => {
    for (const path of [`${skills}/closed`, elsewhere]) chmodSync(path, 0o700);
  });
  expect(asOrdinaryUser(() => find(skills))).toEqual([{ directory: `${skills}/a` }]);
});

test("a folder or link the disk refuses to read hides only itself, but the given path is an error", () => {
  const memory = createMemoryFileSystem({ "s/a/SKILL.md": "", "s/closed/SKILL.md": "" });
  const refuse = (path: string): never => {
    throw new SkillError("file-forbidden", { path });
  };
  const refusing = {
    ...memory,
    list: (path: string) => {
      if (path.endsWith("closed")) return refuse(path);
      return path === "s"
        ? [...memory.list(path), { name: "z", kind: "symlink" as const }]
        : memory.list(path);
    },
    realPath: (path: string) => (path.endsWith("z") ? refuse(path) : memory.realPath(path)),
  };
  expect(find("s", refusing)).toEqual([{ directory: "s/a" }]);
  expect(codeOf(() => [...findSkills(refusing, "s/closed")])).toBe("file-forbidden");
});
