import { isJsonObject, parseJson } from "@skillwright/core/text";
import { evalsLimits } from "../limits.ts";
import { costOf } from "../models/cost.ts";
import { priceOf } from "../models/known-models.ts";
import type { OpenFolder } from "./open-folder.ts";

/** What the page shows of `run.json`, if present. */
export type ReportedRun = {
  readonly model?: string;
  /** Dollars spent by the agent; absent when a price is unknown. */
  readonly cost?: number;
};

/** Other tools write no such file, and a file of another shape is ignored. */
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
  // Sums over many answers must not count as one long prompt.
  return (
    price && costOf(tokens, { input: price.input, cachedInput: price.cachedInput, output: price.output })
  );
}
