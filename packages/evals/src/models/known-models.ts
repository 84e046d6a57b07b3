import type { Price } from "./cost.ts";

/** Providers with models of known names and prices. */
export type Maker = "anthropic" | "openai" | "google";

export type KnownModel = {
  readonly id: string;
  /** Set on the model for this size; in skills, `haiku`, `sonnet` and `opus` mean small, medium and large. */
  readonly size?: ModelSize;
  /** Used unless the user chooses another. */
  readonly isDefault?: true;
  readonly price: Price;
};
export type ModelSize = "small" | "medium" | "large";

/**
 * Models with list prices in dollars per million tokens, as of 2026-11-16. Other models work too, at an unknown cost.
 * - Anthropic: platform.claude.com/docs/en/about-claude/pricing and the models' own pages.
 * - OpenAI: developers.openai.com/api/docs/pricing, via docs.litellm.ai and others (standard tier).
 * - Google: ai.google.dev/gemini-api/docs/pricing. An introductory offer halves these prices until the end of November
 *   (Gemini 4) and December 2026 (3.8 Flash).
 */
export const knownModels: Readonly<Record<Maker, readonly KnownModel[]>> = {
  anthropic: [
    {
      id: "claude-haiku-5-5",
      size: "small",
      price: {
        input: 0.1,
        cachedInput: 0.01,
        output: 0.5,
        longPrompt: { above: 100_000, input: 0.5, cachedInput: 0.05, output: 2.5 },
      },
    },
    {
      id: "claude-sonnet-5-5",
      size: "medium",
      isDefault: true,
      price: { input: 2, cachedInput: 0.2, output: 10 },
    },
    {
      id: "claude-opus-5-5",
      size: "large",
      price: { input: 4, cachedInput: 0.2, output: 20 },
    },
    { id: "claude-fable-5-1", price: { input: 10, cachedInput: 0.25, output: 50 } },
    { id: "claude-opus-5", price: { input: 5, cachedInput: 0.5, output: 25 } },
    { id: "claude-opus-4-8", price: { input: 5, cachedInput: 0.5, output: 25 } },
    { id: "claude-sonnet-5", price: { input: 2, cachedInput: 0.2, output: 10 } },
    { id: "claude-sonnet-4-6", price: { input: 3, cachedInput: 0.3, output: 15 } },
    { id: "claude-haiku-4-5", price: { input: 1, cachedInput: 0.1, output: 5 } },
  ],
  openai: [
    {
      id: "gpt-6-luna",
      size: "small",
      price: {
        input: 0.1,
        cachedInput: 0.01,
        output: 0.5,
        longPrompt: { above: 272_000, input: 0.2, cachedInput: 0.02, output: 0.75 },
      },
    },
    {
      id: "gpt-6.1-terra",
      price: {
        input: 1,
        cachedInput: 0.05,
        output: 5,
        longPrompt: { above: 272_000, input: 2, cachedInput: 0.1, output: 7.5 },
      },
    },
    {
      id: "gpt-6.1-sol",
      size: "medium",
      isDefault: true,
      price: {
        input: 2,
        cachedInput: 0.1,
        output: 10,
        longPrompt: { above: 272_000, input: 4, cachedInput: 0.2, output: 15 },
      },
    },
    {
      id: "gpt-6-astra",
      size: "large",
      price: {
        input: 10,
        cachedInput: 1,
        output: 50,
        longPrompt: { above: 272_000, input: 20, cachedInput: 2, output: 75 },
      },
    },
  ],
  google: [
    // Also the default: free keys have access to no other model here.
    {
      id: "gemini-3.8-flash",
      size: "small",
      isDefault: true,
      price: { input: 1.5, cachedInput: 0.15, output: 7.5 },
    },
    { id: "gemini-4-argon", size: "medium", price: { input: 4, cachedInput: 0.2, output: 20 } },
    { id: "gemini-4-carbon", size: "large", price: { input: 4, cachedInput: 0.2, output: 20 } },
  ],
};

/** The price of a model; a release date in the name does not matter. */
export function priceOf(modelId: string): Price | undefined {
  const undated = modelId.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  return Object.values(knownModels)
    .flat()
    .find(({ id }) => id === modelId || id === undated)?.price;
}
