import { constants } from "node:os";
import type { ProcessEnd } from "./supervise-process.ts";

/**
 * Programs that run others report a signal only as an exit code, as shells do, so a program that exits with
 * such a code by itself counts as killed.
 */
export function endedBySignal(end: ProcessEnd): ProcessEnd {
  const isSignal = Object.values(constants.signals).some((number) => end.exitCode === 128 + number);
  return end.status === "exited" && isSignal ? { ...end, status: "killed" } : end;
}
