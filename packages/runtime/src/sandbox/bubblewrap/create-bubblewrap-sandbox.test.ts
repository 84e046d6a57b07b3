import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../test-contract-runs.ts";
import { findBubblewrap } from "./create-bubblewrap-sandbox.ts";

test("the first executable bwrap on PATH is used; folders and plain files are skipped", () => {
  const folder = createTestFolder();
  for (const name of ["folder/bwrap", "plain", "good"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "plain", "bwrap"), "notes");
  writeFileSync(join(folder, "good", "bwrap"), "#!/bin/sh\n");
  chmodSync(join(folder, "good", "bwrap"), 0o755);
  const path = ["missing", "folder", "plain", "good"].map((name) => join(folder, name)).join(":");
  expect(findBubblewrap(path)).toBe(join(folder, "good", "bwrap"));
});

test("a relative PATH entry is ignored", () => {
  expect(findBubblewrap("")).toBe(undefined);
  expect(findBubblewrap(".:bin:../usr/bin")).toBe(undefined);
});

test.skipIf(!existsSync("/usr/bin/bwrap"))("the system's own takes precedence over a project's", () => {
  const folder = createTestFolder();
  writeFileSync(join(folder, "bwrap"), "#!/bin/sh\n");
  chmodSync(join(folder, "bwrap"), 0o755);
  expect(findBubblewrap(`${folder}:/usr/bin`)).toBe("/usr/bin/bwrap");
});
