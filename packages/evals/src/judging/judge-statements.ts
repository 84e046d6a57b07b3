import type { Trial } from "../trials/trial.ts";
import { type Asking, boundaryFor, type Consulted, consultModel } from "./consult-model.ts";
import { type Judgement, readJudgement } from "./read-judgement.ts";
import { type Judged, toJudgeRequest } from "./to-judge-request.ts";
import { toMaterial } from "./to-material.ts";

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
