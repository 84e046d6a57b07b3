import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { createTestFolder } from "../fs/contract.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { isIgnored, readIgnoreLayers, readIgnoreRules } from "./ignore-rules.ts";
import { discoverLimits } from "./limits.ts";

test.each([
  ["many ways through the folders", `${"**/".repeat(100)}a`, `${"b/".repeat(100)}b`],
  ["many ways through a name", `${"*b".repeat(100)}*a`, "b".repeat(250)],
  ["both", `${`**/${"*b".repeat(50)}*a/`.repeat(20)}z`, `${`${"b".repeat(250)}/`.repeat(15)}b`],
  ["marks for one character", `*${"?".repeat(120)}a`, "b".repeat(250)],
  ["sets", `*${"[!a]".repeat(120)}a`, "b".repeat(250)],
  ["blanks", `a${" ".repeat(30_000)}x`, "a"],
])("a pattern built to blow up does not: %s", (_, pattern, path) => {
  const rules = readIgnoreRules(`${pattern}\n`);
  expect(rules).toHaveLength(1);
  const start = process.cpuUsage();
  expect(isIgnored([{ folder: "", rules }], path, "directory")).toBe(false);
  // A thousand times the usual duration; an exponential match would not finish.
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
});

test("patterns and bytes of one file are bounded, and a cut line is dropped", () => {
  expect(readIgnoreRules("a\n".repeat(discoverLimits.ignorePatterns + 5))).toHaveLength(
    discoverLimits.ignorePatterns,
  );
  const line = `${"x".repeat(1022)}\n`;
  const fs = createMemoryFileSystem({ "/a/.gitignore": `${line.repeat(40)}`, "/a/b": "" });
  const [layer] = readIgnoreLayers(fs, "/a", fs.list("/a"));
  expect(layer?.rules).toHaveLength(Math.floor(discoverLimits.ignoreFileBytes / line.length));
});

test("an ignore file that is a link, a folder, unreadable or not text ignores nothing and stops nothing", () => {
  const folder = createTestFolder();
  writeFileSync(`${folder}/secret`, "a\n");
  mkdirSync(`${folder}/root/.skillignore`, { recursive: true });
  symlinkSync(`${folder}/secret`, `${folder}/root/.gitignore`);
  const fs = createNodeFileSystem();
  expect(readIgnoreLayers(fs, `${folder}/root`, fs.list(`${folder}/root`))).toEqual([]);

  const forbidding: FileSystem = {
    ...createMemoryFileSystem({ "/root/.gitignore": "a\n" }),
    read: (path) => {
      throw new SkillError("file-forbidden", { path });
    },
  };
  const layers = readIgnoreLayers(forbidding, "/root", forbidding.list("/root"));
  expect(layers).toEqual([{ folder: "/root", rules: [] }]);

  const binary = createMemoryFileSystem({ "/root/.gitignore": new Uint8Array([0xff, 0xfe, 10, 97, 10]) });
  expect(isIgnored(readIgnoreLayers(binary, "/root", binary.list("/root")), "/root/a", "file")).toBe(true);
});

test("a hostile ignore file with thousands of long names takes only seconds", () => {
  const lines = Array.from({ length: 200 }, () => `*${"a?".repeat(60)}b*`).join("\n");
  const layers = [{ folder: "", rules: readIgnoreRules(lines) }];
  const start = process.cpuUsage();
  for (let index = 0; index < 200; index++) isIgnored(layers, `${"a".repeat(240)}${index}`, "directory");
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
});
