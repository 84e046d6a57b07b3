import { compact } from "@skillwright/core/text";
import type { Claim, EvalFeedback, Grade } from "../formats/grading.ts";
import { excerpt } from "../testing/excerpt.ts";
import { findAnswer } from "./find-answer.ts";
import { judgingLimits } from "./limits.ts";
import { readMaterial } from "./read-material.ts";
import { readClaims, readEvalFeedback } from "./read-remarks.ts";
import { readVerdicts } from "./read-verdicts.ts";
import { type CheckedGrade, toGrade } from "./to-grade.ts";

export type Judgement = {
  /** One for each statement, in their order. */
  readonly grades: readonly Grade[];
  readonly claims: readonly Claim[];
  readonly evalFeedback?: EvalFeedback;
  /** Why passes without evidence became fails: the reason to ask once more with `toRepairRequest`. */
  readonly unproven?: string;
};

export type ReadJudgement =
  | ({ readonly ok: true } & Judgement)
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a judge's answer. A pass counts only with quotes that are in the material, or words that are verified
 * to be absent from it; otherwise it becomes a fail that says so.
 */
export function readJudgement(
  answer: string,
  { statements, material }: { readonly statements: readonly string[]; readonly material: string },
): ReadJudgement {
  const found = findAnswer(answer, { field: "grades", judged: [material] });
  if (!found.ok) return found;
  const read = readVerdicts(found.value.grades, statements.length);
  if (!read.ok) return read;
  const seen = readMaterial(material);
  const checked = read.verdicts.map((verdict, index) => toGrade(statements[index] ?? "", verdict, seen));
  const { claims, evalFeedback, eval_feedback } = found.value;
  return compact<{ readonly ok: true } & Judgement>({
    ok: true,
    grades: checked.map(({ grade }) => grade),
    claims: readClaims(claims, seen),
    evalFeedback: readEvalFeedback(evalFeedback ?? eval_feedback, statements),
    unproven: toReason(checked),
  });
}

function toReason(checked: readonly CheckedGrade[]): string | undefined {
  const faults = checked.flatMap(({ unproven }, index) =>
    unproven === undefined ? [] : `Statement ${index + 1} was passed without proof: ${unproven}.`,
  );
  return faults.length === 0 ? undefined : excerpt(faults.join(" "), 0, judgingLimits.questionLineCharacters);
}
