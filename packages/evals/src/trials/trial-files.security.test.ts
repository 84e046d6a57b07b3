import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { testHost } from "../testing/test-suite.ts";
import { trialsLimits } from "./limits.ts";
import { createForeign, link } from "./test-foreign.ts";
import { saveFiles } from "./trial-files.ts";

const { fs } = testHost;

test("a limited number of bytes is saved, holes included, and smaller files still fit", () => {
  const [from, to] = [createTestFolder(), createTestFolder()];
  const sizes = { a: 5, b: 2_000_000_000, c: trialsLimits.trialKeptBytes - 5, d: 1, e: 0 };
  for (const [name, size] of Object.entries(sizes)) {
    writeFileSync(join(from, name), "");
    truncateSync(join(from, name), size);
  }
  saveFiles(fs, { from, to }, Object.keys(sizes));
  expect(readdirSync(to)).toEqual(["a", "c", "e"]);
});

test("a limited number of files is saved", () => {
  const [from, to] = [createTestFolder(), createTestFolder()];
  const names = Array.from({ length: trialsLimits.trialKeptFiles + 1 }, (_, at) => `f${1000 + at}`);
  for (const name of names) writeFileSync(join(from, name), "");
  saveFiles(fs, { from, to }, names);
  expect(readdirSync(to)).toEqual(names.slice(0, -1));
});

test("a file that became a link or a pipe after it was listed is skipped", () => {
  const [from, to] = [createTestFolder(), createTestFolder()];
  const foreign = createForeign();
  link(join(foreign.path, "keep.txt"), join(from, "link"));
  link(foreign.path, join(from, "folder"));
  execFileSync("mkfifo", [join(from, "pipe")]);
  mkdirSync(join(from, "closed"));
  saveFiles(fs, { from, to }, ["link", "folder/keep.txt", "pipe", "closed", "gone"]);
  expect(readdirSync(to)).toEqual([]);
});

test("programs stay executable", () => {
  const [from, to] = [createTestFolder(), createTestFolder()];
  mkdirSync(join(from, "bin"));
  writeFileSync(join(from, "bin/run.sh"), "true");
  chmodSync(join(from, "bin/run.sh"), 0o755);
  saveFiles(fs, { from, to }, ["bin/run.sh"]);
  expect(existsSync(join(to, "bin/run.sh"))).toBe(true);
  expect(statSync(join(to, "bin/run.sh")).mode & 0o111).toBe(0o111);
});
