import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPathKeeper } from "./keep-paths.ts";
import { sealedPaths } from "./sealed-paths.ts";
import { createTestFolder } from "./test-contract-runs.ts";

function keepIn(folder: string, ...names: readonly string[]) {
  return { writable: [folder], sealed: names.map((name) => join(folder, name)) };
}

test("a missing path has a placeholder until the run ends", () => {
  const folder = createTestFolder();
  const kept = createPathKeeper()(keepIn(folder, ".tool", "a/b/.tool", ".mcp.json"));
  expect(kept.paths).toEqual([".tool", "a/b/.tool", ".mcp.json"].map((name) => join(folder, name)));
  expect(readdirSync(folder).sort()).toEqual([".mcp.json", ".tool", "a"]);
  kept.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("runs at the same time share a placeholder, and the last one removes it", () => {
  const folder = createTestFolder();
  const keep = createPathKeeper();
  const [first, second] = [keep(keepIn(folder, ".tool")), keep(keepIn(folder, ".tool"))];
  first.release();
  expect(readdirSync(folder)).toEqual([".tool"]);
  second.release();
  expect(readdirSync(folder)).toEqual([]);
});

test("what another program put into a placeholder during the run stays", () => {
  const folder = createTestFolder();
  const kept = createPathKeeper()(keepIn(folder, ".tool", ".mcp.json"));
  writeFileSync(join(folder, ".tool/settings"), "theirs");
  kept.release();
  expect(readdirSync(folder)).toEqual([".tool"]);
});

test("an existing path is kept as it is, and stays afterwards even if empty", () => {
  const folder = createTestFolder();
  mkdirSync(join(folder, ".tool"));
  const kept = createPathKeeper()(keepIn(folder, ".tool"));
  expect(kept.paths).toEqual([join(folder, ".tool")]);
  kept.release();
  expect(existsSync(join(folder, ".tool"))).toBe(true);
});

test("a placeholder that a killed process left behind does no harm", () => {
  const folder = createTestFolder();
  mkdirSync(join(folder, ".git"));
  const names = [".tool", ".mcp.json", ".git/commondir"];
  createPathKeeper()(keepIn(folder, ...names));
  const kept = createPathKeeper()(keepIn(folder, ...names));
  expect(kept.paths).toHaveLength(3);
  kept.release();
  expect(readdirSync(folder).sort()).toEqual([".git", ".tool"]);
  expect(readFileSync(join(folder, ".git/commondir"), "utf8")).toBe(".\n");
});

test("placeholders do not appear as changes to a repository", () => {
  const folder = createTestFolder();
  execFileSync("git", ["init", "-q", folder]);
  const kept = createPathKeeper()({ writable: [folder], sealed: sealedPaths(folder) });
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: folder, encoding: "utf8" });
  expect(git("status", "--short")).toBe("");
  expect(git("rev-parse", "--git-common-dir")).toBe(`${folder}/.git\n`);
  kept.release();
});

test("a path that was granted by itself is not sealed", () => {
  const folder = createTestFolder();
  mkdirSync(join(folder, ".tool"));
  const kept = createPathKeeper()({
    writable: [folder, join(folder, ".tool")],
    sealed: [join(folder, ".tool")],
  });
  expect(readdirSync(folder)).toEqual([".tool"]);
  kept.release();
});
