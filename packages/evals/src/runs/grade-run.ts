import { printable } from "@skillwright/core/text";
import { type Grade, type Grading, gradingOf } from "../formats/grading.ts";
import type { AskOptions, Consulted } from "../judging/consult-model.ts";
import { judgeStatements } from "../judging/judge-statements.ts";
import type { Judgment } from "../judging/read-judgment.ts";
import { evalsLimits } from "../limits.ts";
import { judgeAssertion } from "../trials/judge-assertion.ts";
import type { Trial, TrialUsage } from "../trials/trial.ts";
import type { EvalJudge } from "./eval-outcome.ts";
import type { EvalStatement, EvalTask } from "./eval-plan.ts";
import type { EvalSession } from "./eval-session.ts";
import { measure } from "./write-run.ts";

/** The grades of a run, or why the judge failed. */
export type GradedRun = { readonly usage: readonly TrialUsage[] } & (
  | { readonly ok: true; readonly grading: Grading }
  | { readonly ok: false; readonly reason: string }
);

/**
 * Grades a run: mechanical checks first, then one call to the judge for the rest. Without a judge the rest stays
 * ungraded. A UAAPS case that fails a mechanical check has failed without calling the judge.
 */
export async function gradeRun(task: EvalTask, trial: Trial, session: EvalSession): Promise<GradedRun> {
  const checked = task.statements.map((statement) => check(statement, trial));
  const open = task.statements.filter((_, index) => checked[index] === undefined);
  const isLost = task.evalCase !== undefined && checked.some((grade) => grade?.passed === false);
  const asked = isLost ? decided(open.map(unasked)) : await askJudge(task, { trial, open }, session);
  if (!asked.ok) return asked;
  const { grades: judged, claims, evalFeedback } = asked.value;
  const left = [...judged];
  const grades = checked.flatMap((grade) => grade ?? left.shift() ?? []);
  return {
    ok: true,
    usage: asked.usage,
    grading: {
      ...gradingOf(grades),
      metrics: measure(trial),
      claims,
      ...(evalFeedback ? { evalFeedback } : {}),
    },
  };
}

/** The result of a mechanical check; undefined for statements that need the judge. */
function check({ text, check: how }: EvalStatement, trial: Trial): Grade | undefined {
  if (how.by === "judge") return undefined;
  if (how.by === "guard") return { text, ...checkBlocked(how.blocked, trial) };
  const verdict = judgeAssertion(how.assertion, trial);
  return verdict && { text, ...verdict };
}

function checkBlocked(expected: boolean, { events }: Trial): Omit<Grade, "text"> {
  const denied = events.find((event) => event.type === "answered" && event.denied === true);
  const evidence =
    denied?.type === "answered"
      ? `A call of ${denied.tool} was refused: ${printable(denied.output).slice(0, evalsLimits.evidenceCharacters)}`
      : "No call was refused.";
  return { passed: (denied !== undefined) === expected, evidence };
}

function unasked({ text }: EvalStatement): Grade {
  return { text, passed: false, evidence: "The judge was not called because a check failed." };
}

function decided(grades: readonly Grade[]): Consulted<Judgment> {
  return { ok: true, value: { grades, claims: [] }, usage: [] };
}

type ToJudge = { readonly trial: Trial; readonly open: readonly EvalStatement[] };

async function askJudge(
  { prompt, expectedOutput }: EvalTask,
  { trial, open }: ToJudge,
  session: EvalSession,
): Promise<Consulted<Judgment>> {
  const { judge } = session.host;
  if (judge === undefined || open.length === 0) return decided([]);
  const statements = open.map(({ text }) => text);
  return callJudge(
    judge,
    (asking) =>
      judgeStatements({ task: prompt, expectedOutput, statements }, trial, {
        ...asking,
        salt: [JSON.stringify(trial)],
      }),
    session,
  );
}

/** Calls the judge and counts its failures. An abort is reported as a failure. */
export async function callJudge<Value>(
  { model }: EvalJudge,
  ask: (asking: AskOptions) => Promise<Consulted<Value>>,
  { host, signal, faults }: EvalSession,
): Promise<Consulted<Value>> {
  try {
    const consulted = await ask({ model, signal, secrets: host.secrets ?? [] });
    if (consulted.ok) faults.judge.worked();
    else faults.judge.failed(consulted.reason);
    return consulted;
  } catch (error) {
    if (!signal.aborted) throw error;
    return { ok: false, reason: "Stopped.", usage: [] };
  }
}
