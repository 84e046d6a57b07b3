import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { removeFolder } from "./remove-folder.ts";

test("a folder is removed with its content, and targets of links are kept", async () => {
  const folder = createTestFolder();
  const root = join(folder, "copy");
  mkdirSync(join(root, "a/b"), { recursive: true });
  writeFileSync(join(folder, "kept"), "kept");
  symlinkSync(folder, join(root, "a/link"));
  await removeFolder(root);
  expect(existsSync(root)).toBe(false);
  expect(readFileSync(join(folder, "kept"), "utf8")).toBe("kept");
});

test("a folder that does not exist is fine", async () => {
  await expect(removeFolder(join(createTestFolder(), "missing"))).resolves.toBeUndefined();
});

test("folders deeper than the path limit are removed too", async () => {
  const root = join(createTestFolder(), "copy");
  mkdirSync(root);
  const script = `name=$(printf 'd%.0s' $(seq 1 200)); for i in $(seq 1 60); do mkdir $name && cd -P $name || exit 1; done; echo deep > file`;
  execFileSync("bash", ["-c", script], { cwd: root });
  await removeFolder(root);
  expect(existsSync(root)).toBe(false);
});

test.skipIf(process.getuid?.() === 0)(
  "folders without permissions for their owner are removed too",
  async () => {
    const root = join(createTestFolder(), "copy");
    mkdirSync(join(root, "a/b"), { recursive: true });
    writeFileSync(join(root, "a/b/file"), "");
    chmodSync(join(root, "a/b"), 0o000);
    chmodSync(join(root, "a"), 0o500);
    await removeFolder(root);
    expect(existsSync(root)).toBe(false);
  },
);
