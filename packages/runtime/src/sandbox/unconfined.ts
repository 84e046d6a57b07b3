import { runProcess } from "./run-process.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * Runs programs as the user, free to read, write and reach whatever the user can: for hosts that are confined
 * themselves. Time, output and environment are bounded all the same.
 */
export function createUnconfinedSandbox(): Sandbox {
  return { name: "none", confines: false, run: runProcess };
}
