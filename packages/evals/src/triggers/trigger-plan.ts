import type { TriggerQuery } from "../formats/trigger-query.ts";
import type { TestFileProblem } from "../testing/case.ts";
import type { KeptRun } from "./kept-runs.ts";
import type { ListedSources } from "./read-sources.ts";
import type { TriggerRequest } from "./trigger-request.ts";

/** What a measurement will do; nothing has been spent yet. */
export type TriggerPlan = ReadyTriggers | FaultyTriggers | NoTriggers;

export type ReadyTriggers = {
  readonly status: "ready";
  readonly request: TriggerRequest;
  /** Path inside the skill. */
  readonly file: string;
  /** Each text once, in the order of the file. */
  readonly queries: readonly TriggerQuery[];
  /** What is worth a word but no mistake. */
  readonly notes: readonly TestFileProblem[];
  /** The skill and its neighbours as they were when the plan was made. */
  readonly sources: ListedSources;
  /** The first try of every query, then the second. */
  readonly runs: readonly PlannedRun[];
  /** How many of them are kept from before. */
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
  /** Of all that its outcome depends on. */
  readonly key: string;
  readonly kept?: KeptRun;
};

/** Of what is still to be done, at most: an agent that uses the skill at once needs one call. */
export type TriggerEstimate = {
  readonly trials: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
};
