import { compact } from "@skillwright/core/text";
import type { EvalCase } from "../formats/uaaps-case.ts";
import type { CheckName, EvalReport, ReportCase } from "../formats/uaaps-report.ts";
import type { RunOutcome } from "./eval-outcome.ts";
import type { EvalTask } from "./eval-plan.ts";
import type { EvalSession } from "./eval-session.ts";
import { readSavedTrial } from "./saved-results.ts";

type ReportFacts = { readonly session: EvalSession; readonly seconds: number; readonly timestamp: string };

/**
 * The report on the UAAPS cases with the skill; undefined when there are none. A case passes when all its runs do.
 */
export function toCaseReport(
  runs: readonly RunOutcome[],
  { session, seconds, timestamp }: ReportFacts,
): EvalReport | undefined {
  const { plan, clock } = session;
  const { skill, modelLabel, judgeLabel } = plan.request;
  const tasks = plan.tasks.filter(({ evalCase }) => evalCase !== undefined);
  if (tasks.length + plan.skipped.length === 0) return undefined;
  const judge = judgeLabel === undefined ? {} : { judge: judgeLabel };
  const [first] = tasks;
  return {
    id: clock.createId(),
    timestamp,
    durationSeconds: seconds,
    config: { engine: "skillwright", ...judge, ...(first ? { timeoutSeconds: first.timeoutSeconds } : {}) },
    agent: { runtime: "skillwright", model: modelLabel },
    judge: judgeLabel === undefined ? {} : { model: judgeLabel },
    environment: { os: process.platform, arch: process.arch, node: process.version },
    package: { name: skill.name },
    cases: [
      ...tasks.map((task) => toCase(task, runs, session)),
      ...plan.skipped.map(({ name, target }): ReportCase => {
        const about = target ? { target: `${target.kind}:${target.name}` } : {};
        return { name, ...about, verdict: "SKIP", checks: {} };
      }),
    ],
  };
}

function toCase(task: EvalTask, runs: readonly RunOutcome[], session: EvalSession): ReportCase {
  const own = runs.filter(
    ({ planned }) => planned.task === task && planned.configuration.name === "with_skill",
  );
  // Show a failed run first, then an ungraded one.
  const shown = own.find(hasFailed) ?? own.find((run) => !hasPassed(run)) ?? own[0];
  const named = { name: String(task.id), ...compact({ target: targetOf(task.evalCase) }) };
  if (shown?.status === "graded" && (shown.unjudged === 0 || hasFailed(shown)))
    return { ...named, ...toVerdict(shown, session) };
  const reason = shown && "reason" in shown ? shown.reason : undefined;
  const error = reason ?? "The criteria were not graded: there is no judge.";
  return { ...named, verdict: "SKIP", checks: {}, error };
}

function targetOf({ target }: Partial<Pick<EvalCase, "target">> = {}): string | undefined {
  return target && `${target.kind}:${target.name}`;
}

function hasFailed(run: RunOutcome): boolean {
  return run.status === "graded" && run.grading.summary.failed > 0;
}

function hasPassed(run: RunOutcome): boolean {
  return run.status === "graded" && run.unjudged === 0 && run.grading.summary.failed === 0;
}

function toVerdict(
  { planned, seconds, grading: { grades } }: Extract<RunOutcome, { status: "graded" }>,
  { host, plan }: EvalSession,
): Omit<ReportCase, "name" | "target"> {
  const checks: Partial<Record<CheckName, "PASS" | "FAIL">> = {};
  for (const [index, { counts }] of planned.task.statements.entries()) {
    const isFailed = grades[index]?.passed === false;
    if (counts !== undefined && checks[counts] !== "FAIL") checks[counts] = isFailed ? "FAIL" : "PASS";
  }
  const isAsked = !Object.values(checks).includes("FAIL");
  const judged = isAsked ? grades.at(-1) : undefined;
  const fault = grades.find(({ passed }) => !passed);
  const trial = readSavedTrial(host.fs, planned.folder);
  return {
    verdict: fault ? "FAIL" : "PASS",
    checks,
    durationSeconds: seconds,
    ...compact({
      judged: judged && {
        result: judged.passed ? ("PASS" as const) : ("FAIL" as const),
        reason: judged.evidence,
        ...compact({ model: plan.request.judgeLabel }),
      },
      output: trial?.answer,
      error: fault && `${fault.text}: ${fault.evidence}`,
    }),
  };
}
