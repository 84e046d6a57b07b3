/** Dollars for a million tokens. */
export type Price = Rates & {
  /** What everything costs when the prompt of a request is longer than so many tokens. */
  readonly longPrompt?: Rates & { readonly above: number };
};

type Rates = {
  readonly input: number;
  /** Input that the provider had in its cache. */
  readonly cachedInput: number;
  /** What a model thinks counts as output. */
  readonly output: number;
};

/** What one answer of a model used. */
type Usage = {
  readonly inputTokens: number;
  /** Those of the input that the provider had in its cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
};

/** Dollars for one answer; undefined when the price is not known. The sum of several answers would pass for a long prompt. */
export function costOf(usage: Usage, price: Price | undefined): number | undefined {
  if (price === undefined) return undefined;
  const { inputTokens, cachedInputTokens: cached, outputTokens } = usage;
  const { longPrompt } = price;
  const rates = longPrompt !== undefined && inputTokens > longPrompt.above ? longPrompt : price;
  const fresh = Math.max(0, inputTokens - cached);
  return (fresh * rates.input + cached * rates.cachedInput + outputTokens * rates.output) / 1_000_000;
}

/** A cost for people; fractions of cents are told apart, since most tasks cost no more. */
export function formatCost(dollars: number | undefined): string {
  if (dollars === undefined) return "not known";
  if (dollars === 0) return "$0";
  if (dollars < 0.0001) return "less than $0.0001";
  return `$${dollars.toFixed(dollars < 1 ? 4 : 2)}`;
}
