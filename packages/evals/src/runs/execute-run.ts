import { rm, writeFile } from "node:fs/promises";
import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import { sumUsage } from "@skillwright/runtime/agent";
import type { Grading } from "../formats/grading.ts";
import { workspaceFiles } from "../formats/workspace.ts";
import { runTrial, type TrialTask } from "../trials/run-trial.ts";
import type { Trial, TrialUsage } from "../trials/trial.ts";
import { boundTrial } from "./bound-trial.ts";
import type { RunOutcome } from "./eval-outcome.ts";
import type { EvalRun } from "./eval-plan.ts";
import type { EvalSession } from "./eval-session.ts";
import { gradeRun } from "./grade-run.ts";
import { taskText } from "./keys.ts";
import { type RunRecord, readRunRecord, runRecordFile } from "./run-files.ts";
import { readSavedGrading, readSavedTrial, readText } from "./saved-results.ts";
import { measure, toRecordText, writeGrading, writeRun } from "./write-run.ts";

/** Executes what a run still needs: the agent, the grading, or nothing. Saves each result immediately. */
export async function executeRun(planned: EvalRun, session: EvalSession): Promise<RunOutcome> {
  const made = await obtainRun(planned, session);
  if (!made.ok) {
    const { status, reason, usage } = made;
    return { planned, kept: false, status, reason, usage, judgeUsage: [], spent: usage };
  }
  const { trial, record, kept } = made;
  const { usage } = record;
  const outcome = { planned, kept, trialStatus: trial.status, seconds: trial.durationMs / 1000, usage };
  const known = readSavedGrading({ folder: planned.folder, record }, planned, session.plan.request);
  if (known) {
    const grading = { ...known, metrics: measure(trial) };
    // A grading from another iteration may be in the other dialect; one already in place stays untouched.
    if (planned.from !== planned.folder) writeGrading({ planned, record, grading }, session);
    const unjudged = countUnjudged(planned, grading);
    return { ...outcome, status: "graded", grading, unjudged, judgeUsage: record.judgeUsage, spent: [] };
  }
  // It changed after the plan was made, and the user did not approve grading it.
  if (planned.state === "kept") throw new SkillError("settings-changed", { path: planned.folder });
  const { clock } = session;
  const [started, begun] = [clock.now(), clock.elapsed()];
  const graded = await gradeRun(planned.task, trial, session);
  const spent = sumUsage([...(kept ? [] : usage), ...graded.usage]);
  const judged = { judgeUsage: graded.usage, spent };
  if (!graded.ok) return { ...outcome, ...judged, status: "ungraded", reason: graded.reason };
  const { grading } = graded;
  const stretch = { started, seconds: (clock.elapsed() - begun) / 1000 };
  writeGrading({ planned, record: { ...record, judgeUsage: graded.usage }, grading, stretch }, session);
  return { ...outcome, ...judged, status: "graded", grading, unjudged: countUnjudged(planned, grading) };
}

function countUnjudged({ task }: EvalRun, { grades }: Grading): number {
  return task.statements.length - grades.length;
}

/** A complete run in its place, or why there is none. */
type ObtainedRun =
  | { readonly ok: true; readonly kept: boolean; readonly trial: Trial; readonly record: RunRecord }
  | {
      readonly ok: false;
      readonly status: "failed" | "skipped";
      readonly reason: string;
      readonly usage: readonly TrialUsage[];
    };

/**
 * Reuses an earlier run or executes it, as planned. A run whose model failed leaves no files. Throws a `SkillError`
 * when a run to reuse is gone, because the user did not approve paying for it.
 */
async function obtainRun(run: EvalRun, session: EvalSession): Promise<ObtainedRun> {
  return (await reuseRun(run, session)) ?? (await executeTrial(run, session));
}

async function reuseRun(run: EvalRun, session: EvalSession): Promise<ObtainedRun | undefined> {
  const { from, folder, key } = run;
  if (from === undefined) return undefined;
  const { fs } = session.host;
  const trial = readSavedTrial(fs, from);
  const record = readRunRecord(readText(fs, `${from}/${runRecordFile}`) ?? "");
  if (trial === undefined || record?.key !== key) throw new SkillError("settings-changed", { path: from });
  if (from !== folder) await session.staging.copy(from, folder, (copy) => forgetGrades(copy, run, record));
  return { ok: true, kept: true, trial, record };
}

/** Drops grades that belong to other statements or another judge. */
async function forgetGrades(folder: string, { gradingKey }: EvalRun, record: RunRecord): Promise<void> {
  if (record.gradingKey === gradingKey) return;
  const { gradingKey: _, ...ungraded } = record;
  await rm(`${folder}/${workspaceFiles.grading}`, { force: true });
  await writeFile(`${folder}/${runRecordFile}`, toRecordText(ungraded));
}

async function executeTrial(run: EvalRun, session: EvalSession): Promise<ObtainedRun> {
  const { host, clock, signal, faults, staging } = session;
  let made: ObtainedRun | undefined;
  await staging.make(run.folder, async (folder) => {
    const started = clock.now();
    const task = toTrialTask(run, session, `${folder}/${workspaceFiles.outputs}`);
    const trial = boundTrial(await runTrial(task, { ...host, signal }));
    made = explainFailure(trial);
    if (made !== undefined) return false;
    const record = await writeRun({ folder, trial, started, run }, session);
    made = { ok: true, kept: false, trial, record };
    return true;
  });
  if (made === undefined) throw new TypeError("The run has no outcome.");
  if (made.ok) faults.agent.worked();
  else if (made.status === "failed") faults.agent.failed(made.reason);
  return made;
}

/** Why a trial says nothing about the skill; undefined for usable trials, however they ended. */
function explainFailure({ status, fault = "The model failed.", usage }: Trial): ObtainedRun | undefined {
  if (status === "failed") return { ok: false, status: "failed", reason: fault, usage };
  if (status !== "aborted") return undefined;
  return { ok: false, status: "skipped", reason: "Stopped.", usage };
}

function toTrialTask(run: EvalRun, { plan, inputs }: EvalSession, saveTo: string): TrialTask {
  const { activation = "person", maxSteps } = plan.request;
  const skills = inputs.skillsOf(run);
  const listed = skills.catalog.list().skills;
  const skill = listed.find(({ name }) => name === plan.skill.name) ?? listed[0];
  // A skill that users cannot invoke is left to the agent to activate.
  const isGiven = activation === "person" && skill?.userInvocable === true;
  return {
    task: taskText(run.task),
    skills,
    ...(isGiven ? { activate: skill.id } : {}),
    files: inputs.filesOf(run.task),
    timeoutMs: run.task.timeoutSeconds * 1000,
    ...compact({ maxSteps }),
    saveTo,
  };
}
