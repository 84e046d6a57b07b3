import { expect, test } from "vitest";
import { createMemoryFileSystem } from "../fs/memory.ts";
import {
  type IgnoreLayer,
  isIgnored,
  isIgnoredItself,
  readIgnoreLayers,
  readIgnoreRules,
} from "./ignore-rules.ts";

const layer = (folder: string, text: string): IgnoreLayer => ({ folder, rules: readIgnoreRules(text) });

test("comments, blank lines, carriage returns and a byte order mark are not patterns", () => {
  const layers = [layer("", "\uFEFF# old\r\n\r\n   \r\nold\r\n\\#new\r\n")];
  expect(["old", "#new", "# old", "   ", "new"].map((path) => isIgnored(layers, path, "file"))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("trailing spaces are dropped unless they are escaped", () => {
  const layers = [layer("", "a   \nb\\ \n")];
  expect(["a", "a   ", "b ", "b"].map((path) => isIgnored(layers, path, "file"))).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test("the last rule that matches decides, so that a `!` takes back", () => {
  const layers = [layer("", "*.md\n!keep.md\n")];
  expect(isIgnored(layers, "other.md", "file")).toBe(true);
  expect(isIgnored(layers, "keep.md", "file")).toBe(false);
  expect(isIgnored([layer("", "!keep.md\n*.md\n")], "keep.md", "file")).toBe(true);
});

test("a pattern that ends in `/` matches folders, but not links to folders", () => {
  const layers = [layer("", "build/\n")];
  expect(isIgnored(layers, "a/build", "directory")).toBe(true);
  expect(isIgnored(layers, "a/build", "file")).toBe(false);
  expect(isIgnored(layers, "a/build", "symlink")).toBe(false);
});

test("everything below an ignored folder stays ignored, even if a later pattern negates it", () => {
  const layers = [layer("", "vendor/\n!vendor/ours\n"), layer("vendor", "!*\n")];
  expect(isIgnored(layers, "vendor/ours", "directory")).toBe(true);
  expect(isIgnored(layers, "vendor/ours/deep/file", "file")).toBe(true);
  expect(isIgnoredItself(layers, "vendor/ours", "directory")).toBe(false);
});

test("an ignore file applies relative to its own folder, and the deeper one wins", () => {
  const layers = [layer("/repo", "/top\n*.log\n"), layer("/repo/a", "!keep.log\n/top\n")];
  expect(isIgnored(layers, "/repo/top", "directory")).toBe(true);
  expect(isIgnored(layers, "/repo/b/top", "directory")).toBe(false);
  expect(isIgnored(layers, "/repo/a/top", "directory")).toBe(true);
  expect(isIgnored(layers, "/repo/keep.log", "file")).toBe(true);
  expect(isIgnored(layers, "/repo/a/keep.log", "file")).toBe(false);
  expect(isIgnored(layers, "/repo", "directory")).toBe(false);
  expect(isIgnored([layer("/", "top\n")], "/repo/top", "file")).toBe(true);
});

test("R2-6: SKILL.md and .skillignore are never ignored, but their folder can be", () => {
  const layers = [layer("", "*\n!a\n")];
  expect(isIgnored(layers, "SKILL.md", "file")).toBe(false);
  expect(isIgnored(layers, ".skillignore", "file")).toBe(false);
  expect(isIgnored(layers, "README.md", "file")).toBe(true);
  expect(isIgnored(layers, "a/SKILL.md", "file")).toBe(false);
  expect(isIgnored(layers, "b/SKILL.md", "file")).toBe(true);
});

test("R2-6: a folder's .gitignore is read, then its .skillignore, which wins", () => {
  const fs = createMemoryFileSystem({
    "/skills/.gitignore": "drafts\nold\n",
    "/skills/.skillignore": "!old\nwip/\n",
    "/skills/drafts/SKILL.md": "",
  });
  const layers = readIgnoreLayers(fs, "/skills", fs.list("/skills"));
  expect(layers.map(({ folder, rules }) => [folder, rules.length])).toEqual([
    ["/skills", 2],
    ["/skills", 2],
  ]);
  expect(
    ["drafts", "old", "wip", "good"].map((name) => isIgnored(layers, `/skills/${name}`, "directory")),
  ).toEqual([true, false, true, false]);
  expect(readIgnoreLayers(fs, "/skills/drafts", fs.list("/skills/drafts"))).toEqual([]);
});
