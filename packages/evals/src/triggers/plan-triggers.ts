import type { TriggerQuery } from "../formats/trigger-results.ts";
import type { TestFileProblem } from "../testing/case.ts";
import { problemAtTop } from "../testing/suite-files.ts";
import { refuseLinks } from "../trials/refuse-links.ts";
import { estimateTriggers } from "./estimate-triggers.ts";
import { createRunKeys, readSavedRuns, type SavedTriggerRuns } from "./kept-runs.ts";
import { excludeUnusable } from "./leave-out-unusable.ts";
import { readQueries } from "./read-queries.ts";
import { type ListedSources, readSources } from "./read-sources.ts";
import { triggerFiles } from "./trigger-files.ts";
import type { PlannedRun, ReadyTriggers, TriggerPlan } from "./trigger-plan.ts";
import type { TriggerRequest } from "./trigger-request.ts";

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

type RunParts = { readonly keyOf: (query: string, run: number) => string; readonly kept: SavedTriggerRuns };

function planRun(query: TriggerQuery, run: number, { keyOf, kept }: RunParts): PlannedRun {
  const key = keyOf(query.query, run);
  const found = kept.get(key);
  return { ...query, run, key, ...(found ? { kept: found } : {}) };
}

function findHidden({ skill }: ListedSources): TestFileProblem | undefined {
  if (skill.isOffered) return undefined;
  return problemAtTop("SKILL.md", "The skill sets disable-model-invocation, so no query can trigger it.");
}
