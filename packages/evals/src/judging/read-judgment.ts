import { compact, isJsonObject, type JsonObject } from "@skillwright/core/text";
import type { Claim, EvalFeedback, Grade } from "../formats/grading.ts";
import { excerpt } from "../testing/excerpt.ts";
import { type CheckedGrade, type Evidence, readEvidence, toGrade } from "./check-evidence.ts";
import { findAnswer } from "./find-answer.ts";
import { judgingLimits } from "./limits.ts";
import { type Material, readMaterial } from "./read-material.ts";
import { type ReadAnswer, readCount, readObjects, readRemark, readVerdict } from "./read-values.ts";

export type Judgment = {
  /** One for each statement, in their order. */
  readonly grades: readonly Grade[];
  readonly claims: readonly Claim[];
  readonly evalFeedback?: EvalFeedback;
  /** Why passes without evidence became fails: the reason to ask once more with `toRepairRequest`. */
  readonly unproven?: string;
};

export type ReadJudgment =
  | ({ readonly ok: true } & Judgment)
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a judge's answer. A pass counts only with quotes that are in the material, or words that are verified
 * to be absent from it; otherwise it becomes a fail that says so.
 */
export function readJudgment(
  answer: string,
  { statements, material }: { readonly statements: readonly string[]; readonly material: string },
): ReadJudgment {
  const found = findAnswer(answer, { field: "grades", judged: [material] });
  if (!found.ok) return found;
  const read = readVerdicts(found.value.grades, statements.length);
  if (!read.ok) return read;
  const seen = readMaterial(material);
  const checked = read.value.map((verdict, index) => toGrade(statements[index] ?? "", verdict, seen));
  const { claims, evalFeedback, eval_feedback } = found.value;
  return compact<{ readonly ok: true } & Judgment>({
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

/** A judge's verdict on one statement, not yet verified. */
export type JudgeVerdict = {
  readonly passed: boolean;
  readonly reason: string;
  readonly evidence: Evidence;
};

/** Reads the verdicts in the order of the statements. Each must occur once, by number. */
function readVerdicts(grades: unknown, count: number): ReadAnswer<readonly JudgeVerdict[]> {
  if (!Array.isArray(grades)) return { ok: false, reason: '"grades" is not a list.' };
  const byNumber = new Map<number, JudgeVerdict>();
  for (const grade of grades) {
    const read = readVerdictItem(grade, count);
    if (!read.ok) return read;
    const { number, verdict } = read.value;
    if (byNumber.has(number)) return { ok: false, reason: `Statement ${number} is judged twice.` };
    byNumber.set(number, verdict);
  }
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const verdicts = numbers.flatMap((number) => byNumber.get(number) ?? []);
  if (verdicts.length === count) return { ok: true, value: verdicts };
  const missing = numbers.filter((number) => !byNumber.has(number));
  return { ok: false, reason: `There is no verdict on statement ${missing.join(", ")}.` };
}

type NumberedVerdict = { readonly number: number; readonly verdict: JudgeVerdict };

function readVerdictItem(grade: unknown, count: number): ReadAnswer<NumberedVerdict> {
  if (!isJsonObject(grade)) return { ok: false, reason: 'An item of "grades" is not an object.' };
  const number = readCount(grade.statement);
  if (number === undefined) return { ok: false, reason: 'A grade has no number in "statement".' };
  if (number < 1 || number > count)
    return { ok: false, reason: `There is no statement ${number}: they are numbered from 1 to ${count}.` };
  const passed = readVerdict(grade.passed);
  if (passed === undefined)
    return { ok: false, reason: `"passed" of statement ${number} is neither true nor false.` };
  const evidence = readEvidence(grade);
  if (!evidence) return { ok: false, reason: `"quotes" or "absent" of statement ${number} cannot be read.` };
  const verdict = { passed, reason: readRemark(grade.reason), evidence };
  return { ok: true, value: { number, verdict } };
}

/** Claims that the output makes about itself. Skips unreadable ones: no statement depends on them. */
function readClaims(value: unknown, material: Material): readonly Claim[] {
  return readObjects(value).flatMap((item) => {
    const claim = readRemark(item.claim);
    const passed = readVerdict(item.verified);
    const evidence = readEvidence(item);
    if (claim === "" || passed === undefined || !evidence) return [];
    const { grade } = toGrade(claim, { passed, evidence, reason: readRemark(item.reason) }, material);
    return { claim, type: readClaimType(item.type), verified: grade.passed, evidence: grade.evidence };
  });
}

function readClaimType(value: unknown): string {
  return value === "process" || value === "quality" ? value : "factual";
}

/** The judge's feedback on the statements; undefined when there is none. */
function readEvalFeedback(value: unknown, statements: readonly string[]): EvalFeedback | undefined {
  if (!isJsonObject(value)) return undefined;
  const suggestions = readObjects(value.suggestions).flatMap((item) => {
    const reason = readRemark(item.reason);
    return reason === "" ? [] : compact<Suggestion>({ assertion: findStatement(item, statements), reason });
  });
  const overall = readRemark(value.overall);
  if (suggestions.length === 0 && overall === "") return undefined;
  return compact<EvalFeedback>({ suggestions, overall: overall === "" ? undefined : overall });
}

type Suggestion = EvalFeedback["suggestions"][number];

function findStatement(item: JsonObject, statements: readonly string[]): string | undefined {
  const number = readCount(item.statement);
  return number === undefined ? undefined : statements[number - 1];
}
