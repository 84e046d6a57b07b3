import fc from "fast-check";
import { expect, test } from "vitest";
import { codeOf } from "../fs/contract.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem, type MemoryFiles } from "../fs/memory.ts";
import { limits } from "../limits.ts";
import { compileGlob } from "../text/glob.ts";
import { discoverLimits } from "./limits.ts";
import { findSkills } from "./load-skills.ts";

function find(
  files: MemoryFiles | readonly string[],
  path: string,
  ignore?: (path: string) => boolean,
): readonly string[] {
  const entries = Array.isArray(files) ? Object.fromEntries(files.map((file) => [file, ""])) : files;
  const found = findSkills(createMemoryFileSystem(entries as MemoryFiles), path, ignore ? { ignore } : {});
  return Array.from(found, ({ directory }) => directory);
}

test("a skill, its SKILL.md and its parent folder all select the skill", () => {
  const files = ["skills/pdf/SKILL.md"];
  expect(find(files, "skills/pdf")).toEqual(["skills/pdf"]);
  expect(find(files, "skills/pdf/")).toEqual(["skills/pdf"]);
  expect(find(files, "skills/pdf/SKILL.md")).toEqual(["skills/pdf"]);
  expect(find(files, "skills")).toEqual(["skills/pdf"]);
  expect(find(files, ".")).toEqual(["./skills/pdf"]);
  expect(find(files, "/")).toEqual(["/skills/pdf"]);
});

test("a bare SKILL.md path is in the current folder", () => {
  expect(find(["SKILL.md"], "SKILL.md")).toEqual(["."]);
  expect(find(["SKILL.md"], "/SKILL.md")).toEqual(["/"]);
});

test("S1-20: skill.md is accepted", () => {
  expect(find(["skills/pdf/skill.md"], "skills")).toEqual(["skills/pdf"]);
  expect(find(["skills/pdf/skill.md"], "skills/pdf/skill.md")).toEqual(["skills/pdf"]);
});

test("S1-25: skills are found at any depth, including inside another skill", () => {
  const files = ["s/a/b/c/d/SKILL.md", "s/a/SKILL.md", "s/a/nested/SKILL.md", "s/README.md"];
  expect(find(files, "s")).toEqual(["s/a", "s/a/b/c/d", "s/a/nested"]);
});

test("a SKILL.md among a skill's resources is not a skill", () => {
  const files = [
    "s/a/SKILL.md",
    "s/a/assets/template/SKILL.md",
    "s/a/scripts/SKILL.md",
    "s/references/b/SKILL.md",
  ];
  expect(find(files, "s")).toEqual(["s/a", "s/references/b"]);
});

test("skills come in the order of their paths as plain text", () => {
  const names = ["a/c", "a-b", "a", "a.b", "a/c-d", "a/c/e", "B", "é", "a0", "b"];
  const files = names.map((name) => `s/${name}/SKILL.md`);
  expect(find(files, "s")).toEqual(names.map((name) => `s/${name}`).sort());
});

test("the order is by path, whatever the names", () => {
  const part = fc.string({ unit: fc.constantFrom(..."ab-.é~ "), minLength: 1, maxLength: 3 });
  const name = part.filter((text) => text !== "." && text !== "..");
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(fc.uniqueArray(path, { minLength: 1, maxLength: 12 }), (paths) => {
      const found = find(
        paths.map((one) => `s/${one}/SKILL.md`),
        "s",
      );
      expect(found).toEqual(paths.map((one) => `s/${one}`).sort());
    }),
  );
});

test("tool folders are skipped", () => {
  const files = [
    "s/node_modules/x/SKILL.md",
    "s/.git/x/SKILL.md",
    "s/__pycache__/SKILL.md",
    "s/.claude/skills/x/SKILL.md",
  ];
  expect(find(files, "s")).toEqual(["s/.claude/skills/x"]);
});

test("globs that exclude folders are relative to the path", () => {
  const files = ["s/drafts/a/SKILL.md", "s/b/drafts/SKILL.md", "s/c/SKILL.md"];
  expect(find(files, "s", compileGlob("drafts"))).toEqual(["s/b/drafts", "s/c"]);
  expect(find(files, "s/", compileGlob("**/drafts"))).toEqual(["s/c"]);
  expect(find(files, "/", compileGlob("s/drafts"))).toEqual(["/s/b/drafts", "/s/c"]);
});

test("a path without a skill is kept, so that the missing file is reported", () => {
  expect(find(["s/README.md"], "s")).toEqual(["s"]);
  expect(find({ "s/SKILL.md/inner.txt": "" }, "s")).toEqual(["s"]);
});

test("a missing path and a file that is not a skill are errors", () => {
  expect(codeOf(() => find(["s/README.md"], "missing"))).toBe("file-missing");
  expect(codeOf(() => find(["s/README.md"], "s/README.md"))).toBe("file-not-regular");
});

test("the walk stops at a generous depth limit", () => {
  const deep = `s/${"d/".repeat(limits.collectionDepth)}SKILL.md`;
  const deeper = `s/${"d/".repeat(limits.collectionDepth + 1)}SKILL.md`;
  expect(find([deep], "s")).toHaveLength(1);
  expect(find([deeper], "s")).toEqual(["s"]);
});

test("fifty thousand skills in one folder take no more than fifty thousand steps", () => {
  const files = Array.from({ length: 50_000 }, (_, index) => [`s/skill-${index}/SKILL.md`, "---\n---\n"]);
  const found = find(Object.fromEntries(files), "s");
  expect([found.length, found[0], found.at(-1)]).toEqual([50_000, "s/skill-0", "s/skill-9999"]);
});

/** The files, and the folders that were listed so far. */
function createCounting(...files: string[]): { fs: FileSystem; listed: string[] } {
  const fs = createMemoryFileSystem(Object.fromEntries(files.map((file) => [file, ""])));
  const listed: string[] = [];
  const list = (path: string): ReturnType<FileSystem["list"]> => {
    listed.push(path);
    return fs.list(path);
  };
  return { fs: { ...fs, list }, listed };
}

test("the first skill is returned before the last folder is read", () => {
  const { fs, listed } = createCounting("s/a/SKILL.md", "s/b/SKILL.md");
  const [first] = findSkills(fs, "s");
  expect([first?.directory, listed]).toEqual(["s/a", ["s", "s/a"]]);
});

test("every folder is read once, and no files are", () => {
  const { fs, listed } = createCounting("s/a/SKILL.md", "s/a/x/y.md", "s/README.md", "s/b/SKILL.md");
  expect([...findSkills(fs, "s")]).toHaveLength(2);
  expect(listed.sort()).toEqual(["s", "s/a", "s/a/x", "s/b"]);
});

test("a folder with more entries than anyone has is an error", () => {
  const entries = Array(discoverLimits.walkEntries + 1).fill({ name: "file", kind: "file" });
  const fs = { ...createMemoryFileSystem({ "s/x": "" }), list: () => entries };
  expect(codeOf(() => [...findSkills(fs, "s")])).toBe("walk-too-large");
});
