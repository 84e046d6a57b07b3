import type { JsonObject } from "@skillwright/core/text";

/** One answer of a model: its text and its calls. Plain JSON data. */
export type ModelTurn = {
  readonly text?: string;
  readonly calls: readonly TurnCall[];
  readonly usage?: TurnUsage;
  /** Why it ended, unless `stop` or `tool-calls`. */
  readonly finish?: TurnFinish;
};

/** `input` is a string when it is not a JSON object; it is passed on as is. */
export type TurnCall = { readonly tool: string; readonly input: JsonObject | string };

export type TurnUsage = {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
};

type TurnFinish = (typeof turnFinishes)[number];

export const turnFinishes = ["length", "content-filter", "other"] as const;
