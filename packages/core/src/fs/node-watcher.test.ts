import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createNodeWatcher } from "./node-watcher.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "skillwright-watch-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test("a change in a subfolder is reported with its path", async () => {
  const root = folder();
  mkdirSync(join(root, "pdf"));
  const told = new Promise((resolve) => {
    const stop = createNodeWatcher({ quietMs: 1, pollMs: 1_000_000 })([root], resolve);
    onTestFinished(stop);
  });
  // Subfolders are watched with a delay, so the change is repeated until it is seen.
  let round = 0;
  const writing = setInterval(() => writeFileSync(join(root, "pdf", "SKILL.md"), String(round++)), 10);
  onTestFinished(() => clearInterval(writing));
  await expect(told).resolves.toEqual([`${root}/pdf/SKILL.md`]);
});

test("a missing folder is checked repeatedly until it exists", async () => {
  const missing = join(folder(), "later");
  const told = new Promise((resolve) => {
    onTestFinished(createNodeWatcher({ pollMs: 5 })([missing], resolve));
  });
  await expect(told).resolves.toBeUndefined();
});

test("nothing is reported after stopping", async () => {
  let count = 0;
  const stop = createNodeWatcher({ quietMs: 1, pollMs: 1 })([folder()], () => count++);
  stop();
  const after = count;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(count).toBe(after);
});
