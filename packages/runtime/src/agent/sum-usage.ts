import type { ModelUsage } from "./agent-result.ts";

/** One sum per model, in order of first use. */
export function sumUsage(usages: readonly ModelUsage[]): readonly ModelUsage[] {
  const sums = new Map<string, ModelUsage>();
  for (const usage of usages) {
    const sum = sums.get(usage.model);
    sums.set(usage.model, sum === undefined ? usage : add(sum, usage));
  }
  return [...sums.values()];
}

function add(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    model: one.model,
    inputTokens: one.inputTokens + other.inputTokens,
    cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
