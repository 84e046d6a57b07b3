import { SkillError } from "@skillwright/core";
import { sumUsage } from "@skillwright/runtime/agent";
import type { Grading } from "../formats/grading.ts";
import type { RunOutcome } from "./eval-outcome.ts";
import type { EvalRun } from "./eval-plan.ts";
import { gradeRun } from "./grade-run.ts";
import { obtainRun } from "./make-run.ts";
import { readSavedGrading } from "./read-kept-run.ts";
import type { EvalSession } from "./running.ts";
import { writeGrading } from "./write-grading.ts";
import { measure } from "./write-run.ts";

/** Executes what a run still needs: the agent, the grading, or nothing. Saves each result immediately. */
export async function executeRun(planned: EvalRun, session: EvalSession): Promise<RunOutcome> {
  const made = await obtainRun(planned, session);
  if (!made.ok) {
    const { status, reason, usage } = made;
    return { planned, kept: false, status, reason, unjudged: 0, usage, judgeUsage: [], spent: usage };
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
  if (!graded.ok) return { ...outcome, ...judged, status: "ungraded", reason: graded.reason, unjudged: 0 };
  const { grading } = graded;
  const stretch = { started, seconds: (clock.elapsed() - begun) / 1000 };
  writeGrading({ planned, record: { ...record, judgeUsage: graded.usage }, grading, stretch }, session);
  return { ...outcome, ...judged, status: "graded", grading, unjudged: countUnjudged(planned, grading) };
}

function countUnjudged({ task }: EvalRun, { grades }: Grading): number {
  return task.statements.length - grades.length;
}
