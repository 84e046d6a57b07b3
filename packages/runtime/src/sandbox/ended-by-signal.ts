import { constants } from "node:os";
import type { ProcessEnd } from "./supervise-process.ts";

/**
 * Programs that run others tell of a signal only as shells do, by a number, so one that exits with such a number by itself
 * counts as killed.
 */
export function endedBySignal(end: ProcessEnd): ProcessEnd {
  const isSignal = Object.values(constants.signals).some((number) => end.exitCode === 128 + number);
  return end.status === "exited" && isSignal ? { ...end, status: "killed" } : end;
}
