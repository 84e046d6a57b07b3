import { isJsonObject } from "@skillwright/core/text";
import { agentLimits, sumUsage } from "@skillwright/runtime/agent";
import { evalsLimits } from "../limits.ts";
import { runPool } from "../testing/run-pool.ts";
import { prepareSkills, type SkillSet } from "../trials/prepare-skills.ts";
import { runTrial } from "../trials/run-trial.ts";
import type { Trial, TrialUsage } from "../trials/trial.ts";
import type { PlannedRun, ReadyTriggers } from "./plan-triggers.ts";
import type { TriggerFault, TriggerHost, TriggerOutcome } from "./run-triggers.ts";
import { type SavedTriggerRun, saveRun } from "./saved-runs.ts";

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

type TriedRuns = {
  /** Completed runs. */
  readonly runs: readonly SavedTriggerRun[];
  readonly faults: readonly TriggerFault[];
  readonly usage: readonly TrialUsage[];
};

/** Collects the results of runs and saves each to the workspace. */
type RunLog = {
  add(run: PlannedRun, reading: TrialVerdict, trial: Pick<Trial, "usage" | "steps">): void;
  /** Whether there were too many consecutive faults. */
  isFailing(): boolean;
  tried(): TriedRuns;
};

function createRunLog(plan: ReadyTriggers, host: Pick<TriggerHost, "onProgress">): RunLog {
  const { skill, modelLabel } = plan.request;
  const runs: SavedTriggerRun[] = [];
  const faults: TriggerFault[] = [];
  const usages: TrialUsage[] = [];
  let inRow = 0;
  let isFailing = false;
  return {
    add: ({ query, run, key }, reading, { usage, steps }) => {
      usages.push(...usage);
      if (reading.kind === "aborted") return;
      if (reading.kind === "fault") faults.push({ query, run, message: reading.message });
      else {
        const kept = { key, query, run, triggered: reading.kind === "triggered" };
        saveRun(plan.request, kept, { skill: skill.name, model: modelLabel, steps });
        runs.push(kept);
      }
      inRow = reading.kind === "fault" ? inRow + 1 : 0;
      isFailing ||= inRow >= evalsLimits.triggerFaults;
      const done = plan.kept + runs.length + faults.length;
      host.onProgress?.({ done, total: plan.runs.length, query, run, outcome: reading.kind, usage });
    },
    isFailing: () => isFailing,
    tried: () => ({ runs, faults, usage: sumUsage(usages) }),
  };
}

/** What a trial shows about a skill. Faults and aborted trials show nothing. */
type TrialVerdict =
  | { readonly kind: "triggered" | "not-triggered" | "aborted" }
  | { readonly kind: "fault"; readonly message: string };

function classifyTrial(trial: Trial, skill: string): TrialVerdict {
  if (trial.activated.includes(skill)) return { kind: "triggered" };
  if (trial.status === "aborted") return { kind: "aborted" };
  if (trial.status === "failed") return { kind: "fault", message: trial.fault ?? "The model failed." };
  if (trial.status === "timed-out")
    return { kind: "fault", message: "The agent timed out before it finished its steps." };
  const refusal = findRefusal(trial, skill);
  if (refusal === undefined) return { kind: "not-triggered" };
  const message = `The agent tried to activate the skill and was refused: ${refusal.slice(0, agentLimits.faultCharacters)}`;
  return { kind: "fault", message };
}

/**
 * The refusal the agent got when activating the skill: a policy or a hook may deny it, whatever its description says.
 */
function findRefusal({ events }: Trial, skill: string): string | undefined {
  const asked = events.filter((event) => event.type === "called" && isAskedFor(event.input, skill));
  const calls = new Set(asked.map((event) => (event.type === "called" ? event.call : "")));
  for (const event of events)
    if (event.type === "answered" && !event.ok && calls.has(event.call) && opensSkills(event.tool))
      return event.output;
  return undefined;
}

function opensSkills(tool: string): boolean {
  return tool === "Skill" || tool === "skills_load";
}

function isAskedFor(input: unknown, skill: string): boolean {
  return isJsonObject(input) && [input.skill, input.name, input.skill_name, input.command].includes(skill);
}
