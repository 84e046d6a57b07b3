import { compact, isJsonObject } from "@skillwright/core/text";
import type { Comparison, ComparisonWinner, OutputQuality, Rubric, Sides } from "../formats/comparison.ts";
import { scoreRubric } from "../formats/comparison.ts";
import { findAnswer } from "./find-answer.ts";
import { judgingLimits } from "./limits.ts";
import { readNumberIn, readRemark, readTextList } from "./read-values.ts";
import type { ComparedOutputs } from "./to-comparison-request.ts";

export type ReadComparison =
  | { readonly ok: true; readonly value: Comparison }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a judge's comparison of two outputs. We compute the sums ourselves; a winner with fewer points is
 * rejected.
 */
export function readComparison(answer: string, { A, B }: ComparedOutputs): ReadComparison {
  const found = findAnswer(answer, { field: "winner", judged: [A, B] });
  if (!found.ok) return found;
  const { value } = found;
  const winner = readWinner(value.winner);
  if (!winner) return { ok: false, reason: '"winner" is neither "A" nor "B" nor "TIE".' };
  const reasoning = readRemark(value.reasoning);
  if (reasoning === "") return { ok: false, reason: '"reasoning" is missing.' };
  const rubric = readSides(value.rubric, readRubric);
  if (!rubric) return { ok: false, reason: '"rubric" lacks points from 1 to 5 for A or for B.' };
  if (contradicts(winner, rubric))
    return { ok: false, reason: `"winner" is ${winner}, but the other has more points in "rubric".` };
  const quality = readSides(value.quality ?? value.output_quality, readQuality);
  return { ok: true, value: compact<Comparison>({ winner, reasoning, rubric, quality }) };
}

function readWinner(value: unknown): ComparisonWinner | undefined {
  if (typeof value !== "string") return undefined;
  const word = value
    .trim()
    .toUpperCase()
    .replace(/^OUTPUT /, "");
  if (word === "A" || word === "B") return word;
  return word === "TIE" || word === "DRAW" ? "TIE" : undefined;
}

function readSides<Value>(
  value: unknown,
  read: (side: unknown) => Value | undefined,
): Sides<Value> | undefined {
  if (!isJsonObject(value)) return undefined;
  const A = read(value.A);
  const B = read(value.B);
  return A === undefined || B === undefined ? undefined : { A, B };
}

function readRubric(value: unknown): Rubric | undefined {
  if (!isJsonObject(value)) return undefined;
  const content = readPoints(value.content, ["correctness", "completeness", "accuracy"]);
  const structure = readPoints(value.structure, ["organization", "formatting", "usability"]);
  return content && structure && scoreRubric({ content, structure });
}

/** Requires points for exactly these criteria, so that both outputs stay comparable. */
function readPoints(
  value: unknown,
  criteria: readonly string[],
): Readonly<Record<string, number>> | undefined {
  if (!isJsonObject(value)) return undefined;
  const points = criteria.map((criterion) => [criterion, readNumberIn(value[criterion], 1, 5)] as const);
  const known = points.flatMap(([criterion, number]) =>
    number === undefined ? [] : [[criterion, number] as const],
  );
  return known.length === criteria.length ? Object.fromEntries(known) : undefined;
}

function contradicts(winner: ComparisonWinner, { A, B }: Sides<Rubric>): boolean {
  if (winner === "TIE") return false;
  const ahead = A.overallScore - B.overallScore;
  return winner === "A" ? ahead < 0 : ahead > 0;
}

/** Optional: the winner does not depend on it. */
function readQuality(value: unknown): OutputQuality | undefined {
  if (!isJsonObject(value)) return undefined;
  const score = readNumberIn(value.score, 1, 10);
  return score === undefined
    ? undefined
    : { score, strengths: readRemarks(value.strengths), weaknesses: readRemarks(value.weaknesses) };
}

function readRemarks(value: unknown): readonly string[] {
  const texts = readTextList(value) ?? [];
  return texts
    .slice(0, judgingLimits.judgeRemarks)
    .map(readRemark)
    .filter((text) => text !== "");
}
