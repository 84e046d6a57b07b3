import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sandboxLimits } from "./limits.ts";
import { sealedPaths } from "./sealed-paths.ts";
import { createTestFolder } from "./test-contract-runs.ts";

function makeModules(count: number): string {
  const folder = createTestFolder();
  mkdirSync(join(folder, ".git"));
  for (let index = 0; index < count; index++)
    for (const name of ["objects", "refs"])
      mkdirSync(join(folder, `.git/modules/m${index}/${name}`), { recursive: true });
  return folder;
}

test("a folder without a repository is sealed against one", () => {
  const folder = createTestFolder();
  expect(sealedPaths(folder)).toContain(join(folder, ".git"));
});

test("each submodule's settings are sealed, and the rest of it stays writable", () => {
  const folder = makeModules(2);
  const sealed = sealedPaths(folder);
  for (const name of ["m0/config", "m0/hooks", "m1/config", "m1/commondir"])
    expect(sealed).toContain(join(folder, ".git/modules", name));
  expect(sealed).not.toContain(join(folder, ".git/modules"));
});

test("more submodules than can be sealed one by one are sealed as a whole", () => {
  const folder = makeModules(sandboxLimits.sealedModules + 1);
  expect(sealedPaths(folder)).toContain(join(folder, ".git/modules"));
});
