import { meanOf, roundTo } from "./statistics.ts";
import { toJsonText } from "./to-json-text.ts";

/** A judge's blind comparison of two outputs for one task: `comparison.json`. */
export type Comparison = {
  readonly winner: ComparisonWinner;
  readonly reasoning: string;
  /** Points from 1 to 5, and the scores derived from them. */
  readonly rubric?: Sides<Rubric>;
  readonly quality?: Sides<OutputQuality>;
  /** Present when the task had statements. */
  readonly expectations?: Sides<ExpectationResult>;
};

export type ComparisonWinner = (typeof comparisonWinners)[number];
export const comparisonWinners = ["A", "B", "TIE"] as const;

export type Sides<Value> = { readonly A: Value; readonly B: Value };

export type Rubric = {
  /** By criterion: correctness, completeness, accuracy, or the judge's own. */
  readonly content: Readonly<Record<string, number>>;
  /** By criterion: organization, formatting, usability, or the judge's own. */
  readonly structure: Readonly<Record<string, number>>;
  /** The mean of the points, from 1 to 5; 0 without points. */
  readonly contentScore: number;
  readonly structureScore: number;
  /** Both scores together, from 2 to 10. */
  readonly overallScore: number;
};

export type OutputQuality = {
  /** From 1 to 10. */
  readonly score: number;
  readonly strengths: readonly string[];
  readonly weaknesses: readonly string[];
};

export type ExpectationResult = {
  readonly passed: number;
  readonly total: number;
  /** From 0 to 1. */
  readonly passRate: number;
  readonly details: readonly { readonly text: string; readonly passed: boolean }[];
};

/** The text of `comparison.json`. */
export function toComparisonText({ winner, reasoning, rubric, quality, expectations }: Comparison): string {
  return toJsonText({
    winner,
    reasoning,
    rubric: rubric && mapSides(rubric, rubricJson),
    output_quality: quality,
    expectation_results:
      expectations &&
      mapSides(expectations, ({ passed, total, passRate, details }) => ({
        passed,
        total,
        pass_rate: roundTo(passRate, 4),
        details,
      })),
  });
}

function mapSides<Value, Result>({ A, B }: Sides<Value>, map: (value: Value) => Result): Sides<Result> {
  return { A: map(A), B: map(B) };
}

function rubricJson({ content, structure, contentScore, structureScore, overallScore }: Rubric): object {
  return {
    content,
    structure,
    content_score: contentScore,
    structure_score: structureScore,
    overall_score: overallScore,
  };
}

/**
 * Computes the scores from a judge's points, because models do not add up reliably. Rounded to one decimal place, as
 * in the format.
 */
export function scoreRubric({ content, structure }: Pick<Rubric, "content" | "structure">): Rubric {
  const contentScore = scoreOf(content);
  const structureScore = scoreOf(structure);
  const overallScore = roundTo(contentScore + structureScore, 1);
  return { content, structure, contentScore, structureScore, overallScore };
}

function scoreOf(points: Readonly<Record<string, number>>): number {
  const values = Object.values(points);
  return values.length === 0 ? 0 : roundTo(meanOf(values), 1);
}
