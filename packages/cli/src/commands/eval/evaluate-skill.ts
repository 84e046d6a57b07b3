import type { EvalOutcome, TrialHost, TrialUsage, TriggerOutcome } from "@skillwright/evals";
import type { Invocation } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { interruptedExitCode } from "../../session/user-session.ts";
import { type CostMeter, createCostMeter } from "./eval-models.ts";
import type { PlannedEvals } from "./eval-plan-text.ts";
import { createEvalWatch, type EvalWatch } from "./eval-progress.ts";
import { type Evaluation, withEvaluation } from "./open-evaluation.ts";
import { confirmPlan, planSkillEvals } from "./plan-skill-evals.ts";
import { reportEvals } from "./report-evals.ts";

/** The results of an evaluation. */
export type EvaluationResult = {
  readonly outputs: EvalOutcome | undefined;
  readonly triggers: TriggerOutcome | undefined;
  readonly spent: readonly TrialUsage[];
  readonly durationMs: number;
  /** Whether `--max-cost` was reached. */
  readonly isSpent: boolean;
};

/** Runs the evals of one skill, from the plan to the report; returns the exit code. */
export function evaluateSkill(invocation: Invocation, io: Io): Promise<number> {
  return withEvaluation(invocation, io, async (evaluation) => {
    const planned = await planSkillEvals(evaluation);
    if ("exitCode" in planned) return planned.exitCode;
    const answer = await confirmPlan(planned, evaluation);
    if (answer !== "begin") return answer;
    const evaluated = await run(planned, evaluation);
    const ended = interruptedExitCode(io);
    if (ended === exitCode.unread) return ended;
    return reportEvals(evaluated, evaluation);
  });
}

async function run(planned: PlannedEvals, evaluation: Evaluation): Promise<EvaluationResult> {
  const { io, options, models, opened } = evaluation;
  const started = io.now();
  const spending = createCostMeter(models, options.maxCost);
  const watch = createEvalWatch(io, { quiet: options.quiet, spent: spending.dollars });
  const host = { ...opened.host, signal: io.signal() };
  const parts = { watch, spending, host };
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
    isSpent: spending.enough.aborted,
  };
}

type RunParts = {
  readonly watch: EvalWatch;
  readonly spending: CostMeter;
  readonly host: TrialHost;
};

async function runOutputs(
  { outputs }: PlannedEvals,
  { options, models: { judge } }: Evaluation,
  { watch, spending, host }: RunParts,
): Promise<EvalOutcome | undefined> {
  if (outputs === undefined) return undefined;
  const { runEvals } = await import("@skillwright/evals");
  return runEvals(outputs, {
    ...host,
    jobs: options.jobs,
    enough: spending.enough,
    ...(judge === undefined ? {} : { judge: { model: judge.model, label: judge.label } }),
    onProgress: (progress) => {
      if (progress.type !== "run-started") spending.add(progress.outcome.spent);
      watch.outputs(progress);
    },
  });
}

async function runTries(
  { triggers }: PlannedEvals,
  { options }: Evaluation,
  { watch, spending, host }: RunParts,
): Promise<TriggerOutcome | undefined> {
  if (triggers === undefined) return undefined;
  const { runTriggers } = await import("@skillwright/evals");
  return runTriggers(triggers, {
    ...host,
    jobs: options.jobs,
    enough: spending.enough,
    onProgress: (progress) => {
      spending.add(progress.usage);
      watch.triggers(progress);
    },
  });
}
