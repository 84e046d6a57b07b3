import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packagingLimits } from "../limits.ts";
import { pruneCaches } from "./prune-caches.ts";

test("signatures of locked skills stay, however old they are, and the oldest others go", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-prune-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const signatures = join(folder, "packages/signatures");
  const digest = `sha256:${"1".repeat(64)}`;
  const write = (name: string, file: string, seconds: number): void => {
    mkdirSync(join(signatures, name), { recursive: true });
    writeFileSync(join(signatures, name, file), "{}");
    utimesSync(join(signatures, name, file), seconds, seconds);
  };
  write(digest.replace(":", "-"), "locked.json", 1);
  for (let index = 0; index < packagingLimits.cacheSignatures; index++)
    write("other", `${index}.json`, 1000 + index);
  const folders = { git: `${folder}/git`, downloads: `${folder}/downloads`, packages: `${folder}/packages` };
  await pruneCaches(folders, { keep: [digest], now: Date.now() });
  expect(readdirSync(join(signatures, digest.replace(":", "-")))).toEqual(["locked.json"]);
  const others = readdirSync(join(signatures, "other"));
  expect(others).toHaveLength(packagingLimits.cacheSignatures - 1);
  expect(others).not.toContain("0.json");
});
