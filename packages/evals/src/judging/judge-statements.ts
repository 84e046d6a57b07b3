import type { Trial } from "../trials/trial.ts";
import { type Asking, boundaryFor, type Consulted, consultModel } from "./consult-model.ts";
import { type Judgement, readJudgement } from "./read-judgement.ts";
import { type Judged, toJudgeRequest } from "./to-judge-request.ts";
import { toMaterial } from "./to-material.ts";

/** A judge; `salt` holds texts that the skill's author cannot predict. */
export type StatementJudge = Asking & { readonly salt: readonly string[] };

/** Has a judge decide which statements about a trial hold. Rejects with the signal's reason when aborted. */
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
