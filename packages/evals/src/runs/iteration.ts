import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";
import { compact } from "@skillwright/core/text";
import { aggregate, toRunResult } from "../formats/aggregate.ts";
import { type Benchmark, type Metric, type RunResult, toBenchmarkText } from "../formats/benchmark.ts";
import { critiqueRuns } from "../formats/critique-runs.ts";
import { gradingOf } from "../formats/grading.ts";
import { toJsonText } from "../formats/read-eval-file.ts";
import { formatSignificance, pairRuns, significance } from "../formats/significance.ts";
import { toEvalReportText } from "../formats/uaaps-report.ts";
import { toEvalMetadataText, workspaceFiles } from "../formats/workspace.ts";
import { saveSnapshot } from "../trials/skill-snapshots.ts";
import type { Trial } from "../trials/trial.ts";
import { toBenchmarkMarkdown } from "./benchmark-markdown.ts";
import { toCaseReport } from "./case-report.ts";
import { sumTokens } from "./estimate-evals.ts";
import type { EvalInputs } from "./eval-inputs.ts";
import type { ClaimedDifference, EvalOutcome, RunOutcome } from "./eval-outcome.ts";
import type { EvalPlan } from "./eval-plan.ts";
import { type EvalSession, stopReason } from "./eval-session.ts";
import { planFile, refuseLinkedFolders } from "./plan-evals.ts";
import type { ExecutedRuns } from "./run-evals.ts";
import { toTime } from "./write-run.ts";

/** Creates the folder of an iteration, or reuses the existing one, and writes the metadata of its evals. */
export async function startIteration(plan: EvalPlan, inputs: Pick<EvalInputs, "skill">): Promise<void> {
  const { iterationFolder, resumes, tasks, key, runs, request } = plan;
  const write = (name: string, text: string): void =>
    request.fs.write(`${iterationFolder}/${name}`, new TextEncoder().encode(text), { replacesLink: true });
  refuseLinkedFolders(request, plan);
  try {
    if (!resumes) {
      await makeFolder(iterationFolder);
      // First, because it identifies the plan that everything else belongs to.
      write(planFile, toJsonText({ version: 1, key }));
    }
    await saveSnapshot(request.fs, inputs.skill, iterationFolder);
    for (const { id, name, folder, prompt, statements } of tasks) {
      const assertions = statements.map(({ text }) => text);
      const text = toEvalMetadataText({
        ...{ evalId: id, prompt, assertions },
        ...compact({ evalName: name }),
      });
      write(`${folder}/${workspaceFiles.metadata}`, text);
    }
    // Its presence means that the iteration is complete.
    if (runs.some(({ state }) => state !== "kept"))
      await rm(`${iterationFolder}/${workspaceFiles.benchmark}`, { force: true });
  } catch (error) {
    throw toFileError(iterationFolder, error);
  }
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  // Other evals started and finished after the plan was made.
  if (made === undefined) throw new SkillError("settings-changed", { path: folder });
}

/** Combines the results of all runs. Writes the result files only when nothing is missing. */
export function finishIteration(
  made: ExecutedRuns,
  { session, seconds }: { readonly session: EvalSession; readonly seconds: number },
): EvalOutcome {
  const { plan, clock } = session;
  const { runs, comparisons } = made;
  const results = runs.flatMap((run) => toResult(run) ?? []);
  const stopped = stopReason(session);
  const failed = runs.filter((run) => run.status !== "graded");
  const isComplete = failed.length === 0 && comparisons.every(({ comparison }) => comparison !== undefined);
  const notes = [...plan.notes, ...describeOutcomes(made), ...critiqueRuns(results)];
  const timestamp = toTime(clock.now());
  const benchmark = toBenchmark(results, session, { notes, timestamp });
  const claims = plan.configurations.length > 1 ? claim(results, plan.request.seed) : undefined;
  const report = toCaseReport(runs, { session, seconds, timestamp });
  const outcome: EvalOutcome = {
    ...{ iteration: plan.iteration, iterationFolder: plan.iterationFolder },
    ...{ benchmark, runs, failed, comparisons, notes, isComplete },
    ...(claims ? { significance: claims } : {}),
    ...(report ? { report } : {}),
    ...(stopped === undefined || isComplete ? {} : { stopped }),
  };
  if (isComplete) writeResults(outcome, session);
  return outcome;
}

/** The measurements of a finished run; without grades it has no pass rate. */
function toResult(outcome: RunOutcome): RunResult | undefined {
  if (!("trialStatus" in outcome)) return undefined;
  const { seconds, usage } = outcome;
  const { task, configuration, run } = outcome.planned;
  const { input, output } = sumTokens(usage);
  return toRunResult(
    {
      ...{ evalId: task.id, configuration: configuration.name, run },
      ...compact({ evalName: task.name }),
    },
    outcome.status === "graded" ? outcome.grading : gradingOf([]),
    { tokens: input + output, seconds },
  );
}

function toBenchmark(
  results: readonly RunResult[],
  { plan }: EvalSession,
  told: { readonly notes: readonly string[]; readonly timestamp: string },
): Benchmark {
  const { skill, modelLabel, judgeLabel } = plan.request;
  return aggregate(results, {
    ...told,
    ...{ skillName: skill.name, skillPath: skill.directory, executorModel: modelLabel },
    ...compact({ analyzerModel: judgeLabel }),
  });
}

function claim(results: readonly RunResult[], seed: number): Readonly<Record<Metric, ClaimedDifference>> {
  const of = (metric: Metric): ClaimedDifference => {
    const found = significance(pairRuns(results, metric), { seed });
    return { ...found, sentence: formatSignificance(found, metric) };
  };
  return { passRate: of("passRate"), timeSeconds: of("timeSeconds"), tokens: of("tokens") };
}

function writeResults(outcome: EvalOutcome, { plan, host }: EvalSession): void {
  const { benchmark, report, iterationFolder } = outcome;
  const write = (name: string, text: string): void =>
    host.fs.write(join(iterationFolder, name), new TextEncoder().encode(text), { replacesLink: true });
  if (report) write("report.json", toEvalReportText(report));
  write("benchmark.md", toBenchmarkMarkdown(outcome));
  // Last, because its presence means that everything else is complete.
  write(workspaceFiles.benchmark, toBenchmarkText(benchmark, plan.request.dialect));
}

/** What a reader must know about the runs to interpret the numbers. */
function describeOutcomes({ runs, comparisons }: ExecutedRuns): readonly string[] {
  const unjudged = runs.reduce((sum, run) => sum + (run.status === "graded" ? run.unjudged : 0), 0);
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

function noteRun(outcome: RunOutcome): readonly string[] {
  const { task, configuration, run } = outcome.planned;
  const name = `Eval ${task.id}, ${configuration.name}, run ${run}`;
  switch (outcome.status) {
    case "skipped":
      return [];
    case "failed":
      return [`${name}: the model failed, so the run does not count. ${outcome.reason}`.trim()];
    case "ungraded":
      return [`${name}: the judge failed, so the run is not graded. ${outcome.reason}`.trim()];
    case "graded": {
      const ending = endings[outcome.trialStatus];
      return ending === undefined ? [] : [`${name}: the agent ${ending}.`];
    }
  }
}

/** Endings that the agent did not choose. */
const endings: Readonly<Partial<Record<Trial["status"], string>>> = {
  "timed-out": "ran out of time",
  "out-of-steps": "ran out of steps",
  looping: "repeated itself and was stopped",
};

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
