import { rm, writeFile } from "node:fs/promises";
import { SkillError } from "@skillwright/core";
import { workspaceFiles } from "../formats/workspace.ts";
import { runTrial, type TrialTask } from "../trials/run-trial.ts";
import type { Trial, TrialUsage } from "../trials/trial.ts";

import type { EvalRun } from "./eval-plan.ts";
import { readText } from "./find-kept.ts";
import { taskText } from "./keys.ts";
import { readKeptTrial } from "./read-kept-run.ts";
import { type RunRecord, readRunRecord, runRecordFile } from "./run-record.ts";
import type { Running } from "./running.ts";
import { toKeptTrial } from "./to-kept-trial.ts";
import { toRecordText, writeRun } from "./write-run.ts";

/** A complete run in its place, or why there is none. */
export type MadeRun =
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
export async function makeRun(run: EvalRun, running: Running): Promise<MadeRun> {
  return (await reuseRun(run, running)) ?? (await executeTrial(run, running));
}

async function reuseRun(run: EvalRun, running: Running): Promise<MadeRun | undefined> {
  const { from, folder, key } = run;
  if (from === undefined) return undefined;
  const { fs } = running.host;
  const trial = readKeptTrial(fs, from);
  const record = readRunRecord(readText(fs, `${from}/${runRecordFile}`) ?? "");
  if (trial === undefined || record?.key !== key) throw new SkillError("settings-changed", { path: from });
  if (from !== folder) await running.unfinished.copy(from, folder, (copy) => forgetGrades(copy, run, record));
  return { ok: true, kept: true, trial, record };
}

/** Drops grades that belong to other statements or another judge. */
async function forgetGrades(folder: string, { gradingKey }: EvalRun, record: RunRecord): Promise<void> {
  if (record.gradingKey === gradingKey) return;
  const { gradingKey: _, ...ungraded } = record;
  await rm(`${folder}/${workspaceFiles.grading}`, { force: true });
  await writeFile(`${folder}/${runRecordFile}`, toRecordText(ungraded));
}

async function executeTrial(run: EvalRun, running: Running): Promise<MadeRun> {
  const { host, clock, signal, faults, unfinished } = running;
  let made: MadeRun | undefined;
  await unfinished.make(run.folder, async (folder) => {
    const started = clock.now();
    const task = toTrialTask(run, running, `${folder}/${workspaceFiles.outputs}`);
    const trial = toKeptTrial(await runTrial(task, { ...host, signal }));
    made = explainFailure(trial);
    if (made !== undefined) return false;
    const record = await writeRun({ folder, trial, started, run }, running);
    made = { ok: true, kept: false, trial, record };
    return true;
  });
  if (made === undefined) throw new TypeError("The run has no outcome.");
  if (made.ok) faults.agent.worked();
  else if (made.status === "failed") faults.agent.failed(made.reason);
  return made;
}

/** Why a trial says nothing about the skill; undefined for usable trials, however they ended. */
function explainFailure({ status, fault = "The model failed.", usage }: Trial): MadeRun | undefined {
  if (status === "failed") return { ok: false, status: "failed", reason: fault, usage };
  if (status !== "aborted") return undefined;
  return { ok: false, status: "skipped", reason: "Stopped.", usage };
}

function toTrialTask(run: EvalRun, { plan, stage }: Running, keep: string): TrialTask {
  const { activation = "person", maxSteps } = plan.request;
  const skills = stage.skillsOf(run);
  const listed = skills.catalog.list().skills;
  const skill = listed.find(({ name }) => name === plan.skill.name) ?? listed[0];
  // A skill that users cannot invoke is left to the agent to activate.
  const isGiven = activation === "person" && skill?.userInvocable === true;
  return {
    task: taskText(run.task),
    skills,
    ...(isGiven ? { activate: skill.id } : {}),
    files: stage.filesOf(run.task),
    timeoutMs: run.task.timeoutSeconds * 1000,
    ...(maxSteps === undefined ? {} : { maxSteps }),
    keep,
  };
}
