import type { TrialUsage } from "../trials/trial.ts";

export type Tokens = { readonly input: number; readonly output: number };

/** Tokens of all models together; the input includes cached tokens. */
export function sumTokens(usage: readonly TrialUsage[]): Tokens {
  return usage.reduce(
    (sum, { inputTokens, outputTokens }) => ({
      input: sum.input + inputTokens,
      output: sum.output + outputTokens,
    }),
    { input: 0, output: 0 },
  );
}
