import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createTestFolder } from "../test-contract-runs.ts";
import { readSharedMemory, readUsage, watchUsage } from "./watch-usage.ts";

/** A shell that has started three more processes. */
async function startFamily(): Promise<number> {
  const script = "sleep 1000 & sh -c 'sleep 1000 & echo ready; wait' & wait";
  const child = spawn("sh", ["-c", script], { detached: true });
  const { pid } = child;
  if (pid === undefined) throw new Error("sh cannot be started");
  onTestFinished(() => void process.kill(-pid, "SIGKILL"));
  await once(child.stdout, "data");
  return pid;
}

const plenty = {
  memoryBytes: 1e12,
  processes: 1e6,
  cpuSeconds: 1,
  fileBytes: 1,
  diskBytes: 1e12,
  files: 1e9,
};

describe.skipIf(process.platform !== "linux")("on Linux", () => {
  test("all descendants of a process count", async () => {
    const pid = await startFamily();
    await expect.poll(() => readUsage(pid, 100).processes).toBe(4);
    const { memoryBytes } = readUsage(pid, 100);
    expect(memoryBytes).toBeGreaterThan(100_000);
    // The quick count lags behind the exact one by some pages for each process.
    const lag = 2_000_000;
    expect(readSharedMemory(pid, 100)).toBeGreaterThan(100_000);
    expect(readSharedMemory(pid, 100)).toBeLessThan(memoryBytes + lag);
  });

  test("threads count too", () => {
    expect(readUsage(process.pid, 1000).processes).toBeGreaterThan(4);
  });

  test("counting stops soon after there are too many", async () => {
    const pid = await startFamily();
    await expect.poll(() => readUsage(pid, 100).processes).toBe(4);
    expect(readUsage(pid, 1).processes).toBe(2);
  });

  test("an ended process uses nothing", () => {
    expect(readUsage(2 ** 22 + 1, 10)).toEqual({ processes: 0, memoryBytes: 0 });
  });

  test("an exceeded limit is reported once", async () => {
    const pid = await startFamily();
    const told: string[] = [];
    const folder = createTestFolder();
    const watch = (changed: Partial<typeof plenty>) =>
      watchUsage({ root: pid, folders: [folder], resources: { ...plenty, ...changed } }, (what) =>
        told.push(what),
      );
    const stops = [
      watch({}),
      watch({ processes: 1 }),
      watch({ memoryBytes: 1000 }),
      watch({ diskBytes: 1 }),
      watch({ files: 0 }),
    ];
    writeFileSync(join(folder, "new"), "x".repeat(100_000));
    onTestFinished(() => {
      for (const stop of stops) stop();
    });
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(4);
    expect(told).toEqual(["processes", "memory", "disk", "files"]);
  });

  test("a finished watch leaves no timer behind, and a running one has one", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const watched = { root: process.pid, folders: [], resources: plenty };
    const stop = watchUsage(watched, () => {});
    const counts = [50, 100, 100].map((milliseconds) => {
      vi.advanceTimersByTime(milliseconds);
      return vi.getTimerCount();
    });
    stop();
    expect([...counts, vi.getTimerCount()]).toEqual([1, 1, 1, 0]);
    watchUsage(watched, () => {})();
    expect(vi.getTimerCount()).toBe(0);
  });
});
