import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sandboxLimits } from "../limits.ts";
import { createTestFolder } from "../test-contract-runs.ts";
import { measureFiles } from "./measure-files.ts";

function fill(folder: string, count: number, prefix = "f"): void {
  for (let index = 0; index < count; index++) writeFileSync(join(folder, `${prefix}${index}`), "");
}

test("added entries count at any depth, and existing ones do not", () => {
  const folder = createTestFolder();
  fill(folder, 5);
  const hasTooMany = measureFiles([folder, join(folder, "inside")], 5);
  mkdirSync(join(folder, "inside"));
  fill(join(folder, "inside"), 4);
  expect(hasTooMany()).toBe(false);
  fill(join(folder, "inside"), 1, "g");
  expect(hasTooMany()).toBe(true);
  rmSync(join(folder, "inside"), { recursive: true });
  expect(hasTooMany()).toBe(false);
});

test("hard links count, although they take no inode", () => {
  const folder = createTestFolder();
  fill(folder, 1);
  const hasTooMany = measureFiles([folder], 3);
  for (const name of ["a", "b", "c", "d"]) linkSync(join(folder, "f0"), join(folder, name));
  expect(hasTooMany()).toBe(true);
});

test("a folder too large to count has too many only if both it and its disk gained as many", () => {
  const folder = createTestFolder();
  fill(folder, sandboxLimits.countedEntries + 1);
  let used = 7000;
  const hasTooMany = measureFiles([folder], 100, () => used);
  used = 7100;
  expect(hasTooMany()).toBe(false);
  used = 7101;
  expect(hasTooMany()).toBe(true);
  const others = measureFiles([folder], 5000, () => used);
  used = 100_000;
  expect(others()).toBe(false);
});

test("where files are not counted by the disk, a small folder still is", () => {
  const folder = createTestFolder();
  const hasTooMany = measureFiles([folder], 2, () => undefined);
  fill(folder, 3);
  expect(hasTooMany()).toBe(true);
});

test("many folders that come and go while they are counted hide nothing", () => {
  const folder = createTestFolder();
  const hasTooMany = measureFiles([folder, "/no/such/folder"], 2);
  fill(folder, 3);
  expect(hasTooMany()).toBe(true);
});
