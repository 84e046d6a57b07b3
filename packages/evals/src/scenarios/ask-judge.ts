import type { Asking } from "../judging/consult-model.ts";
import { judgeStatements } from "../judging/judge-statements.ts";
import type { ScenarioFailure } from "../testing/failure.ts";
import type { Trial } from "../trials/trial.ts";
import { type Statement, toFailure } from "./judge-trial.ts";

/** A judge and the agent's task. */
export type Judge = Asking & {
  readonly timeoutMs: number;
  readonly task: string;
  /** Digests of the skills: their own texts cannot contain them, and a replay computes the same ones. */
  readonly digests: readonly string[];
};

/**
 * Has a model judge statements about a trial. Statements that do not hold are failures, and so is an answer
 * that cannot be understood. Rejects only when aborted.
 */
export async function askJudge(
  statements: readonly Statement[],
  trial: Trial,
  judge: Judge,
): Promise<readonly ScenarioFailure[]> {
  const verdict = await hearInTime(statements, trial, judge);
  return statements.flatMap((statement, index) => {
    if (!verdict.ok) return [toFailure(statement, `The judge gave no verdict: ${verdict.reason}`, trial)];
    const grade = verdict.value.grades[index];
    return grade === undefined || grade.passed ? [] : [toFailure(statement, grade.evidence, trial)];
  });
}

type JudgedScenario = Awaited<ReturnType<typeof judgeStatements>>;

async function hearInTime(
  statements: readonly Statement[],
  trial: Trial,
  { task, digests, timeoutMs, ...asking }: Judge,
): Promise<JudgedScenario> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = asking.signal ? AbortSignal.any([asking.signal, late]) : late;
  const expected = statements.find(({ kind }) => kind === "expected-output");
  const judged = {
    task,
    statements: statements.map(wordsOf),
    ...(expected ? { expectedOutput: expected.text } : {}),
  };
  try {
    return await judgeStatements(judged, trial, { ...asking, signal, salt: digests });
  } catch (error) {
    if (asking.signal?.aborted || !late.aborted) throw error;
    return { ok: false, reason: "it timed out.", usage: [] };
  }
}

function wordsOf({ kind, text }: Statement): string {
  if (kind !== "expected-output") return text;
  return "What the agent answered says the same as the description of a good result, in whatever words.";
}
