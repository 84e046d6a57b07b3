import type { FileSystem } from "@skillwright/core/discover";
import type { EvalDialect } from "../formats/evals-json.ts";
import type { TriggerQuery } from "../formats/trigger-results.ts";
import type { TestFileProblem } from "../testing/case.ts";
import { problemAtTop } from "../testing/suite-files.ts";
import { refuseLinks } from "../trials/refuse-links.ts";
import { estimateTriggers } from "./estimate-triggers.ts";
import { excludeUnusable, type ListedSources, readSources } from "./listed-skills.ts";
import { readQueries } from "./read-queries.ts";
import {
  createRunKeys,
  readSavedRuns,
  type SavedTriggerRun,
  type SavedTriggerRuns,
  triggerFiles,
} from "./saved-runs.ts";

/** Reads the queries of a skill and plans their measurement. Throws a `SkillError` when a skill cannot be read. */
export function planTriggers(request: TriggerRequest): TriggerPlan {
  const { fs, skill, workspace } = request;
  const read = readQueries(fs, skill.directory);
  if (read.status === "none") return { status: "none", request };
  if (read.status === "faulty") return { ...read, request };
  const { file, queries } = read;
  const beside = excludeUnusable(fs, request.neighbors);
  const notes = [...read.notes, ...beside.notes];
  const sources = readSources(fs, skill, beside.neighbors);
  const hidden = findHidden(sources);
  if (hidden) return { status: "faulty", request, problems: [hidden], notes };
  // All of them will be written to, even if they are not read.
  for (const name of [triggerFiles.runs, triggerFiles.improvements, triggerFiles.logs])
    refuseLinks(request, `${workspace}/${name}`);
  const kept: SavedTriggerRuns = request.fresh ? new Map() : readSavedRuns(request);
  return planMeasurement({ request, file, queries, notes, sources }, kept);
}

export type Measurement = Pick<ReadyTriggers, "request" | "file" | "queries" | "notes" | "sources">;

export function planMeasurement(measurement: Measurement, kept: SavedTriggerRuns): ReadyTriggers {
  const { request, queries, sources } = measurement;
  const { runs: count, modelLabel, maxSteps } = request;
  const keyOf = createRunKeys({ sources, modelLabel, maxSteps });
  // Round by round, so that an interruption leaves results for every query.
  const runs = Array.from({ length: count }, (_, at) => at + 1).flatMap((run) =>
    queries.map((query) => planRun(query, run, { keyOf, kept })),
  );
  const todo = runs.filter((run) => run.kept === undefined);
  return {
    status: "ready",
    ...measurement,
    runs,
    kept: runs.length - todo.length,
    estimate: estimateTriggers(todo, sources, maxSteps),
  };
}

type PlanRunParts = {
  readonly keyOf: (query: string, run: number) => string;
  readonly kept: SavedTriggerRuns;
};

function planRun(query: TriggerQuery, run: number, { keyOf, kept }: PlanRunParts): PlannedRun {
  const key = keyOf(query.query, run);
  const found = kept.get(key);
  return { ...query, run, key, ...(found ? { kept: found } : {}) };
}

function findHidden({ skill }: ListedSources): TestFileProblem | undefined {
  if (skill.isOffered) return undefined;
  return problemAtTop("SKILL.md", "The skill sets disable-model-invocation, so no query can trigger it.");
}

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

/** Measures how often requests make an agent use a skill. */
export type TriggerRequest = {
  readonly fs: FileSystem;
  readonly skill: MeasuredSkill;
  /** Folders of the other skills listed with it. */
  readonly neighbors: readonly string[];
  /** Runs of each query; three in both dialects. */
  readonly runs: number;
  readonly threshold: number;
  /** Whether exactly the threshold is enough: `above` in the guide, `at-least` in skill-creator's script. */
  readonly rule: "above" | "at-least";
  /** Steps an agent has to activate the skill; usually `limits.triggerSteps`. */
  readonly maxSteps: number;
  readonly timeoutSeconds: number;
  /** The model's name in saved runs; another label is another measurement. */
  readonly modelLabel: string;
  /** Absolute; results go to its `triggers` folder. */
  readonly workspace: string;
  /** Whether to ignore saved runs. */
  readonly fresh: boolean;
  /** The format of `trigger_results.json`; `guide` by default. */
  readonly dialect?: EvalDialect;
};

export type MeasuredSkill = {
  readonly name: string;
  readonly directory: string;
  /** The description to list; it may differ from the one in SKILL.md. */
  readonly description: string;
};

export type OptimizationRequest = TriggerRequest & {
  /** Maximum number of descriptions to measure, including the original. */
  readonly iterations: number;
  /** Share of the queries held back for the selection; 0.4 in both dialects. */
  readonly holdout: number;
  readonly seed: number;
};
