import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../test-contract-runs.ts";
import { privateFilesIn } from "./private-files.ts";

test("files that not everyone may read are found at any depth, and all files of a closed folder", () => {
  const folder = createTestFolder();
  chmodSync(folder, 0o755);
  for (const name of ["open", "closed"]) mkdirSync(join(folder, name));
  chmodSync(join(folder, "closed"), 0o700);
  writeFileSync(join(folder, "settings"), "", { mode: 0o644 });
  writeFileSync(join(folder, "open/password"), "", { mode: 0o600 });
  writeFileSync(join(folder, "closed/settings"), "", { mode: 0o644 });
  symlinkSync("open/password", join(folder, "link"));
  expect([...privateFilesIn(folder)].sort()).toEqual([
    join(folder, "closed/settings"),
    join(folder, "open/password"),
  ]);
  expect(privateFilesIn(join(folder, "settings"))).toEqual([]);
  expect(privateFilesIn(join(folder, "open/password"))).toEqual([join(folder, "open/password")]);
  expect(privateFilesIn(join(folder, "missing"))).toEqual([]);
});
