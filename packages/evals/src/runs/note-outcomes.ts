import type { RunOutcome } from "./eval-outcome.ts";
import type { ExecutedRuns } from "./run-all.ts";

/** What a reader must know about the runs to interpret the numbers. */
export function describeOutcomes({ runs, comparisons }: ExecutedRuns): readonly string[] {
  const unjudged = runs.reduce((sum, run) => sum + run.unjudged, 0);
  const lost = comparisons.filter(({ comparison }) => comparison === undefined).length;
  return [
    ...(unjudged > 0
      ? [
          `${count(unjudged, "statement")} could not be checked mechanically and were not graded: there is no judge.`,
        ]
      : []),
    ...runs.flatMap(noteRun),
    ...(lost > 0 ? [`${count(lost, "comparison")} failed.`] : []),
  ];
}

function noteRun({ planned, status, reason, trialStatus }: RunOutcome): readonly string[] {
  const name = `Eval ${planned.task.id}, ${planned.configuration.name}, run ${planned.run}`;
  if (status === "failed")
    return [`${name}: the model failed, so the run does not count. ${reason ?? ""}`.trim()];
  if (status === "ungraded")
    return [`${name}: the judge failed, so the run is not graded. ${reason ?? ""}`.trim()];
  const end = trialStatus === undefined ? undefined : ends[trialStatus];
  return end === undefined ? [] : [`${name}: the agent ${end}.`];
}

/** Endings that the agent did not choose. */
const ends: Readonly<Partial<Record<NonNullable<RunOutcome["trialStatus"]>, string>>> = {
  "timed-out": "ran out of time",
  "out-of-steps": "ran out of steps",
  looping: "repeated itself and was stopped",
};

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
