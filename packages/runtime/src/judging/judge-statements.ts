import {
  type Judged,
  type Judgement,
  readJudgement,
  type Trial,
  toJudgeRequest,
  toMaterial,
} from "@skillwright/core";
import { type Asking, boundaryFor, type Consulted, consultModel } from "./consult-model.ts";

/** A judge; `salt` are texts that whoever wrote the skill cannot have foreseen in it. */
export type StatementJudge = Asking & { readonly salt: readonly string[] };

/** Has a judge say which statements about a trial are so. Rejects with the signal's reason when stopped. */
export function judgeStatements(
  { task, expectedOutput, statements }: Judged,
  trial: Trial,
  { salt, ...asking }: StatementJudge,
): Promise<Consulted<Judgement>> {
  const material = toMaterial(trial);
  const boundary = boundaryFor([task, expectedOutput ?? "", ...statements, ...salt]);
  const about = { task, statements, ...(expectedOutput === undefined ? {} : { expectedOutput }) };
  return consultModel(
    {
      question: toJudgeRequest(about, material, { boundary }),
      boundary,
      read: (answer) => {
        const judgement = readJudgement(answer, { statements, material });
        if (!judgement.ok) return judgement;
        const { unproven } = judgement;
        return { ok: true, value: judgement, ...(unproven === undefined ? {} : { doubt: unproven }) };
      },
    },
    asking,
  );
}
