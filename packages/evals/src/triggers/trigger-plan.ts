import type { TriggerQuery } from "../formats/trigger-results.ts";
import type { TestFileProblem } from "../testing/case.ts";
import type { SavedTriggerRun } from "./kept-runs.ts";
import type { ListedSources } from "./read-sources.ts";
import type { TriggerRequest } from "./trigger-request.ts";

/** The plan of a measurement; nothing has been spent yet. */
export type TriggerPlan = ReadyTriggers | FaultyTriggers | NoTriggers;

export type ReadyTriggers = {
  readonly status: "ready";
  readonly request: TriggerRequest;
  /** Path inside the skill. */
  readonly file: string;
  /** Each text once, in the order of the file. */
  readonly queries: readonly TriggerQuery[];
  /** Notes that are not errors. */
  readonly notes: readonly TestFileProblem[];
  /** Snapshots of the skill and its neighbors. */
  readonly sources: ListedSources;
  /** The first run of every query, then the second. */
  readonly runs: readonly PlannedRun[];
  /** How many of them are reused. */
  readonly kept: number;
  readonly estimate: TriggerEstimate;
};

/** The skill has no queries. */
type NoTriggers = { readonly status: "none"; readonly request: TriggerRequest };

type FaultyTriggers = {
  readonly status: "faulty";
  readonly request: TriggerRequest;
  readonly problems: readonly TestFileProblem[];
  readonly notes: readonly TestFileProblem[];
};

export type PlannedRun = TriggerQuery & {
  /** Counted from 1. */
  readonly run: number;
  /** Hash of everything its outcome depends on. */
  readonly key: string;
  readonly kept?: SavedTriggerRun;
};

/** Upper bound for the remaining runs: an agent that activates the skill at once needs one call. */
export type TriggerEstimate = {
  readonly trials: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
};
