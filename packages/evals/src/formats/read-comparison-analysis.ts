import {
  findValue,
  number,
  readMap,
  readMaps,
  readNumber,
  readText,
  readTexts,
  type Shape,
  text,
  texts,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import {
  type ComparisonAnalysis,
  type ComparisonSummary,
  type ImprovementSuggestion,
  type InstructionFollowing,
  suggestionCategories,
  suggestionPriorities,
} from "./comparison-analysis.ts";
import type { EvalRead, ReadEvalFile } from "./read-eval-file.ts";
import { readResultFile } from "./read-result-file.ts";
import { record } from "./record.ts";

/** Reads `analysis.json`. */
export function readAnalysis(source: string, file: string): ReadEvalFile<ComparisonAnalysis> {
  return readResultFile(source, file, { shape, read });
}

const following = record({ score: number, issues: texts }, ["score"]);

const shape: Shape = record(
  {
    comparison_summary: record(
      {
        winner: { type: "choice", of: ["A", "B"] },
        winner_skill: text,
        loser_skill: text,
        comparator_reasoning: text,
      },
      ["winner"],
    ),
    winner_strengths: texts,
    loser_weaknesses: texts,
    instruction_following: record({ winner: following, loser: following }, ["winner", "loser"]),
    improvement_suggestions: {
      type: "list",
      item: record(
        {
          priority: { type: "choice", of: suggestionPriorities },
          category: { type: "choice", of: suggestionCategories },
          suggestion: text,
          expected_impact: text,
        },
        ["priority", "category", "suggestion"],
      ),
    },
    transcript_insights: record({}),
  },
  ["comparison_summary"],
);

function read(node: YamlNode): EvalRead<ComparisonAnalysis> {
  const map = readMap(node);
  const list = (key: string): readonly string[] => readTexts(findValue(map, key)) ?? [];
  const insights = readMap(findValue(map, "transcript_insights"))?.entries ?? [];
  return {
    value: compact<ComparisonAnalysis>({
      summary: readSummary(readMap(findValue(map, "comparison_summary"))),
      winnerStrengths: list("winner_strengths"),
      loserWeaknesses: list("loser_weaknesses"),
      instructionFollowing: readSides(readMap(findValue(map, "instruction_following"))),
      suggestions: readMaps(map, "improvement_suggestions").map(readSuggestion),
      insights: Object.fromEntries(
        insights.flatMap(({ key, value }) => {
          const words = readText(value);
          return words === undefined ? [] : [[key.text, words]];
        }),
      ),
    }),
  };
}

function readSummary(map: YamlMap | undefined): ComparisonSummary {
  return compact<ComparisonSummary>({
    winner: readText(findValue(map, "winner")) === "B" ? "B" : "A",
    winnerSkill: readText(findValue(map, "winner_skill")),
    loserSkill: readText(findValue(map, "loser_skill")),
    reasoning: readText(findValue(map, "comparator_reasoning")),
  });
}

function readSides(map: YamlMap | undefined): ComparisonAnalysis["instructionFollowing"] {
  if (!map) return undefined;
  const side = (key: string): InstructionFollowing => {
    const found = readMap(findValue(map, key));
    return {
      score: readNumber(findValue(found, "score")) ?? 0,
      issues: readTexts(findValue(found, "issues")) ?? [],
    };
  };
  return { winner: side("winner"), loser: side("loser") };
}

function readSuggestion(map: YamlMap): ImprovementSuggestion {
  const word = (key: string): string | undefined => readText(findValue(map, key));
  const [priority, category] = [word("priority"), word("category")];
  return compact<ImprovementSuggestion>({
    priority: suggestionPriorities.find((known) => known === priority) ?? "medium",
    category: suggestionCategories.find((known) => known === category) ?? "instructions",
    suggestion: word("suggestion") ?? "",
    expectedImpact: word("expected_impact"),
  });
}
