import { evalsLimits } from "../limits.ts";
import { runPool } from "../testing/run-pool.ts";
import { prepareSkills, type SkillSet } from "../trials/prepare-skills.ts";
import { runTrial } from "../trials/run-trial.ts";
import { classifyTrial } from "./read-trigger.ts";
import { createRunLog, type RunLog, type TriedRuns } from "./run-log.ts";
import type { TriggerHost } from "./trigger-host.ts";
import type { TriggerOutcome } from "./trigger-outcome.ts";
import type { PlannedRun, ReadyTriggers } from "./trigger-plan.ts";

/**
 * Runs each remaining query with a new agent, concurrently, until all are done, the model keeps failing, or the
 * signal fires.
 */
export async function executeTriggerRuns(
  plan: ReadyTriggers,
  host: TriggerHost,
): Promise<TriedRuns & Pick<TriggerOutcome, "status">> {
  const todo = plan.runs.filter((run) => run.kept === undefined);
  const stopping = new AbortController();
  const log = createRunLog(plan, host);
  if (todo.length === 0) return { status: "finished", ...log.tried() };
  const signal = AbortSignal.any([stopping.signal, ...(host.signal ? [host.signal] : [])]);
  const { fs } = plan.request;
  const { skill, neighbors } = plan.sources;
  const skills = await prepareSkills([skill, ...neighbors], {
    fs,
    ...(host.clock ? { clock: host.clock } : {}),
  });
  const parts: RunParts = { plan, host: { ...host, signal }, skills, log };
  try {
    await runPool(todo, host.jobs ?? evalsLimits.triggerJobs, async (run) => {
      if (!signal.aborted && !host.enough?.aborted) await tryRun(run, parts, stopping);
    });
  } finally {
    await skills.remove();
  }
  const { runs, faults } = log.tried();
  const isWhole = runs.length + faults.length === todo.length;
  if (log.isFailing() && !isWhole) return { status: "failing", ...log.tried() };
  return { status: isWhole ? "finished" : "aborted", ...log.tried() };
}

type RunParts = {
  readonly plan: ReadyTriggers;
  readonly host: TriggerHost;
  readonly skills: SkillSet;
  readonly log: RunLog;
};

async function tryRun(run: PlannedRun, parts: RunParts, stopping: AbortController): Promise<void> {
  const { plan, host, skills, log } = parts;
  const { fs, skill, maxSteps, timeoutSeconds } = plan.request;
  const timeoutMs = timeoutSeconds * 1000;
  const task = { task: run.query, skills, files: [], maxSteps, timeoutMs, untilActivated: skill.name };
  try {
    const trial = await runTrial(task, { ...host, fs });
    log.add(run, classifyTrial(trial, skill.name), trial);
    if (log.isFailing()) stopping.abort();
  } catch (error) {
    // An unexpected error must not leave the others running.
    stopping.abort();
    throw error;
  }
}
