import { SkillError } from "@skillwright/core";
import { systemClock } from "@skillwright/runtime";
import { beginIteration } from "./begin-iteration.ts";
import { endIteration } from "./end-iteration.ts";
import type { EvalHost, EvalOutcome } from "./eval-outcome.ts";
import type { EvalPlan } from "./eval-plan.ts";
import { openStage } from "./eval-stage.ts";
import { createFaultWatch } from "./fault-watch.ts";
import { runAll } from "./run-all.ts";
import { openUnfinished } from "./unfinished.ts";
import { withWorkspace } from "./workspace-lock.ts";

/**
 * Executes a plan. Saves every finished run, so that the next invocation resumes where this one ended. Reports model
 * failures and stops in the outcome; throws a `SkillError` when files changed after the plan was made.
 */
export async function runEvals(plan: EvalPlan, host: EvalHost): Promise<EvalOutcome> {
  checkPlan(plan, host);
  const { clock = systemClock } = host;
  return withWorkspace(plan.workspace, async () => {
    const unfinished = await openUnfinished(plan.request, clock);
    const stage = await openStage(plan);
    // An unexpected error in one run must not leave the others running.
    const broken = new AbortController();
    const signal = AbortSignal.any([broken.signal, ...(host.signal ? [host.signal] : [])]);
    const faults = { agent: createFaultWatch(), judge: createFaultWatch() };
    const running = { plan, host, stage, unfinished, clock, signal, faults };
    try {
      const started = clock.elapsed();
      await beginIteration(plan, stage);
      const made = await runAll(running, () => broken.abort());
      return endIteration(made, { running, seconds: (clock.elapsed() - started) / 1000 });
    } finally {
      await unfinished.remove();
      await stage.remove();
    }
  });
}

function checkPlan({ problems, request }: EvalPlan, { judge }: EvalHost): void {
  const [problem] = problems;
  if (problem) {
    const { file, range, message } = problem;
    throw new SkillError("config-invalid", { path: `${file}:${range.start.line}`, reason: message });
  }
  // Grades are saved under this name.
  if (judge?.label !== request.judgeLabel)
    throw new SkillError("option-invalid", {
      name: "judge",
      reason: `the plan is for ${request.judgeLabel ?? "none"}, found ${judge?.label ?? "none"}`,
    });
}
