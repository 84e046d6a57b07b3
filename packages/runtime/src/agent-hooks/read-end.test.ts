import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readEnd } from "./read-end.ts";

const folder = mkdtempSync(join(tmpdir(), "read-end-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, "a");
writeFileSync(file, "one two");

test("the end of a file is read, or all of it", () => {
  expect(readEnd(file, 3)).toBe("two");
  expect(readEnd(file, 100)).toBe("one two");
});

test("folders, devices and missing files are not read", () => {
  for (const path of [folder, devNull, join(folder, "missing")]) expect(readEnd(path, 10)).toBeUndefined();
});

test.skipIf(process.platform !== "linux")("reading a file many times keeps none of them open", () => {
  const countOpen = (): number => readdirSync("/proc/self/fd").length;
  const before = countOpen();
  for (let time = 0; time < 200; time++) readEnd(file, 3);
  expect(countOpen() - before).toBeLessThan(100);
});
