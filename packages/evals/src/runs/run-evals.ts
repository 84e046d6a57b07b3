import { SkillError } from "@skillwright/core";
import { systemClock } from "@skillwright/runtime";
import { startIteration } from "./begin-iteration.ts";
import { finishIteration } from "./end-iteration.ts";
import type { EvalHost, EvalOutcome } from "./eval-outcome.ts";
import type { EvalPlan } from "./eval-plan.ts";
import { copyInputs } from "./eval-stage.ts";
import { createFaultWatch } from "./fault-watch.ts";
import { executeRuns } from "./run-all.ts";
import { openStaging } from "./unfinished.ts";
import { withWorkspaceLock } from "./workspace-lock.ts";

/**
 * Executes a plan. Saves every finished run, so that the next invocation resumes where this one ended. Reports model
 * failures and stops in the outcome; throws a `SkillError` when files changed after the plan was made.
 */
export async function runEvals(plan: EvalPlan, host: EvalHost): Promise<EvalOutcome> {
  checkPlan(plan, host);
  const { clock = systemClock } = host;
  return withWorkspaceLock(plan.workspace, async () => {
    const staging = await openStaging(plan.request, clock);
    const inputs = await copyInputs(plan);
    // An unexpected error in one run must not leave the others running.
    const broken = new AbortController();
    const signal = AbortSignal.any([broken.signal, ...(host.signal ? [host.signal] : [])]);
    const faults = { agent: createFaultWatch(), judge: createFaultWatch() };
    const session = { plan, host, inputs, staging, clock, signal, faults };
    try {
      const started = clock.elapsed();
      await startIteration(plan, inputs);
      const made = await executeRuns(session, () => broken.abort());
      return finishIteration(made, { session, seconds: (clock.elapsed() - started) / 1000 });
    } finally {
      await staging.remove();
      await inputs.remove();
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
