import { isJsonObject, parseJson } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { costOf } from "../models/cost.ts";
import { priceOf } from "../models/known-models.ts";
import type { OpenFolder } from "./open-folder.ts";

/** What `run.json` says of a run, where there is one. */
export type ReportedRun = {
  readonly model?: string;
  /** Dollars of the agent; absent where a model has no known price. */
  readonly cost?: number;
};

/** Other tools leave no such file, and one of another shape says nothing. */
export function readRunRecord(folder: OpenFolder, place: string): ReportedRun {
  const record = parseJson(folder.readText(`${place}/run.json`, evalsLimits.evalResultCharacters) ?? "");
  if (!isJsonObject(record)) return {};
  const cost = costOfAll(record.usage);
  return {
    ...(typeof record.model === "string" ? { model: record.model } : {}),
    ...(cost === undefined ? {} : { cost }),
  };
}

function costOfAll(usage: unknown): number | undefined {
  if (!Array.isArray(usage) || usage.length === 0) return undefined;
  const costs = usage.map(costOfUsage);
  return costs.every((cost) => cost !== undefined) ? costs.reduce((sum, cost) => sum + cost, 0) : undefined;
}

function costOfUsage(usage: unknown): number | undefined {
  if (!isJsonObject(usage) || typeof usage.model !== "string") return undefined;
  const price = priceOf(usage.model.replace(/^[^/:]*[/:]/, ""));
  const count = (key: string): number => (typeof usage[key] === "number" ? usage[key] : 0);
  const tokens = {
    inputTokens: count("inputTokens"),
    cachedInputTokens: count("cachedInputTokens"),
    outputTokens: count("outputTokens"),
  };
  // The tokens of many answers together are no long prompt.
  return (
    price && costOf(tokens, { input: price.input, cachedInput: price.cachedInput, output: price.output })
  );
}
