import type { Price } from "./cost.ts";

/** Those whose models are known by name and price. */
export type Maker = "anthropic" | "openai" | "google";

export type KnownModel = {
  readonly id: string;
  /** The one that stands for this size; `haiku`, `sonnet` and `opus` in skills ask for small, medium and large. */
  readonly size?: ModelSize;
  /** The one that is used when nothing is said. */
  readonly isDefault?: true;
  readonly price: Price;
};
export type ModelSize = "small" | "medium" | "large";

/**
 * Models with their list prices, in dollars for a million tokens; a model that is not here works too, at a cost that is
 * not known. Looked up on 2026-11-16:
 * - Anthropic: platform.claude.com/docs/en/about-claude/pricing and the models' own pages.
 * - OpenAI: developers.openai.com/api/docs/pricing, as told by docs.litellm.ai and others (standard tier).
 * - Google: ai.google.dev/gemini-api/docs/pricing. Until the end of November (Gemini 4) and of December 2026 (3.8 Flash),
 *   an introductory offer halves what stands here.
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
    // The default too: keys that cost nothing have no other one here.
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

/** What a model costs. Names with the date of their release cost what those without do. */
export function priceOf(modelId: string): Price | undefined {
  const undated = modelId.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, "");
  return Object.values(knownModels)
    .flat()
    .find(({ id }) => id === modelId || id === undated)?.price;
}
