import { isJsonObject } from "@skillwright/core/text";
import type { Evidence } from "./check-evidence.ts";
import { readEvidence } from "./read-evidence.ts";
import { readCount, readRemark, readVerdict } from "./read-values.ts";

/** A judge's verdict on one statement, not yet verified. */
export type JudgeVerdict = {
  readonly passed: boolean;
  readonly reason: string;
  readonly evidence: Evidence;
};

export type ReadVerdicts =
  | { readonly ok: true; readonly verdicts: readonly JudgeVerdict[] }
  | { readonly ok: false; readonly reason: string };

/** Reads the verdicts in the order of the statements. Each must occur once, by number. */
export function readVerdicts(grades: unknown, count: number): ReadVerdicts {
  if (!Array.isArray(grades)) return { ok: false, reason: '"grades" is not a list.' };
  const byNumber = new Map<number, JudgeVerdict>();
  for (const grade of grades) {
    const read = readVerdictItem(grade, count);
    if (!read.ok) return read;
    if (byNumber.has(read.number)) return { ok: false, reason: `Statement ${read.number} is judged twice.` };
    byNumber.set(read.number, read.verdict);
  }
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const verdicts = numbers.flatMap((number) => byNumber.get(number) ?? []);
  if (verdicts.length === count) return { ok: true, verdicts };
  const missing = numbers.filter((number) => !byNumber.has(number));
  return { ok: false, reason: `There is no verdict on statement ${missing.join(", ")}.` };
}

type ReadItem =
  | { readonly ok: true; readonly number: number; readonly verdict: JudgeVerdict }
  | { readonly ok: false; readonly reason: string };

function readVerdictItem(grade: unknown, count: number): ReadItem {
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
  return { ok: true, number, verdict: { passed, reason: readRemark(grade.reason), evidence } };
}
