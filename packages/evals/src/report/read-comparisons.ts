import { isJsonObject, parseJson } from "@skillwright/core/text";
import { type Comparison, readComparisonFile } from "../formats/comparison.ts";

import { evalsLimits } from "../limits.ts";
import type { OpenFolder } from "./open-folder.ts";
import type { ReportComparison } from "./report-data.ts";

/** Reads the blind comparisons of an eval: `comparison-N.json` in its folder. */
export function readComparisons(folder: OpenFolder, evalPath: string): readonly ReportComparison[] {
  return folder.startingWith(`${evalPath}/comparison`).flatMap((path) => {
    const [, inside, run] = /^(.*)\/comparison(?:-(\d{1,9}))?\.json$/.exec(path) ?? [];
    if (inside !== evalPath) return [];
    const comparison = folder.readJson(path, readComparisonFile);
    if (comparison === undefined) return [];
    const sides = readSides(folder.readText(path, evalsLimits.evalResultCharacters) ?? "");
    return [toReported(comparison, { run: Number(run ?? 1), sides })];
  });
}

type Sides = { readonly A: string; readonly B: string };

function toReported(
  { winner, reasoning, rubric, quality }: Comparison,
  { run, sides }: { readonly run: number; readonly sides: Sides },
): ReportComparison {
  const scoreOf = (side: "A" | "B"): number | undefined =>
    rubric?.[side].overallScore ?? quality?.[side].score;
  const scores = (["A", "B"] as const).flatMap((side) => {
    const score = scoreOf(side);
    return score === undefined ? [] : [{ configuration: sides[side], score }];
  });
  return { run, reasoning, scores, ...(winner === "TIE" ? {} : { winner: sides[winner] }) };
}

/** The configurations behind A and B, which other tools do not record. */
function readSides(source: string): Sides {
  const value = parseJson(source);
  const told = isJsonObject(value) && isJsonObject(value.configurations) ? value.configurations : {};
  return {
    A: typeof told.A === "string" ? told.A : "A",
    B: typeof told.B === "string" ? told.B : "B",
  };
}
