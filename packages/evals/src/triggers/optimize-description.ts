import { SkillError } from "@skillwright/core";
import { sumUsage } from "@skillwright/runtime/agent";
import {
  type OptimizationIteration,
  type OptimizationResult,
  pickBest,
  toOptimizationText,
} from "../formats/optimization-result.ts";
import { toJsonText } from "../formats/read-eval-file.ts";
import { type QuerySplit, splitQueries } from "../formats/trigger-queries.ts";
import type { TriggerQuery } from "../formats/trigger-results.ts";
import { withWorkspaceLock } from "../runs/workspace-lock.ts";
import type { Workspace } from "../trials/refuse-links.ts";
import type { TrialUsage } from "../trials/trial.ts";
import { createImprover, type Improver } from "./improve-description.ts";
import { withDescription } from "./listed-skills.ts";
import {
  type OptimizationRequest,
  planMeasurement,
  planTriggers,
  type ReadyTriggers,
} from "./plan-triggers.ts";
import {
  measureQueries,
  type OptimizationHost,
  type OptimizationOutcome,
  type TriggerFault,
  type TriggerHost,
  type TriggerOutcome,
} from "./run-triggers.ts";
import { readSavedRuns, type SavedTriggerRuns, triggerFiles } from "./saved-runs.ts";
import { writeText } from "./workspace-files.ts";

/**
 * Searches for a better description: measures one, asks a model for another based on the training failures, and
 * selects the best by queries the model never sees. Does not change the skill. Throws a `SkillError` when the skill
 * has no usable queries; `planTriggers` reports all their problems.
 */
export async function optimizeDescription(
  request: OptimizationRequest,
  host: OptimizationHost,
): Promise<OptimizationOutcome> {
  const plan = requireReady(request);
  return withWorkspaceLock(request.workspace, () => optimize(plan, request, host));
}

async function optimize(
  plan: ReadyTriggers,
  request: OptimizationRequest,
  host: OptimizationHost,
): Promise<OptimizationOutcome> {
  const split = splitFor(plan, request);
  writeSplit(request, split);
  const meter = createMeter(plan, host);
  const improver = createImprover(plan, host);
  const history: OptimizationIteration[] = [];
  const reason = await search({ request, host, split, meter, improver, history });
  const original = request.skill.description;
  const best = pickBest(history)?.description ?? original;
  const outcome: OptimizationOutcome = {
    exit: { reason, iteration: history.length },
    ...{ original, best, history },
    usage: sumUsage([...meter.usage(), ...improver.usage()]),
    faults: [...meter.faults(), ...improver.faults()],
    kept: meter.kept(),
  };
  writeResults(request, outcome);
  return outcome;
}

type Search = {
  readonly request: OptimizationRequest;
  readonly host: OptimizationHost;
  readonly split: QuerySplit;
  readonly meter: Meter;
  readonly improver: Improver;
  /** Grows. */
  readonly history: OptimizationIteration[];
};

async function search(parts: Search): Promise<OptimizationOutcome["exit"]["reason"]> {
  const { request, host, split, meter, improver, history } = parts;
  let description = request.skill.description;
  for (;;) {
    const outcome = await meter.measure(description);
    if (outcome.status !== "finished") return outcome.status;
    const train = rowsOf(outcome, split.train);
    const validation = rowsOf(outcome, split.validation);
    const iteration = { iteration: history.length + 1, description, train, validation };
    history.push(iteration);
    host.onIteration?.(iteration);
    if (train.every(({ pass }) => pass)) return "all-passed";
    if (history.length >= request.iterations) return "max-iterations";
    const improved = await improver.improve(history);
    if (improved.status !== "improved") return improved.status;
    description = improved.description;
  }
}

function rowsOf({ results }: TriggerOutcome, queries: readonly TriggerQuery[]): TriggerOutcome["results"] {
  const texts = new Set(queries.map(({ query }) => query));
  return results.filter(({ query }) => texts.has(query));
}

function requireReady(request: OptimizationRequest): ReadyTriggers {
  const plan = planTriggers(request);
  if (plan.status === "ready") return plan;
  const path = `${request.skill.directory}/evals`;
  if (plan.status === "none") throw new SkillError("file-missing", { path: `${path}/eval_queries.json` });
  const [problem] = plan.problems;
  throw new SkillError("config-invalid", { path, reason: problem?.message ?? "it cannot be read" });
}

/** `splitQueries` holds back at least one query, so a holdout of 0 needs its own case. */
function splitFor({ queries }: ReadyTriggers, { seed, holdout }: OptimizationRequest): QuerySplit {
  return holdout > 0 ? splitQueries(queries, { seed, holdout }) : { train: queries, validation: [] };
}

function writeResults(
  request: OptimizationRequest,
  { exit, original, best, history }: OptimizationOutcome,
): void {
  if (history.length === 0) return;
  writeOptimization(request, {
    exit,
    originalDescription: original,
    bestDescription: best,
    holdout: Math.max(0, request.holdout),
    iterations: history,
  });
}

/** Writes the training and the validation queries. */
function writeSplit(place: Workspace, { train, validation }: QuerySplit): void {
  writeText(place, triggerFiles.train, toQueriesText(train));
  writeText(place, triggerFiles.validation, toQueriesText(validation));
}

/** Writes run_loop's `results.json`. */
function writeOptimization(place: Workspace, result: OptimizationResult): void {
  writeText(place, triggerFiles.optimization, toOptimizationText(result));
}

function toQueriesText(queries: readonly TriggerQuery[]): string {
  return toJsonText(queries.map(({ query, shouldTrigger }) => ({ query, should_trigger: shouldTrigger })));
}

/** Measures descriptions of one skill under equal conditions. */
type Meter = {
  /**
   * Retries failed runs once, so that each description has the same number of runs. A description with a query that
   * never ran is `failing`, because it cannot be compared.
   */
  measure(description: string): Promise<TriggerOutcome>;
  usage(): readonly TrialUsage[];
  faults(): readonly TriggerFault[];
  kept(): number;
};

function createMeter(plan: ReadyTriggers, host: TriggerHost): Meter {
  const { request, sources } = plan;
  // Throws before anything is spent if the description cannot be replaced.
  withDescription(sources.skill, "Placeholder.");
  const usages: TrialUsage[] = [];
  const faults: TriggerFault[] = [];
  let known: SavedTriggerRuns = request.fresh ? new Map() : readSavedRuns(request);
  let kept = 0;
  const measureOnce = async (description: string): Promise<TriggerOutcome> => {
    const measurement = {
      ...plan,
      request: { ...request, skill: { ...request.skill, description } },
      sources: { ...sources, skill: withDescription(sources.skill, description) },
    };
    const planned = planMeasurement(measurement, known);
    const { outcome, runs } = await measureQueries(planned, host);
    known = new Map([...known, ...runs.map((run) => [run.key, run] as const)]);
    usages.push(...outcome.usage);
    faults.push(...outcome.faults);
    return outcome;
  };
  return {
    measure: async (description) => {
      const first = await measureOnce(description);
      kept += first.kept;
      if (first.status !== "finished" || first.missing === 0) return first;
      const second = await measureOnce(description);
      const isMeasured = second.results.every(({ runs }) => runs > 0);
      return second.status !== "finished" || isMeasured ? second : { ...second, status: "failing" };
    },
    usage: () => usages,
    faults: () => faults,
    kept: () => kept,
  };
}
