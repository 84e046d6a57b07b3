import { expect, test } from "vitest";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { discoverLimits } from "./limits.ts";
import { listProjectFolders } from "./project-folders.ts";

const home = "/home/ada";

function pathsOf(fs: FileSystem, cwd: string): readonly string[] {
  const { near, nested } = listProjectFolders(fs, { cwd, home });
  return [...near, ...nested].map(({ path }) => path);
}

test("the working folder comes first, then its parents up to the repository", () => {
  const fs = createMemoryFileSystem({
    "/home/ada/.claude/x": "",
    "/home/ada/repo/.git/HEAD": "",
    "/home/ada/repo/apps/web/src/index.ts": "",
  });
  expect(listProjectFolders(fs, { cwd: "/home/ada/repo/apps/web", home })).toEqual({
    near: [
      { path: "/home/ada/repo/apps/web", project: "/home/ada/repo", names: new Set(["src"]), layers: [] },
      { path: "/home/ada/repo/apps", project: "/home/ada/repo", names: new Set(["web"]), layers: [] },
      { path: "/home/ada/repo", project: "/home/ada/repo", names: new Set([".git", "apps"]), layers: [] },
    ],
    nested: [],
    findings: [],
  });
});

test("a `.git` file, as in a worktree or submodule, marks a repository too", () => {
  const fs = createMemoryFileSystem({
    "/w/tree/.git": "gitdir: /w/main",
    "/w/tree/a/b": "",
    "/w/.git/HEAD": "",
  });
  expect(pathsOf(fs, "/w/tree/a")).toEqual(["/w/tree/a", "/w/tree"]);
});

test("without a repository, only the working folder counts", () => {
  const fs = createMemoryFileSystem({
    "/home/ada/notes/today/.claude/skills/a/SKILL.md": "",
    "/srv/app/x": "",
  });
  expect(pathsOf(fs, "/home/ada/notes/today")).toEqual(["/home/ada/notes/today"]);
  expect(pathsOf(fs, "/srv/app")).toEqual(["/srv/app"]);
});

test("the home folder and those above it are no projects unless they are repositories", () => {
  const files = { "/home/ada/.claude/skills/a/SKILL.md": "", "/home/ada/repo/x": "" };
  const fs = createMemoryFileSystem(files);
  expect(pathsOf(fs, "/home/ada")).toEqual([]);
  expect(pathsOf(fs, "/home")).toEqual([]);
  expect(pathsOf(fs, "/")).toEqual([]);
  const repository = createMemoryFileSystem({ ...files, "/home/ada/.git/HEAD": "" });
  expect(pathsOf(repository, "/home/ada/repo")).toEqual(["/home/ada/repo", "/home/ada"]);
});

test("the search upward stops at a Windows drive", () => {
  const fs = createMemoryFileSystem({ "C:/work/app/x": "", "C:/.git/HEAD": "" });
  expect(pathsOf(fs, "C:/work/app")).toEqual(["C:/work/app", "C:/work", "C:/"]);
});

test("S0-17: folders below the repository that contain dotted folders are found, level by level", () => {
  const fs = createMemoryFileSystem({
    "/repo/.git/HEAD": "",
    "/repo/apps/web/.claude/skills/a/SKILL.md": "",
    "/repo/apps/api/deep/er/.github/skills/b/SKILL.md": "",
    "/repo/libs/.agents/skills/c/SKILL.md": "",
    "/repo/libs/plain/skills/d/SKILL.md": "",
  });
  const { nested } = listProjectFolders(fs, { cwd: "/repo", home });
  expect(nested.map(({ path, names }) => [path, ...names])).toEqual([
    ["/repo/libs", ".agents"],
    ["/repo/apps/web", ".claude"],
    ["/repo/apps/api/deep/er", ".github"],
  ]);
});

test("standard §2 item 8: .git, node_modules, hidden folders and skills are not looked into", () => {
  const fs = createMemoryFileSystem({
    "/repo/.git/a/.claude/x": "",
    "/repo/.cache/a/.claude/x": "",
    "/repo/node_modules/a/.claude/x": "",
    "/repo/a/node_modules/b/.claude/x": "",
    "/repo/skills/pdf/SKILL.md": "",
    "/repo/skills/pdf/assets/template/.claude/x": "",
  });
  expect(pathsOf(fs, "/repo")).toEqual(["/repo"]);
});

test("standard §2 item 9: what .gitignore names is not looked into, and its rules are handed on", () => {
  const fs = createMemoryFileSystem({
    "/repo/.git/HEAD": "",
    "/repo/.gitignore": "/dist/\nvendor/\n",
    "/repo/dist/a/.claude/x": "",
    "/repo/apps/vendor/.claude/x": "",
    "/repo/apps/dist/.claude/x": "",
    "/repo/apps/.gitignore": "old\n",
    "/repo/apps/old/.claude/x": "",
    "/repo/.skillignore": "examples/\n",
    "/repo/examples/.claude/x": "",
  });
  const { near, nested } = listProjectFolders(fs, { cwd: "/repo", home });
  expect(near.map(({ layers }) => layers)).toEqual([[]]);
  expect(nested.map(({ path, layers }) => [path, ...layers.map(({ folder }) => folder)])).toEqual([
    ["/repo/apps/dist", "/repo", "/repo", "/repo/apps"],
  ]);
});

test("a repository inside another is a separate project", () => {
  const fs = createMemoryFileSystem({
    "/repo/.git/HEAD": "",
    "/repo/vendor/tool/.git/HEAD": "",
    "/repo/vendor/tool/.claude/x": "",
    "/repo/vendor/tool/sub/.claude/x": "",
  });
  const { nested } = listProjectFolders(fs, { cwd: "/repo", home });
  expect(nested.map(({ path, project }) => [path, project])).toEqual([
    ["/repo/vendor/tool", "/repo/vendor/tool"],
    ["/repo/vendor/tool/sub", "/repo/vendor/tool"],
  ]);
});

test("each folder is listed once", () => {
  const memory = createMemoryFileSystem({
    "/repo/.git/HEAD": "",
    "/repo/apps/web/.claude/x": "",
    "/repo/apps/web/src/a": "",
    "/repo/libs/b/c": "",
  });
  const listed: string[] = [];
  const list: FileSystem["list"] = (path) => {
    listed.push(path);
    return memory.list(path);
  };
  listProjectFolders({ ...memory, list }, { cwd: "/repo/apps/web", home });
  expect(listed.sort()).toEqual([
    "/repo",
    "/repo/apps",
    "/repo/apps/web",
    "/repo/apps/web/src",
    "/repo/libs",
    "/repo/libs/b",
  ]);
});

test("standard §2 item 10: folders deeper than the limit are not searched", () => {
  const deep = (levels: number): string => `/repo/${"d/".repeat(levels)}.claude/x`;
  const at = createMemoryFileSystem({ "/repo/.git/HEAD": "", [deep(discoverLimits.rootDepth)]: "" });
  const past = createMemoryFileSystem({ "/repo/.git/HEAD": "", [deep(discoverLimits.rootDepth + 1)]: "" });
  expect(pathsOf(at, "/repo")).toHaveLength(2);
  expect(pathsOf(past, "/repo")).toHaveLength(1);
});
