import { SkillError } from "@skillwright/core";
import { isInside } from "@skillwright/core/path";
import type { EvalId } from "../formats/evals-json.ts";
import { iterationFolder } from "../formats/workspace.ts";
import { refuseLinks } from "../trials/refuse-links.ts";
import { refuseLinkedFolders } from "./check-places.ts";
import { estimateEvals } from "./estimate-evals.ts";
import { digestConfigurations } from "./eval-configurations.ts";
import type { EvalPlan, EvalTask } from "./eval-plan.ts";
import type { EvalRequest } from "./eval-request.ts";
import { findIteration } from "./find-iteration.ts";
import { findSavedResults, type SavedResults } from "./find-kept.ts";
import { planKey } from "./keys.ts";
import { runsLimits } from "./limits.ts";
import { type BlindPair, pairForComparison } from "./pair-runs-blindly.ts";
import { keyRuns, locateRun } from "./plan-runs.ts";
import { readTasks } from "./read-tasks.ts";

/** Reads a skill's evals and plans their runs. Runs and writes nothing. */
export async function planEvals(request: EvalRequest): Promise<EvalPlan> {
  checkRequest(request);
  const { fs, skill, workspace } = request;
  refuseLinks(request, workspace);
  const { tasks: all, ...read } = readTasks(request);
  const hasProblems = read.problems.length > 0;
  const tasks = hasProblems ? all : selectTasks(all, request.only);
  const configurations = await digestConfigurations(request);
  const keyed = hasProblems ? [] : keyRuns(request, tasks, configurations);
  const key = planKey(request, keyed);
  const place = findIteration(request, key);
  const folder = `${workspace}/${iterationFolder(place.iteration)}`;
  const kept = findSavedResults(fs, workspace);
  const usable = request.fresh ? ofIteration(kept, place.iteration) : kept;
  const byKey = Map.groupBy(usable.runs, ({ record }) => record.key);
  const runs = keyed.map((run) =>
    locateRun(run, { iterationFolder: folder, same: byKey.get(run.key) ?? [], request }),
  );
  refuseLinkedFolders(request, { iterationFolder: folder, runs });
  const done = new Set(usable.comparisons.map((comparison) => comparison.key));
  const isDone = ({ key, A, B }: BlindPair): boolean =>
    done.has(key) && A.state !== "new" && B.state !== "new";
  const comparisons = pairForComparison(request, runs).filter((pair) => !isDone(pair)).length;
  return {
    ...{ request, skill, workspace, key, ...place, iterationFolder: folder },
    ...{ ...read, tasks, configurations, runs, comparisons },
    estimate: estimateEvals({ runs, comparisons, hasJudge: request.judgeLabel !== undefined }, kept.runs),
  };
}

function checkRequest({ runs, workspace, skill, blind, judgeLabel, baseline }: EvalRequest): void {
  if (!Number.isInteger(runs) || runs < 1 || runs > runsLimits.evalRuns)
    throw invalid("runs", `expected 1 to ${runsLimits.evalRuns}, found ${runs}`);
  // Results would become part of the skill, and each run would change it.
  if (isInside(skill.directory, workspace)) throw invalid("workspace", `${workspace} is inside the skill`);
  if (blind && judgeLabel === undefined) throw invalid("blind", "it needs a judge");
  if (blind && baseline.kind === "none") throw invalid("blind", "it needs a baseline");
}

function selectTasks(tasks: readonly EvalTask[], only: readonly EvalId[]): readonly EvalTask[] {
  if (only.length === 0) return tasks;
  // Ids from the command line are strings.
  const wanted = new Set(only.map(String));
  const known = new Set(tasks.map(({ id }) => String(id)));
  const [unknown] = [...wanted].filter((id) => !known.has(id));
  if (unknown !== undefined) throw invalid("only", `no eval ${unknown}; available: ${[...known].join(", ")}`);
  return tasks.filter(({ id }) => wanted.has(String(id)));
}

function invalid(name: string, reason: string): SkillError {
  return new SkillError("option-invalid", { name, reason });
}

function ofIteration({ runs, comparisons }: SavedResults, iteration: number): SavedResults {
  return {
    runs: runs.filter((run) => run.iteration === iteration),
    comparisons: comparisons.filter((comparison) => comparison.iteration === iteration),
  };
}
