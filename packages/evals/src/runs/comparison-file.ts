import { isJsonObject, parseJson } from "@skillwright/core/text";
import { type Comparison, readComparisonFile, toComparisonText } from "../formats/comparison.ts";

import type { TrialUsage } from "../trials/trial.ts";

/** A saved comparison, next to its runs: the usual format plus the configurations behind A and B. */
export type SavedComparison = {
  readonly key: string;
  readonly comparison: Comparison;
  readonly sides: ComparedSides;
};

/** The configurations behind A and B. */
export type ComparedSides = { readonly A: string; readonly B: string };

export function comparisonFile(run: number): string {
  return `comparison-${run}.json`;
}

export function toSavedComparisonText({
  key,
  comparison,
  sides,
  usage,
}: SavedComparison & { readonly usage: readonly TrialUsage[] }): string {
  const usual = parseJson(toComparisonText(comparison));
  const more = { configurations: sides, winner_configuration: winnerOf(comparison, sides), key, usage };
  return `${JSON.stringify({ ...(isJsonObject(usual) ? usual : {}), ...more }, null, 2)}\n`;
}

/** Reads a saved comparison; undefined for files of other tools. */
export function readSavedComparison(text: string): SavedComparison | undefined {
  const all = parseJson(text);
  if (!isJsonObject(all) || typeof all.key !== "string" || !isJsonObject(all.configurations))
    return undefined;
  const { A, B } = all.configurations;
  const read = readComparisonFile(text, "comparison.json");
  if (typeof A !== "string" || typeof B !== "string" || !read.ok) return undefined;
  return { key: all.key, comparison: read.value, sides: { A, B } };
}

/** The better configuration; undefined for a tie. */
export function winnerOf({ winner }: Comparison, sides: ComparedSides): string | undefined {
  return winner === "TIE" ? undefined : sides[winner];
}
