import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSharedMemory, readUsage } from "./read-usage.ts";
import { watchUsage } from "./watch-usage.ts";

/** A shell that has started three more processes. */
async function startFamily(): Promise<number> {
  const script = "sleep 1000 & sh -c 'sleep 1000 & echo ready; wait' & wait";
  const child = spawn("sh", ["-c", script], { detached: true });
  const pid = child.pid ?? 0;
  onTestFinished(() => void process.kill(-pid, "SIGKILL"));
  await once(child.stdout, "data");
  return pid;
}

const plenty = { memoryBytes: 1e12, processes: 1e6, cpuSeconds: 1, fileBytes: 1 };

describe.skipIf(process.platform !== "linux")("on Linux", () => {
  test("all that descends from a process counts", async () => {
    const pid = await startFamily();
    await expect.poll(() => readUsage(pid, 100).processes).toBe(4);
    const { memoryBytes } = readUsage(pid, 100);
    expect(memoryBytes).toBeGreaterThan(100_000);
    expect(readSharedMemory(pid, 100)).toBeLessThanOrEqual(memoryBytes);
  });

  test("threads count too", () => {
    expect(readUsage(process.pid, 1000).processes).toBeGreaterThan(4);
  });

  test("counting ends soon after there are too many", async () => {
    const pid = await startFamily();
    await expect.poll(() => readUsage(pid, 100).processes).toBe(4);
    expect(readUsage(pid, 1).processes).toBe(2);
  });

  test("a process that is gone uses nothing", () => {
    expect(readUsage(2 ** 22 + 1, 10)).toEqual({ processes: 0, memoryBytes: 0 });
  });

  test("what is too much is told once", async () => {
    const pid = await startFamily();
    const told: string[] = [];
    const watch = (changed: Partial<typeof plenty>) =>
      watchUsage(pid, { ...plenty, ...changed }, (what) => told.push(what));
    const stops = [watch({}), watch({ processes: 1 }), watch({ memoryBytes: 1000 })];
    onTestFinished(() => {
      for (const stop of stops) stop();
    });
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(2);
    expect(told).toEqual(["processes", "memory"]);
  });
});
