import { agentLimits } from "./limits.ts";

/** How often the end of a list of calls repeats itself, alone or in a circle of a few; one when it does not. */
export function countRepetitions(calls: readonly string[]): number {
  const circles = Array.from({ length: agentLimits.callCircle }, (_, index) => index + 1);
  return Math.max(...circles.map((length) => 1 + Math.floor(countEqual(calls, length) / length)));
}

/** Calls at the end that are equal to the one so many before them. */
function countEqual(calls: readonly string[], distance: number): number {
  const newestFirst = calls.toReversed();
  const end = newestFirst.findIndex((call, index) => call !== newestFirst[index + distance]);
  return end === -1 ? 0 : end;
}
