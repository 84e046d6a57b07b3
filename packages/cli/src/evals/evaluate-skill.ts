import { limits, type TrialUsage } from "@skillwright/core";
import type { EvalOutcome, TrialHost, TriggerOutcome } from "@skillwright/runtime/evals";
import type { Invocation } from "../command.ts";
import { endedCode } from "../commands/ended-code.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { confirmPlan } from "./confirm-plan.ts";
import type { PlannedEvals } from "./eval-plan-text.ts";
import { createEvalWatch, type EvalWatch } from "./eval-progress.ts";
import { type Evaluation, withEvaluation } from "./open-evaluation.ts";
import { planSkillEvals } from "./plan-skill-evals.ts";
import { reportEvals } from "./report-evals.ts";
import { createSpending, type Spending } from "./spending.ts";

/** What came of it. */
export type Evaluated = {
  readonly outputs: EvalOutcome | undefined;
  readonly triggers: TriggerOutcome | undefined;
  readonly spent: readonly TrialUsage[];
  readonly durationMs: number;
  /** Whether `--max-cost` ended it. */
  readonly isSpent: boolean;
};

/** Runs the evals of one skill, from the plan to the report; answers with the exit code. */
export function evaluateSkill(invocation: Invocation, io: Io): Promise<number> {
  return withEvaluation(invocation, io, async (evaluation) => {
    const planned = await planSkillEvals(evaluation);
    if ("exitCode" in planned) return planned.exitCode;
    const answer = await confirmPlan(planned, evaluation);
    if (answer !== "begin") return answer;
    const evaluated = await run(planned, evaluation);
    const ended = endedCode(io);
    if (ended === exitCode.unread) return ended;
    return reportEvals(evaluated, evaluation);
  });
}

async function run(planned: PlannedEvals, evaluation: Evaluation): Promise<Evaluated> {
  const { io, options, models, opened } = evaluation;
  const started = io.now();
  const spending = createSpending(models, options.maxCost);
  const watch = createEvalWatch(io, { quiet: options.quiet, spent: spending.dollars });
  const signal = AbortSignal.any([io.signal(), spending.signal]);
  const parts = { watch, spending, host: { ...opened.host, signal } };
  const outputs = await watch.during(runOutputs(planned, evaluation, parts), {
    total: (planned.outputs?.runs.length ?? 0) + (planned.outputs?.comparisons ?? 0),
    kept: planned.outputs?.runs.filter(({ state }) => state === "kept").length ?? 0,
  });
  const triggers = await watch.during(runTries(planned, evaluation, parts), {
    total: planned.triggers?.runs.length ?? 0,
    kept: planned.triggers?.kept ?? 0,
  });
  return {
    outputs,
    triggers,
    spent: spending.usages(),
    durationMs: io.now() - started,
    isSpent: spending.signal.aborted,
  };
}

type RunParts = {
  readonly watch: EvalWatch;
  readonly spending: Spending;
  readonly host: TrialHost;
};

async function runOutputs(
  { outputs }: PlannedEvals,
  { options, models: { judge } }: Evaluation,
  { watch, spending, host }: RunParts,
): Promise<EvalOutcome | undefined> {
  if (outputs === undefined) return undefined;
  const { keepSnapshot, runEvals } = await import("@skillwright/runtime/evals");
  const outcome = await runEvals(outputs, {
    ...host,
    jobs: options.jobs,
    ...(judge === undefined ? {} : { judge: { model: judge.model, label: judge.label } }),
    onProgress: (progress) => {
      if (progress.type !== "run-started") spending.add(progress.outcome.spent);
      watch.outputs(progress);
    },
  });
  // For whoever holds the next version against this one.
  if (outcome.runs.some(({ status }) => status === "graded"))
    await keepSnapshot(host.fs, outputs.skill.directory, outputs.iterationFolder);
  return outcome;
}

async function runTries(
  { triggers }: PlannedEvals,
  { options }: Evaluation,
  { watch, spending, host }: RunParts,
): Promise<TriggerOutcome | undefined> {
  if (triggers === undefined) return undefined;
  const { runTriggers } = await import("@skillwright/runtime/evals");
  const outcome = await runTriggers(triggers, {
    ...host,
    jobs: Math.min(options.jobs, limits.triggerJobs),
    onProgress: watch.triggers,
  });
  spending.add(outcome.usage);
  return outcome;
}
