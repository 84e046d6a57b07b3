import { runProcess } from "./run-process.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * Runs programs as the user, with full access to files and network: for hosts that are confined themselves.
 * Time, output and environment are still limited.
 */
export function createUnconfinedSandbox(): Sandbox {
  return { name: "none", confines: false, run: runProcess };
}
