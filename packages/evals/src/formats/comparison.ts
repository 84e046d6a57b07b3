import {
  findValue,
  number,
  readBoolean,
  readMap,
  readMaps,
  readNumber,
  readText,
  readTexts,
  type Shape,
  text,
  texts,
  toggle,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import type { Complaint } from "../testing/read-test-file.ts";
import { type EvalRead, type ReadEvalFile, readResultFile, record, toJsonText } from "./read-eval-file.ts";
import { meanOf, roundTo } from "./statistics.ts";

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
const comparisonWinners = ["A", "B", "TIE"] as const;

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

type ExpectationResult = {
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

/** Reads `comparison.json`. Scores and rates are recomputed from points and statements. */
export function readComparisonFile(source: string, file: string): ReadEvalFile<Comparison> {
  return readResultFile(source, file, { shape: comparisonShape, read: readComparisonNode });
}

const points: Shape = { type: "dictionary", value: number };

const comparisonShape: Shape = record(
  {
    winner: { type: "choice", of: comparisonWinners },
    reasoning: text,
    rubric: sidesOf(record({ content: points, structure: points }, ["content", "structure"])),
    output_quality: sidesOf(record({ score: number, strengths: texts, weaknesses: texts }, ["score"])),
    expectation_results: sidesOf(
      record({
        passed: number,
        total: number,
        details: { type: "list", item: record({ text, passed: toggle }, ["text", "passed"]) },
      }),
    ),
  },
  ["winner"],
);

function sidesOf(side: Shape): Shape {
  return record({ A: side, B: side }, ["A", "B"]);
}

function readComparisonNode(node: YamlNode): EvalRead<Comparison> {
  const map = readMap(node);
  const winner = readText(findValue(map, "winner"));
  const rubrics = readMap(findValue(map, "rubric"));
  return {
    value: compact<Comparison>({
      winner: comparisonWinners.find((known) => known === winner) ?? "TIE",
      reasoning: readText(findValue(map, "reasoning")) ?? "",
      rubric: readSides(rubrics, readRubric),
      quality: readSides(readMap(findValue(map, "output_quality")), readQuality),
      expectations: readSides(readMap(findValue(map, "expectation_results")), readExpectations),
    }),
    complaints: (["A", "B"] as const).flatMap((side) => checkRubric(readMap(findValue(rubrics, side)), side)),
  };
}

function readSides<Value>(
  map: YamlMap | undefined,
  readSide: (side: YamlMap | undefined) => Value,
): Sides<Value> | undefined {
  const side = (key: "A" | "B"): Value => readSide(readMap(findValue(map, key)));
  return map && { A: side("A"), B: side("B") };
}

function readRubric(map: YamlMap | undefined): Rubric {
  return scoreRubric({ content: readPoints(map, "content"), structure: readPoints(map, "structure") });
}

function readPoints(map: YamlMap | undefined, key: string): Readonly<Record<string, number>> {
  const entries = readMap(findValue(map, key))?.entries ?? [];
  return Object.fromEntries(entries.map((entry) => [entry.key.text, readNumber(entry.value) ?? 0]));
}

function readQuality(map: YamlMap | undefined): OutputQuality {
  return {
    score: readNumber(findValue(map, "score")) ?? 0,
    strengths: readTexts(findValue(map, "strengths")) ?? [],
    weaknesses: readTexts(findValue(map, "weaknesses")) ?? [],
  };
}

function readExpectations(map: YamlMap | undefined): ExpectationResult {
  const details = readMaps(map, "details").map((detail) => ({
    text: readText(findValue(detail, "text")) ?? "",
    passed: readBoolean(findValue(detail, "passed")) ?? false,
  }));
  const stated = (key: string): number => readNumber(findValue(map, key)) ?? 0;
  const total = details.length || stated("total");
  const passed = details.length > 0 ? details.filter((detail) => detail.passed).length : stated("passed");
  return { passed, total, passRate: total === 0 ? 0 : passed / total, details };
}

function checkRubric(map: YamlMap | undefined, side: string): readonly Complaint[] {
  return (["content", "structure"] as const).flatMap((part) => {
    const node = readMap(findValue(map, part));
    const place = `rubric.${side}.${part}`;
    if (node?.entries.length === 0)
      return [{ span: node.span, message: `${place}: expected points, found none.` }];
    return (node?.entries ?? []).flatMap(({ key, value }) => {
      const found = readNumber(value);
      if (found === undefined || (found >= 1 && found <= 5)) return [];
      const message = `${place}.${key.text}: expected a number from 1 to 5, found ${found}.`;
      return [{ span: value.span, message }];
    });
  });
}
