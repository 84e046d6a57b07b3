import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { createTestFolder } from "../fs/contract.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { discoverLimits } from "./limits.ts";
import { listProjectFolders } from "./project-folders.ts";

const home = "/home/ada";

test("100,000 folders side by side cost no more than the limit, and the first are still searched", () => {
  const files: Record<string, string> = { "/repo/.git/HEAD": "", "/repo/00-first/.claude/x": "" };
  for (let index = 0; index < 100_000; index++) files[`/repo/d${index}/x`] = "";
  const memory = createMemoryFileSystem(files);
  let listings = 0;
  const list: FileSystem["list"] = (path) => {
    listings++;
    return memory.list(path);
  };
  const { nested, findings } = listProjectFolders({ ...memory, list }, { cwd: "/repo", home });
  expect(nested.map(({ path }) => path)).toEqual(["/repo/00-first"]);
  expect(listings).toBe(discoverLimits.nestedFolders + 1);
  expect(findings).toEqual([
    { code: "walk-too-large", severity: "info", path: "/repo", args: { max: discoverLimits.nestedFolders } },
  ]);
});

test("ignored folders count toward the limit, so ignoring is bounded too", () => {
  const files: Record<string, string> = { "/repo/.git/HEAD": "", "/repo/.gitignore": "d*\n" };
  for (let index = 0; index < discoverLimits.nestedFolders + 1; index++) files[`/repo/d${index}/x`] = "";
  const { findings } = listProjectFolders(createMemoryFileSystem(files), { cwd: "/repo", home });
  expect(findings).toHaveLength(1);
});

test("a folder nested thousands of levels deep stops at the limit", () => {
  const fs = createMemoryFileSystem({ "/repo/.git/HEAD": "", [`/repo/${"d/".repeat(5000)}x`]: "" });
  expect(listProjectFolders(fs, { cwd: "/repo", home })).toMatchObject({ nested: [], findings: [] });
});

test("an unreadable folder hides only itself", () => {
  const memory = createMemoryFileSystem({
    "/repo/.git/HEAD": "",
    "/repo/closed/.claude/x": "",
    "/repo/open/.claude/x": "",
  });
  const fs: FileSystem = {
    ...memory,
    list: (path) => {
      if (path === "/repo/closed") throw new SkillError("file-forbidden", { path });
      return memory.list(path);
    },
    stat: (path) => {
      if (path === "/repo/open/.git") throw new SkillError("file-forbidden", { path });
      return memory.stat(path);
    },
  };
  const { near, nested } = listProjectFolders(fs, { cwd: "/repo/open", home });
  expect(near.map(({ path }) => path)).toEqual(["/repo/open", "/repo"]);
  expect(nested).toEqual([]);
});

test("links to folders are not followed, loops included", () => {
  const root = createTestFolder();
  mkdirSync(`${root}/repo/.git`, { recursive: true });
  mkdirSync(`${root}/outside/a/.claude`, { recursive: true });
  symlinkSync(`${root}/outside`, `${root}/repo/linked`);
  symlinkSync(`${root}/repo`, `${root}/repo/loop`);
  const { near, nested } = listProjectFolders(createNodeFileSystem(), { cwd: `${root}/repo`, home });
  expect(near.map(({ path }) => path)).toEqual([`${root}/repo`]);
  expect(nested).toEqual([]);
});

test("a `.git` link marks the folder that contains it, wherever it leads; a dangling one marks nothing", () => {
  const root = createTestFolder();
  mkdirSync(`${root}/elsewhere/repo/.git`, { recursive: true });
  mkdirSync(`${root}/work/app/src`, { recursive: true });
  writeFileSync(`${root}/work/app/src/file`, "");
  symlinkSync(`${root}/elsewhere/repo/.git`, `${root}/work/app/.git`);
  symlinkSync(`${root}/nowhere`, `${root}/work/app/src/.git`);
  const { near } = listProjectFolders(createNodeFileSystem(), { cwd: `${root}/work/app/src`, home });
  expect(near.map(({ path, project }) => [path, project])).toEqual([
    [`${root}/work/app/src`, `${root}/work/app`],
    [`${root}/work/app`, `${root}/work/app`],
  ]);
});
