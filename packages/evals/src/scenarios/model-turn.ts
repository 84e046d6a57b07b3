import type { JsonObject } from "@skillwright/core/text";

/** One answer of a model: what it says, and what it calls. Plain JSON data. */
export type ModelTurn = {
  readonly text?: string;
  readonly calls: readonly TurnCall[];
  readonly usage?: TurnUsage;
  /** Why it ended, where that is neither `stop` nor `tool-calls`. */
  readonly finish?: TurnFinish;
};

/** A text stands for input that is no JSON object; it is passed on as it is. */
export type TurnCall = { readonly tool: string; readonly input: JsonObject | string };

export type TurnUsage = {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
};

type TurnFinish = (typeof turnFinishes)[number];

export const turnFinishes = ["length", "content-filter", "other"] as const;
