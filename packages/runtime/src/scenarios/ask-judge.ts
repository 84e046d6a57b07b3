import {
  type ModelQuestion,
  type ReadJudgement,
  readJudgement,
  type ScenarioFailure,
  type Trial,
  toJudgeRequest,
  toMaterial,
  toRepairRequest,
} from "@skillwright/core";
import { nodeSha256 } from "@skillwright/core/node";
import { askModel, type Question } from "../turns/ask-model.ts";
import { type Statement, toFailure } from "./judge-trial.ts";

/** A judge, and what the agent was asked. */
export type Judge = Omit<Question, "system" | "prompt"> & {
  readonly timeoutMs: number;
  readonly task: string;
  /** Of the skills: no text in them can hold these, and a recording finds the same again. */
  readonly digests: readonly string[];
};

/**
 * Has a model judge statements about a trial; those that are not so are failures, and so is a judge that cannot be understood. Rejects
 * only when the signal says so.
 */
export async function askJudge(
  statements: readonly Statement[],
  trial: Trial,
  judge: Judge,
): Promise<readonly ScenarioFailure[]> {
  const verdict = await hearInTime(statements, trial, judge);
  return statements.flatMap((statement, index) => {
    if (!verdict.ok) return [toFailure(statement, `The judge gave no verdict: ${verdict.reason}`, trial)];
    const grade = verdict.grades[index];
    return grade === undefined || grade.passed ? [] : [toFailure(statement, grade.evidence, trial)];
  });
}

async function hearInTime(
  statements: readonly Statement[],
  trial: Trial,
  judge: Judge,
): Promise<ReadJudgement> {
  const late = AbortSignal.timeout(judge.timeoutMs);
  const signal = judge.signal ? AbortSignal.any([judge.signal, late]) : late;
  try {
    return await hearJudge(statements, trial, { ...judge, signal });
  } catch (error) {
    if (judge.signal?.aborted || !late.aborted) throw error;
    return { ok: false, reason: "it took too long." };
  }
}

async function hearJudge(
  statements: readonly Statement[],
  trial: Trial,
  { task, digests, timeoutMs: _, ...asking }: Judge,
): Promise<ReadJudgement> {
  const texts = statements.map(wordsOf);
  const material = toMaterial(trial);
  const boundary = nodeSha256(new TextEncoder().encode([...digests, task, ...texts].join("\n"))).slice(0, 24);
  const ask = async (question: ModelQuestion): Promise<Heard> => {
    const answer = await askModel({ ...asking, ...question });
    if (!answer.ok) return { read: { ok: false, reason: answer.fault.message } };
    return { read: readJudgement(answer.text, { statements: texts, material }), answer: answer.text };
  };
  const expected = statements.find(({ kind }) => kind === "expected-output");
  const question = toJudgeRequest(
    { task, ...(expected ? { expectedOutput: expected.text } : {}), statements: texts },
    material,
    { boundary },
  );
  const { read, answer } = await ask(question);
  const reason = read.ok ? read.unproven : read.reason;
  // Once more, with what was wrong; without an answer there is nothing that could be mended.
  if (reason === undefined || answer === undefined) return read;
  return (await ask(toRepairRequest(question, { answer, reason }, { boundary }))).read;
}

type Heard = { readonly read: ReadJudgement; readonly answer?: string };

function wordsOf({ kind, text }: Statement): string {
  if (kind !== "expected-output") return text;
  return "What the agent answered says the same as the description of a good result, in whatever words.";
}
