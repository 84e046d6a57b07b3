import { aggregate } from "../formats/aggregate.ts";
import { configurationsOf } from "./read-workspace.ts";
import type { EvalReportData } from "./report-data.ts";

/** Page data with defaults; a test passes only the fields it is about. */
export function reportData(more: Partial<EvalReportData>): EvalReportData {
  const runs = (more.evals ?? []).flatMap((one) => one.runs.map(({ result }) => result));
  const benchmark = aggregate(runs);
  return {
    folder: "/w/iteration-2",
    dialect: "skill-creator",
    configurations: configurationsOf(benchmark),
    benchmark,
    significance: {},
    evals: [],
    feedback: { reviews: [] },
    problems: [],
    ...more,
  };
}

/** The words of some markup, its elements apart. */
export function wordsOf(markup: string | undefined): string {
  return (markup ?? "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
