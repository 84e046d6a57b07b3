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
import {
  type Comparison,
  comparisonWinners,
  type ExpectationResult,
  type OutputQuality,
  type Rubric,
  type Sides,
  scoreRubric,
} from "./comparison.ts";
import type { EvalRead, ReadEvalFile } from "./read-eval-file.ts";
import { readResultFile } from "./read-result-file.ts";
import { record } from "./record.ts";

/** Reads `comparison.json`. Scores and rates are recomputed from points and statements. */
export function readComparisonFile(source: string, file: string): ReadEvalFile<Comparison> {
  return readResultFile(source, file, { shape, read });
}

const points: Shape = { type: "dictionary", value: number };

const shape: Shape = record(
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

function read(node: YamlNode): EvalRead<Comparison> {
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
