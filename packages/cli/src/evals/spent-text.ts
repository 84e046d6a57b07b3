import { formatNumber } from "@skillwright/core/text";
import type { TrialUsage } from "@skillwright/evals";
import { formatCost } from "@skillwright/evals";
import type { EvalModels } from "./eval-models.ts";

/** Formats model usage for people. */
export function formatUsage(usages: readonly TrialUsage[], models: Pick<EvalModels, "cost">): string {
  const { inputTokens, outputTokens } = sumTokens(usages);
  if (inputTokens + outputTokens === 0) return "Nothing was spent.";
  const cost = models.cost(usages);
  const price = cost === undefined ? "cost unknown" : formatCost(cost);
  return `Spent: ${price}, ${formatNumber(inputTokens)} tokens in, ${formatNumber(outputTokens)} out.`;
}

/** Formats model usage for programs. */
export function toUsageJson(usages: readonly TrialUsage[], models: Pick<EvalModels, "cost">): object {
  return { ...sumTokens(usages), costUsd: models.cost(usages) ?? null };
}

function sumTokens(usages: readonly TrialUsage[]): Pick<TrialUsage, "inputTokens" | "outputTokens"> {
  return {
    inputTokens: usages.reduce((sum, usage) => sum + usage.inputTokens, 0),
    outputTokens: usages.reduce((sum, usage) => sum + usage.outputTokens, 0),
  };
}
