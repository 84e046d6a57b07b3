import { toJsonText } from "./to-json-text.ts";

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

export type ComparisonSummary = {
  readonly winner: "A" | "B";
  /** The folder of the skill. */
  readonly winnerSkill?: string;
  readonly loserSkill?: string;
  readonly reasoning?: string;
};

/** How closely an agent followed its skill. */
export type InstructionFollowing = {
  /** From 1 to 10. */
  readonly score: number;
  readonly issues: readonly string[];
};

export type ImprovementSuggestion = {
  readonly priority: (typeof suggestionPriorities)[number];
  readonly category: (typeof suggestionCategories)[number];
  readonly suggestion: string;
  readonly expectedImpact?: string;
};

export const suggestionPriorities = ["high", "medium", "low"] as const;
export const suggestionCategories = [
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
