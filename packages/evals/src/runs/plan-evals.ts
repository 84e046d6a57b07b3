import { dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import { isInside } from "@skillwright/core/path";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import type { EvalId } from "../formats/evals-json.ts";
import { iterationFolder, workspaceFiles } from "../formats/workspace.ts";
import { refuseLinks, type Workspace } from "../trials/refuse-links.ts";
import { type BlindPair, pairForComparison } from "./compare-runs.ts";
import { estimateEvals } from "./estimate-evals.ts";
import { digestConfigurations } from "./eval-inputs.ts";
import type { EvalConfiguration, EvalPlan, EvalRequest, EvalRun, EvalTask } from "./eval-plan.ts";
import { gradingKey, planKey, runKey } from "./keys.ts";
import { runsLimits } from "./limits.ts";
import { readTasks } from "./read-tasks.ts";
import {
  findSavedResults,
  iterationsIn,
  readSavedGrading,
  readSavedTrial,
  readText,
  type SavedResults,
  type SavedRun,
} from "./saved-results.ts";

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

type KeyedRun = Omit<EvalRun, "folder" | "state" | "from">;

/**
 * All runs in execution order. The configurations alternate, and take turns going first, so that an outage of the
 * provider affects both.
 */
function keyRuns(
  request: EvalRequest,
  tasks: readonly EvalTask[],
  configurations: readonly EvalConfiguration[],
): readonly KeyedRun[] {
  const numbers = Array.from({ length: request.runs }, (_, index) => index + 1);
  return numbers.flatMap((run) =>
    tasks.flatMap((task, index) => {
      const sides = (run + index) % 2 === 1 ? configurations : configurations.toReversed();
      return sides.map((configuration) => ({
        ...{ task, configuration, run },
        key: runKey(request, { task, configuration, run }),
        gradingKey: gradingKey(request, task),
      }));
    }),
  );
}

type RunPlaces = {
  readonly iterationFolder: string;
  /** Earlier runs with the same key. */
  readonly same: readonly SavedRun[];
  readonly request: EvalRequest;
};

/** Finds out whether a run can be reused, from its own folder or from another iteration. */
function locateRun(run: KeyedRun, { iterationFolder, same, request }: RunPlaces): EvalRun {
  const folder = `${iterationFolder}/${run.task.folder}/${run.configuration.name}/run-${run.run}`;
  const isWhole = (one: SavedRun): boolean => readSavedTrial(request.fs, one.folder) !== undefined;
  const isGraded = (one: SavedRun): boolean =>
    readSavedGrading(one, run, request) !== undefined && isWhole(one);
  // Prefer a graded run, then the one already in place.
  const inOrder = same.toSorted((one, other) => rank(one, folder) - rank(other, folder));
  const graded = inOrder.find(isGraded);
  const found = graded ?? inOrder.find(isWhole);
  if (found === undefined) return { ...run, folder, state: "new" };
  return { ...run, folder, state: graded ? "kept" : "ungraded", from: found.folder };
}

function rank(one: SavedRun, folder: string): number {
  return one.folder === folder ? 0 : 1;
}

/** Throws when a folder for runs is a link, before anything is spent or written. */
export function refuseLinkedFolders(
  place: Workspace,
  { iterationFolder, runs }: Pick<EvalPlan, "iterationFolder" | "runs">,
): void {
  // A link at the run's own path is replaced by the run.
  for (const folder of new Set([iterationFolder, ...runs.map((run) => dirname(run.folder))]))
    refuseLinks(place, folder);
}

/** Identifies the plan of an iteration, so that a later invocation can resume it. */
export const planFile = "plan.json";

/**
 * The iteration for a plan: the last one if it has the same plan, else a new one. With `fresh`, only an unfinished
 * one is resumed.
 */
function findIteration(
  { fs, workspace, fresh }: Pick<EvalRequest, "fs" | "workspace" | "fresh">,
  key: string,
): { readonly iteration: number; readonly resumes: boolean } {
  const last = iterationsIn(fs, workspace).at(-1) ?? 0;
  const folder = `${workspace}/${iterationFolder(last)}`;
  const plan = parseJson(readText(fs, `${folder}/${planFile}`) ?? "");
  const isDone = readText(fs, `${folder}/${workspaceFiles.benchmark}`) !== undefined;
  const resumes = isJsonObject(plan) && plan.key === key && !(fresh && isDone);
  return { iteration: resumes ? last : last + 1, resumes };
}
