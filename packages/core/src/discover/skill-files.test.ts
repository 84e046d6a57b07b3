import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createTestFolder } from "../fs/contract.ts";
import { createMemoryFileSystem, type MemoryFiles } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { limits } from "../limits.ts";
import { discoverLimits } from "./limits.ts";
import { createSkillFiles, type SkillFiles } from "./skill-files.ts";

function filesOf(files: MemoryFiles, directory = "pdf"): SkillFiles {
  return createSkillFiles(createMemoryFileSystem(files), directory);
}

function pathsOf(files: SkillFiles): readonly string[] {
  return files.all().map(({ path }) => path);
}

test("all files are listed in the order of their paths as plain text", () => {
  const names = ["SKILL.md", "a/c.md", "a-b.md", "a.md", "scripts/run.sh", "Z", "a/b/d"];
  const files = filesOf(Object.fromEntries(names.map((name) => [`pdf/${name}`, ""])));
  expect(files.all()).toEqual([...names].sort().map((path) => ({ path, kind: "file" })));
});

test("tool folders and nested skills are left out", () => {
  const files = filesOf({
    "pdf/SKILL.md": "",
    "pdf/.git/config": "",
    "pdf/scripts/node_modules/x.js": "",
    "pdf/inner/SKILL.md": "",
    "pdf/inner/run.sh": "",
    "pdf/other/skill.md": "",
  });
  expect(pathsOf(files)).toEqual(["SKILL.md"]);
});

test("a SKILL.md among the resources does not hide the files next to it", () => {
  const files = filesOf({
    "pdf/scripts/x/SKILL.md": "",
    "pdf/scripts/x/run.sh": "",
    "pdf/assets/SKILL.md": "",
  });
  expect(pathsOf(files)).toEqual(["assets/SKILL.md", "scripts/x/SKILL.md", "scripts/x/run.sh"]);
});

test("the list is bounded in number and depth", () => {
  const many = Array.from({ length: limits.filesPerSkill + 10 }, (_, index) => [`pdf/${index}`, ""]);
  expect(filesOf(Object.fromEntries(many)).all()).toHaveLength(limits.filesPerSkill);
  const deep = (depth: number): string => `pdf/${"d/".repeat(depth)}file`;
  expect(
    pathsOf(filesOf({ [deep(discoverLimits.skillDepth)]: "", [deep(discoverLimits.skillDepth + 1)]: "" })),
  ).toHaveLength(1);
});

test("a file is read as text when it is text and not too large", () => {
  const files = filesOf({
    "pdf/a.md": "é",
    "pdf/binary": "a\0b",
    "pdf/latin1": new Uint8Array([0xe9]),
    "pdf/large": "x".repeat(limits.bundledFileBytes + 1),
    "pdf/fits": "x".repeat(limits.bundledFileBytes),
    "pdf/folder/x": "",
    secret: "x",
  });
  expect(["a.md", "binary", "latin1", "large", "folder", "missing", "../secret"].map(files.read)).toEqual([
    "é",
    ...Array(6).fill(undefined),
  ]);
  expect(files.read("fits")).toHaveLength(limits.bundledFileBytes);
});

test("existence, the executable bit and containment are distinguished", () => {
  const files = filesOf({ "pdf/run.sh": { content: "", executable: true }, "pdf/a.md": "", secret: "" });
  expect(["run.sh", "a.md", "missing"].map(files.exists)).toEqual([true, true, false]);
  expect(["run.sh", "a.md", "missing"].map(files.isExecutable)).toEqual([true, false, false]);
  expect(["run.sh", ".", "missing", "../secret", "../pdf/a.md"].map(files.staysInside)).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
});

test("a skill at the root of a file system and in the current directory keeps its files", () => {
  for (const directory of ["/", "."]) {
    const files = filesOf({ "SKILL.md": "x", "scripts/run.sh": "" }, directory);
    expect([pathsOf(files), files.read("SKILL.md"), files.staysInside("scripts/run.sh")]).toEqual([
      ["SKILL.md", "scripts/run.sh"],
      "x",
      true,
    ]);
  }
});

test("T7: links out of the skill, pipes and loops are listed but never read", () => {
  const root = createTestFolder();
  mkdirSync(`${root}/pdf`);
  writeFileSync(`${root}/secret`, "secret");
  writeFileSync(`${root}/pdf/real.md`, "text");
  symlinkSync("../secret", `${root}/pdf/outside`);
  symlinkSync("real.md", `${root}/pdf/inside`);
  symlinkSync("loop", `${root}/pdf/loop`);
  execFileSync("mkfifo", [`${root}/pdf/pipe`]);
  const files = createSkillFiles(createNodeFileSystem(), `${root}/pdf`);
  expect(files.all()).toEqual([
    { path: "inside", kind: "symlink" },
    { path: "loop", kind: "symlink" },
    { path: "outside", kind: "symlink" },
    { path: "pipe", kind: "other" },
    { path: "real.md", kind: "file" },
  ]);
  expect(["inside", "outside", "loop", "pipe"].map(files.read)).toEqual([
    "text",
    undefined,
    undefined,
    undefined,
  ]);
  expect(["inside", "outside", "loop"].map(files.staysInside)).toEqual([true, false, false]);
});

test("T7: no name a skill could mention makes a disk lookup fail", () => {
  const root = createTestFolder();
  symlinkSync("loop", `${root}/loop`);
  const files = createSkillFiles(createNodeFileSystem(), root);
  for (const name of ["a".repeat(5000), "a/".repeat(3000), "a\0b", "loop/x", "", "..", "\ud800"]) {
    expect(() => [
      files.exists(name),
      files.isExecutable(name),
      files.staysInside(name),
      files.read(name),
    ]).not.toThrow();
  }
});

test("a file is read once, and a bug in a file system is not swallowed", () => {
  const fs = createMemoryFileSystem({ "pdf/a.md": "x" });
  let reads = 0;
  const read = (path: string, maxBytes: number): ReturnType<typeof fs.read> => {
    reads++;
    return fs.read(path, maxBytes);
  };
  const files = createSkillFiles({ ...fs, read }, "pdf");
  expect([files.read("a.md"), files.read("a.md"), reads]).toEqual(["x", "x", 1]);
  const fail = (): never => {
    throw new TypeError("a bug");
  };
  expect(() => createSkillFiles({ ...fs, stat: fail }, "pdf").exists("a.md")).toThrow("a bug");
});

test("bytes of a file are read up to a number, and not through a link that leaves the skill", () => {
  const root = createTestFolder();
  mkdirSync(`${root}/pdf`);
  writeFileSync(`${root}/secret`, "key");
  writeFileSync(`${root}/pdf/a.bin`, new Uint8Array([1, 0, 2]));
  symlinkSync("../secret", `${root}/pdf/link`);
  const files = createSkillFiles(createNodeFileSystem(), `${root}/pdf`);
  const { bytes = [], size } = files.bytes("a.bin", 2) ?? {};
  expect([...bytes, size]).toEqual([1, 0, 3]);
  expect([files.bytes("link", 9), files.bytes("missing", 9), files.bytes("../secret", 9)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("a folder that was left out can be listed, up to a number of files", () => {
  const files = filesOf({
    "pdf/node_modules/a/b/c.js": "",
    "pdf/node_modules/a/d.js": "",
    "pdf/node_modules/e.js": "",
  });
  const paths = (most: number): readonly unknown[] => {
    const { files: found, isComplete } = files.within("node_modules", most);
    return [isComplete, ...found.map(({ path }) => path)];
  };
  expect(paths(9)).toEqual([true, "node_modules/e.js", "node_modules/a/d.js", "node_modules/a/b/c.js"]);
  expect(paths(2)).toEqual([false, "node_modules/e.js", "node_modules/a/d.js"]);
  expect(files.within("missing", 9)).toEqual({ files: [], isComplete: true });
});
