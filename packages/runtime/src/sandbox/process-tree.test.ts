import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { waitForExit } from "./process-tree.ts";

test.skipIf(process.platform !== "linux")(
  "it waits for a running process, and not for one that has ended",
  async () => {
    const child = spawn("sleep", ["1000"]);
    const pid = child.pid ?? 0;
    let waiting = true;
    const waited = waitForExit(pid).then(() => {
      waiting = false;
    });
    await new Promise((resolve) => child.once("spawn", resolve));
    expect({ waiting, runs: existsSync(`/proc/${pid}`) }).toEqual({ waiting: true, runs: true });
    child.kill("SIGKILL");
    await waited;
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    await waitForExit(pid);
  },
);
