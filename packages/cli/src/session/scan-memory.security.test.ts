import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openScanMemory } from "./scan-memory.ts";

let cacheFolder: string;
beforeEach(() => {
  cacheFolder = mkdtempSync(join(tmpdir(), "skillwright-scans-"));
});
afterEach(() => rmSync(cacheFolder, { recursive: true, force: true }));

const isOpened = async (version: string | undefined = "1"): Promise<boolean> =>
  (await openScanMemory({ cacheFolder }, version)) !== undefined;

test("scans are remembered in a folder of this user alone", async () => {
  expect(await isOpened()).toBe(true);
  expect(statSync(join(cacheFolder, "scans")).mode & 0o777).toBe(0o700);
});

test("the command has no memory as long as it is not built", async () => {
  expect(await openScanMemory({ cacheFolder })).toBeUndefined();
});

test.skipIf(process.platform === "win32")(
  "a folder or file that others may write is not believed",
  async () => {
    expect(await isOpened()).toBe(true);
    const [folder, file] = [join(cacheFolder, "scans"), join(cacheFolder, "scans/scans")];
    chmodSync(folder, 0o777);
    expect(await isOpened()).toBe(false);
    chmodSync(folder, 0o700);
    writeFileSync(file, "", { mode: 0o600 });
    expect(await isOpened()).toBe(true);
    chmodSync(file, 0o620);
    expect(await isOpened()).toBe(false);
  },
);

test.skipIf(process.platform === "win32")("a link to elsewhere is not believed", async () => {
  mkdirSync(join(cacheFolder, "elsewhere"));
  symlinkSync(join(cacheFolder, "elsewhere"), join(cacheFolder, "scans"));
  expect(await isOpened()).toBe(false);
});
