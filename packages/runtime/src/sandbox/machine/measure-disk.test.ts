import { linkSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sandboxLimits } from "../limits.ts";
import { createTestFolder } from "../test-contract-runs.ts";
import { measureDisk } from "./measure-disk.ts";

const megabyte = 1_048_576;
const plenty = 1e15;

function write(folder: string, name: string, bytes = megabyte): void {
  writeFileSync(join(folder, name), Buffer.alloc(bytes, "x"));
}

test("added files count, at any depth, and existing ones do not", () => {
  const folder = createTestFolder();
  write(folder, "old");
  const measure = measureDisk([folder], plenty);
  expect(measure().addedBytes).toBe(0);
  mkdirSync(join(folder, "deep/er"), { recursive: true });
  write(folder, "deep/er/new");
  write(folder, "old", 2 * megabyte);
  const { addedBytes } = measure();
  expect(addedBytes).toBeGreaterThanOrEqual(2 * megabyte);
  expect(addedBytes).toBeLessThan(2.1 * megabyte);
});

test("removing files makes room in the same folder, and in no other", () => {
  const [one, other] = [createTestFolder(), createTestFolder()];
  write(one, "old");
  const measure = measureDisk([one, other], plenty);
  rmSync(join(one, "old"));
  expect(measure().addedBytes).toBe(0);
  write(other, "new");
  expect(measure().addedBytes).toBeGreaterThanOrEqual(megabyte);
});

test("links, holes and hard links add almost nothing, and links are not followed", () => {
  const [folder, elsewhere] = [createTestFolder(), createTestFolder()];
  write(folder, "old");
  write(elsewhere, "big");
  const measure = measureDisk([folder], plenty);
  symlinkSync(elsewhere, join(folder, "link"));
  linkSync(join(folder, "old"), join(folder, "also"));
  writeFileSync(join(folder, "hole"), "");
  truncateSync(join(folder, "hole"), 50 * megabyte);
  expect(measure().addedBytes).toBeLessThan(100_000);
});

test("a nested folder counts once", () => {
  const folder = createTestFolder();
  mkdirSync(join(folder, "inside"));
  const measure = measureDisk([join(folder, "inside"), folder, folder], plenty);
  write(folder, "inside/new");
  expect(measure().addedBytes).toBeLessThan(1.5 * megabyte);
});

test("for folders too large to count, the free space of their disk is used", () => {
  const folder = createTestFolder();
  for (let index = 0; index <= sandboxLimits.countedEntries; index++) write(folder, String(index), 0);
  let free = 100 * megabyte;
  const [small, unseen] = [createTestFolder(), folder];
  const measure = measureDisk([small, unseen], megabyte, () => free);
  free -= 30 * megabyte;
  expect(measure()).toEqual({ addedBytes: 30 * megabyte, isScarce: false });
  rmSync(folder, { recursive: true });
  expect(measure()).toEqual({ addedBytes: 30 * megabyte, isScarce: false });
});

test("many empty files do not hide a large one", () => {
  const folder = createTestFolder();
  let free = 100 * megabyte;
  const measure = measureDisk([folder], megabyte, () => free);
  for (let index = 0; index <= sandboxLimits.countedEntries; index++) write(folder, String(index), 0);
  free -= 7 * megabyte;
  expect(measure().addedBytes).toBe(7 * megabyte);
});

test.each([
  { before: 100, left: 9, isScarce: true },
  { before: 100, left: 11, isScarce: false },
  { before: 11, left: 9, isScarce: false },
  { before: 8, left: 5, isScarce: false },
  { before: 8, left: 3, isScarce: true },
])(
  "a disk that runs out of space, whichever process fills it: $before, then $left of 10",
  ({ before, left, isScarce }) => {
    const free = [before, left];
    const measure = measureDisk([createTestFolder()], 10, () => free.shift() ?? 0);
    expect(measure()).toEqual({ addedBytes: 0, isScarce });
  },
);

test("a folder removed in the meantime has nothing added", () => {
  const folder = createTestFolder();
  const measure = measureDisk([folder, join(folder, "never")], 1);
  rmSync(folder, { recursive: true });
  expect(measure()).toEqual({ addedBytes: 0, isScarce: false });
});
