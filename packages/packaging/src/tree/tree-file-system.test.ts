import { digestSkill, SkillError } from "@skillwright/core";
import { nodeSha256 } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { sampleFiles, treeOf } from "../sources/contract.ts";
import { digestTree } from "./file-tree.ts";
import { createTreeFileSystem } from "./tree-file-system.ts";

const tree = treeOf({
  ...sampleFiles,
  "same.md": "link:pdf/references/forms.md",
  all: "link:pdf",
  self: "link:.",
});

test("a tree has the same digest as a file system", () => {
  expect(digestSkill(createTreeFileSystem(tree, "/a/b"), "/a/b", nodeSha256)).toBe(digestTree(tree));
});

test("folders are listed by name, links not followed", () => {
  const fs = createTreeFileSystem(tree, "/a");
  expect(fs.list("/a")).toEqual([
    { name: "all", kind: "symlink" },
    { name: "csv", kind: "directory" },
    { name: "pdf", kind: "directory" },
    { name: "same.md", kind: "symlink" },
    { name: "self", kind: "symlink" },
  ]);
  expect(fs.list("/a/all/scripts")).toEqual([{ name: "fill.sh", kind: "file" }]);
});

test("paths lead through links, but a link is not read as a file", () => {
  const fs = createTreeFileSystem(tree, "/a");
  expect(fs.realPath("/a/self/all/references/../scripts")).toBe("/a/pdf/scripts");
  expect(fs.stat("/a/same.md")).toMatchObject({ kind: "file", size: 9 });
  expect(fs.read("/a/all/scripts/fill.sh", 5)).toMatchObject({ size: 22, executable: true });
  expect(codeOf(() => fs.read("/a/same.md", 5))).toBe("file-is-link");
  expect(codeOf(() => fs.read("/a/pdf", 5))).toBe("file-not-regular");
  expect(codeOf(() => fs.read("/a/none", 5))).toBe("file-missing");
  expect(codeOf(() => fs.list("/b"))).toBe("file-missing");
  expect(codeOf(() => fs.write("/a/x", new Uint8Array()))).toBe("file-forbidden");
  expect(fs.realPath("/ab")).toBeUndefined();
});

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof SkillError) return error.code;
    throw error;
  }
  return "no error";
}
