import { compact, isJsonObject, type JsonObject } from "@skillwright/core/text";
import type { Claim, EvalFeedback } from "../formats/grading.ts";
import { readEvidence } from "./read-evidence.ts";
import type { Material } from "./read-material.ts";
import { readCount, readObjects, readRemark, readVerdict } from "./read-values.ts";
import { toGrade } from "./to-grade.ts";

/** Claims that the output makes about itself. Skips unreadable ones: no statement depends on them. */
export function readClaims(value: unknown, material: Material): readonly Claim[] {
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
export function readEvalFeedback(value: unknown, statements: readonly string[]): EvalFeedback | undefined {
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
