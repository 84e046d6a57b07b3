import type { OptimizationOutcome } from "@skillwright/evals";
import { oneLine } from "../terminal/safe-text.ts";
import { createStyle } from "../terminal/style.ts";
import { wrapText } from "../terminal/text-width.ts";
import type { Evaluation } from "./open-evaluation.ts";
import { formatUsage, toUsageJson } from "./spent-text.ts";

export type OptimizationReport = {
  readonly outcome: OptimizationOutcome;
  readonly isWritten: boolean;
  readonly page: string | undefined;
};

/** Formats the scores of the descriptions and the best one. */
export function formatOptimization(
  { outcome, isWritten, page }: OptimizationReport,
  { io, place, models }: Evaluation,
): string {
  const style = createStyle(io.terminal.color);
  const columns = Math.min(io.terminal.columns, 100);
  const { history, best, original } = outcome;
  const rows = history.map(({ iteration, description, train, validation }) => {
    const mark = description === best ? style.green("✓") : " ";
    return `  ${mark} ${String(iteration).padStart(2)}   train ${score(train)}   validation ${score(validation)}`;
  });
  const verdict =
    best === original
      ? `${whyNone(outcome)} The current description stays.`
      : `The best description${isWritten ? ", now in SKILL.md" : ""}:`;
  const hint =
    best === original || isWritten || ["aborted", "failing"].includes(outcome.exit.reason)
      ? []
      : ["", style.dim("Run again with --write to put it into SKILL.md, at no further cost.")];
  return `${[
    style.bold(`Descriptions of ${oneLine(place.skill.name)}`),
    ...rows,
    "",
    ...wrapText(verdict, columns),
    ...(best === original ? [] : wrapText(oneLine(best), columns - 2).map((line) => `  ${line}`)),
    ...hint,
    "",
    style.dim(formatUsage(outcome.usage, models)),
    ...(page === undefined ? [] : [style.dim(`Report: ${oneLine(page)}`)]),
  ].join("\n")}\n`;
}

function whyNone({ exit, history }: OptimizationOutcome): string {
  switch (exit.reason) {
    case "no-description":
      return "The model offered no usable description.";
    case "failing":
      return "The model failed, so there is nothing to compare.";
    case "aborted":
      return "Stopped before a better one was found.";
    default:
      return history.length === 1 && exit.reason === "all-passed"
        ? "All training queries already behave as expected."
        : "No description did better on the held-back queries.";
  }
}

function score(results: readonly { readonly pass: boolean }[]): string {
  return `${results.filter(({ pass }) => pass).length}/${results.length}`;
}

export function toOptimizationJson(
  { outcome, isWritten }: OptimizationReport,
  { place, models }: Evaluation,
): string {
  const { exit, original, best, history, usage } = outcome;
  const count = (results: readonly { readonly pass: boolean }[]): object => ({
    passed: results.filter(({ pass }) => pass).length,
    total: results.length,
  });
  const row = {
    version: 1,
    skill: place.skill.name,
    model: models.agent.label,
    ended: exit.reason,
    original,
    best,
    written: isWritten,
    iterations: history.map(({ iteration, description, train, validation }) => ({
      iteration,
      description,
      train: count(train),
      validation: count(validation),
    })),
    spent: toUsageJson(usage, models),
  };
  return `${JSON.stringify(row, null, 2)}\n`;
}
