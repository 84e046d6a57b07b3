/** US dollars per million tokens. */
export type Price = Rates & {
  /** Rates for requests with longer prompts. */
  readonly longPrompt?: Rates & { readonly above: number };
};

type Rates = {
  readonly input: number;
  /** Input read from the provider's cache. */
  readonly cachedInput: number;
  /** Includes reasoning tokens. */
  readonly output: number;
};

/** Token usage of one answer. */
type Usage = {
  readonly inputTokens: number;
  /** Part of the input, read from the provider's cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
};

/** Cost of one answer in dollars; undefined if the price is unknown. Not for sums, which would count as long prompts. */
export function costOf(usage: Usage, price: Price | undefined): number | undefined {
  if (price === undefined) return undefined;
  const { inputTokens, cachedInputTokens: cached, outputTokens } = usage;
  const { longPrompt } = price;
  const rates = longPrompt !== undefined && inputTokens > longPrompt.above ? longPrompt : price;
  const fresh = Math.max(0, inputTokens - cached);
  return (fresh * rates.input + cached * rates.cachedInput + outputTokens * rates.output) / 1_000_000;
}

/** Formats a cost; keeps fractions of cents, since most tasks cost less than one. */
export function formatCost(dollars: number | undefined): string {
  if (dollars === undefined) return "unknown";
  if (dollars === 0) return "$0";
  if (dollars < 0.0001) return "less than $0.0001";
  return `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`;
}
