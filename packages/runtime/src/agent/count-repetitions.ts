import { agentLimits } from "./limits.ts";

/** How often the end of a list of calls repeats, as a cycle of a few calls at most; one if it does not. */
export function countRepetitions(calls: readonly string[]): number {
  const circles = Array.from({ length: agentLimits.callCircle }, (_, index) => index + 1);
  return Math.max(...circles.map((length) => 1 + Math.floor(countEqual(calls, length) / length)));
}

/** Number of calls at the end that equal the call `distance` before them. */
function countEqual(calls: readonly string[], distance: number): number {
  const newestFirst = calls.toReversed();
  const end = newestFirst.findIndex((call, index) => call !== newestFirst[index + distance]);
  return end === -1 ? 0 : end;
}
