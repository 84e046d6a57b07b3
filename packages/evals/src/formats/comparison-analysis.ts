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
import { type EvalRead, type ReadEvalFile, readResultFile, record, toJsonText } from "./read-eval-file.ts";

/** An unblinded explanation of why one of two outputs was better: `analysis.json`. */
export type ComparisonAnalysis = {
  readonly summary: ComparisonSummary;
  readonly winnerStrengths: readonly string[];
  readonly loserWeaknesses: readonly string[];
  readonly instructionFollowing?: {
    readonly winner: InstructionFollowing;
    readonly loser: InstructionFollowing;
  };
  readonly suggestions: readonly ImprovementSuggestion[];
  /** By name: `winner_execution_pattern`, `loser_execution_pattern`, or another name chosen by the writer. */
  readonly insights: Readonly<Record<string, string>>;
};

type ComparisonSummary = {
  readonly winner: "A" | "B";
  /** The folder of the skill. */
  readonly winnerSkill?: string;
  readonly loserSkill?: string;
  readonly reasoning?: string;
};

/** How closely an agent followed its skill. */
type InstructionFollowing = {
  /** From 1 to 10. */
  readonly score: number;
  readonly issues: readonly string[];
};

type ImprovementSuggestion = {
  readonly priority: (typeof suggestionPriorities)[number];
  readonly category: (typeof suggestionCategories)[number];
  readonly suggestion: string;
  readonly expectedImpact?: string;
};

const suggestionPriorities = ["high", "medium", "low"] as const;
const suggestionCategories = [
  "instructions",
  "tools",
  "examples",
  "error_handling",
  "structure",
  "references",
] as const;

/** The text of `analysis.json`. */
export function toAnalysisText(analysis: ComparisonAnalysis): string {
  const { winner, winnerSkill, loserSkill, reasoning } = analysis.summary;
  return toJsonText({
    comparison_summary: {
      winner,
      winner_skill: winnerSkill,
      loser_skill: loserSkill,
      comparator_reasoning: reasoning,
    },
    winner_strengths: analysis.winnerStrengths,
    loser_weaknesses: analysis.loserWeaknesses,
    instruction_following: analysis.instructionFollowing,
    improvement_suggestions: analysis.suggestions.map(
      ({ priority, category, suggestion, expectedImpact }) => ({
        priority,
        category,
        suggestion,
        expected_impact: expectedImpact,
      }),
    ),
    transcript_insights: analysis.insights,
  });
}

/** Reads `analysis.json`. */
export function readAnalysis(source: string, file: string): ReadEvalFile<ComparisonAnalysis> {
  return readResultFile(source, file, { shape: analysisShape, read: readAnalysisNode });
}

const following = record({ score: number, issues: texts }, ["score"]);

const analysisShape: Shape = record(
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

function readAnalysisNode(node: YamlNode): EvalRead<ComparisonAnalysis> {
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
