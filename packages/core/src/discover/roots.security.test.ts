import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { createTestFolder } from "../fs/contract.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { type FoundRoots, findRoots } from "./roots.ts";

/** A disk with a home, a repository in it and a folder outside, given the folders to make. */
function createDisk(...folders: readonly string[]): string {
  const root = createTestFolder();
  for (const folder of ["home/repo/.git", "outside/skills/pdf", ...folders])
    mkdirSync(`${root}/${folder}`, { recursive: true });
  return root;
}

function findOn(root: string): FoundRoots {
  return findRoots(createNodeFileSystem(), {
    cwd: `${root}/home/repo`,
    home: `${root}/home`,
    platform: "linux",
  });
}

const briefly = (root: string, { roots }: FoundRoots): readonly string[] =>
  roots.map(({ scope, path }) => `${scope} ${path.slice(root.length)}`);

test("a project's folder of skills that is a link out of the project is reported, not searched", () => {
  const root = createDisk("home/repo/.claude");
  symlinkSync(`${root}/outside/skills`, `${root}/home/repo/.claude/skills`);
  symlinkSync(`${root}/outside`, `${root}/home/repo/.agents`);
  const target = `${root}/outside/skills`;
  expect(findOn(root)).toEqual({
    roots: [],
    findings: [
      {
        code: "link-leaves-root",
        severity: "warning",
        path: `${root}/home/repo/.agents/skills`,
        args: { target },
      },
      {
        code: "link-leaves-root",
        severity: "warning",
        path: `${root}/home/repo/.claude/skills`,
        args: { target },
      },
    ],
  });
});

test("a nested folder's link out of the project is refused as well", () => {
  const root = createDisk("home/repo/app");
  symlinkSync(`${root}/outside`, `${root}/home/repo/app/.claude`);
  const { roots, findings } = findOn(root);
  expect(roots).toEqual([]);
  expect(findings.map(({ code }) => code)).toEqual(["link-leaves-root"]);
});

test("a project cannot claim a user's skills through a link, and none are lost", () => {
  const root = createDisk("home/.claude/skills", "home/repo/.claude");
  symlinkSync(`${root}/home/.claude/skills`, `${root}/home/repo/.claude/skills`);
  const found = findOn(root);
  expect(briefly(root, found)).toEqual(["personal /home/.claude/skills"]);
  expect(found.findings).toEqual([]);
});

test("a link inside the project is the folder it leads to, once", () => {
  const root = createDisk("home/repo/.agents/skills", "home/repo/.claude");
  symlinkSync("../.agents/skills", `${root}/home/repo/.claude/skills`);
  const found = findOn(root);
  expect(briefly(root, found)).toEqual(["project /home/repo/.agents/skills"]);
  expect(found.findings).toEqual([]);
});

test("a user's link into the project counts as the project's and must be trusted", () => {
  const root = createDisk("home/repo/.claude/skills", "home/.claude");
  symlinkSync(`${root}/home/repo/.claude/skills`, `${root}/home/.claude/skills`);
  expect(briefly(root, findOn(root))).toEqual(["project /home/repo/.claude/skills"]);
});

test("a user can keep their skills anywhere", () => {
  const root = createDisk("home/.claude");
  symlinkSync(`${root}/outside/skills`, `${root}/home/.claude/skills`);
  const found = findOn(root);
  expect(briefly(root, found)).toEqual(["personal /home/.claude/skills"]);
  expect(found.findings).toEqual([]);
});

test("links that lead nowhere or to themselves are no roots", () => {
  const root = createDisk("home/repo/.claude", "home/repo/.agents");
  symlinkSync(`${root}/nowhere`, `${root}/home/repo/.claude/skills`);
  symlinkSync("skills", `${root}/home/repo/.agents/skills`);
  expect(findOn(root).roots).toEqual([]);
});

test("the project itself can be reached through a link", () => {
  const root = createDisk("home/repo/.claude/skills");
  symlinkSync(`${root}/home/repo`, `${root}/home/link`);
  const fs = createNodeFileSystem();
  const found = findRoots(fs, { cwd: `${root}/home/link`, home: `${root}/home`, platform: "linux" });
  expect(briefly(root, found)).toEqual(["project /home/link/.claude/skills"]);
});

test("an unreadable folder is reported and hides no other", () => {
  const memory = createMemoryFileSystem({
    "/home/ada/.claude/skills/a/SKILL.md": "",
    "/home/ada/.agents/skills/b/SKILL.md": "",
  });
  const fs: FileSystem = {
    ...memory,
    stat: (path) => {
      if (path.startsWith("/home/ada/.claude/")) throw new SkillError("file-forbidden", { path });
      return memory.stat(path);
    },
  };
  const path = "/home/ada/.claude/skills";
  expect(findRoots(fs, { cwd: "/srv", home: "/home/ada", platform: "linux" })).toEqual({
    roots: [
      { path: "/home/ada/.agents/skills", scope: "personal", client: "universal", linksWithin: "/home/ada" },
    ],
    findings: [{ code: "folder-unreadable", severity: "warning", path, args: { reason: "file-forbidden" } }],
  });
});

test("an error that is not a file error is not swallowed", () => {
  const fs: FileSystem = {
    ...createMemoryFileSystem(),
    stat: () => {
      throw new TypeError("a bug");
    },
  };
  expect(() => findRoots(fs, { cwd: "/srv", home: "/home/ada", platform: "linux" })).toThrow(TypeError);
});
