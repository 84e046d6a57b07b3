import { expect, test } from "vitest";
import { bytesOf, describeFileSystem } from "./contract.ts";
import { createMemoryFileSystem } from "./memory.ts";

describeFileSystem("memory", () => ({
  fs: createMemoryFileSystem({ "/root/.keep": "" }),
  root: "/root/empty",
}));

test("files are given as text, bytes, or with an executable bit", () => {
  const fs = createMemoryFileSystem({
    "a/text": "é",
    "a/bytes": new Uint8Array([1, 2, 3]),
    "a/run": { content: "x", executable: true },
  });
  expect(fs.read("a/text", 10)).toEqual({ bytes: bytesOf("é"), size: 2, changedMs: 0, executable: false });
  expect(fs.read("a/bytes", 2)).toMatchObject({ bytes: new Uint8Array([1, 2]), size: 3 });
  expect(fs.read("a/run", 1)).toMatchObject({ executable: true });
  expect(fs.stat("a/run")).toEqual({ kind: "file", size: 1, executable: true, modifiedMs: 0, changedMs: 0 });
});

test("relative paths start at the root, and no path leads above it", () => {
  const fs = createMemoryFileSystem({ "a/b": "x" });
  expect(fs.realPath("a/b")).toBe("/a/b");
  expect(fs.realPath("/a/../../a//./b")).toBe("/a/b");
  expect(fs.list(".")).toEqual([{ name: "a", kind: "directory" }]);
  expect(fs.list("/")).toEqual([{ name: "a", kind: "directory" }]);
});

test("names that objects inherit are names like any other", () => {
  const fs = createMemoryFileSystem({ "constructor/SKILL.md": "x", toString: "y" });
  expect(fs.stat("constructor")).toMatchObject({ kind: "directory" });
  expect(fs.stat("hasOwnProperty")).toBeUndefined();
  expect(fs.list("/").map(({ name }) => name)).toEqual(["constructor", "toString"]);
});
