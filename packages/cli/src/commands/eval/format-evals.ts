import { formatNumber } from "@skillwright/core/text";
import type { Benchmark, EvalOutcome, Metric, RunResult, Spread, TriggerOutcome } from "@skillwright/evals";
import { fitText, oneLine } from "../../terminal/safe-text.ts";
import { createStyle, type Style } from "../../terminal/style.ts";
import { countOf, textWidth, wrapText } from "../../terminal/text-width.ts";
import { formatUsage } from "./eval-models.ts";
import type { EvaluationResult } from "./evaluate-skill.ts";
import type { Evaluation } from "./open-evaluation.ts";

/** Formats the results of an evaluation for a terminal. */
export function formatEvals(
  evaluated: EvaluationResult,
  { io, models, place }: Evaluation,
  { page }: { readonly page: string | undefined },
): string {
  const style = createStyle(io.terminal.color);
  const look = { style, columns: Math.min(io.terminal.columns, widest) };
  const { outputs, triggers } = evaluated;
  const title = [
    place.skill.name,
    ...(outputs ? [`iteration ${outputs.iteration}`] : []),
    models.agent.label,
  ];
  const blocks = [
    [style.bold(fitText(title.join(", "), look.columns))],
    ...(outputs
      ? [summaryLines(outputs, look), ...evalBlocks(outputs, look), comparisonLines(outputs, look)]
      : []),
    ...(triggers ? [formatTriggers(triggers, look)] : []),
    noteLines(outputs?.notes ?? [], look),
    [
      `${formatUsage(evaluated.spent, models)} It took ${timeText(evaluated.durationMs)}.`,
      ...(page === undefined ? [] : [`Report: ${oneLine(page)}`]),
    ].map(style.dim),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

export type Look = { readonly style: Style; readonly columns: number };

const widest = 100;

function summaryLines({ benchmark, significance }: EvalOutcome, { style, columns }: Look): readonly string[] {
  const sides = Object.keys(benchmark.summary);
  const head = [
    "",
    ...sides.map((side) => side.replaceAll("_", " ")),
    ...(benchmark.delta ? ["difference"] : []),
  ];
  const rows = shown.map((metric) => [
    words[metric].noun,
    ...sides.map((side) => spreadText(benchmark.summary[side]?.[metric], metric)),
    ...(benchmark.delta ? [deltaText(benchmark.delta, metric)] : []),
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => textWidth(row[at] ?? ""))));
  const line = (row: readonly string[]): string =>
    `  ${row.map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - textWidth(cell))).join("   ")}`.trimEnd();
  const sentence = significance?.passRate.sentence;
  return [
    style.dim(line(head)),
    ...rows.map(line),
    ...(sentence === undefined ? [] : ["", ...wrapText(sentence, columns - 2).map((part) => `  ${part}`)]),
  ];
}

const shown: readonly Metric[] = ["passRate", "timeSeconds", "tokens"];
const words: Readonly<
  Record<Metric, { readonly noun: string; readonly show: (value: number) => string; readonly unit: string }>
> = {
  passRate: { noun: "pass rate", show: (value) => (value * 100).toFixed(0), unit: " %" },
  timeSeconds: { noun: "time", show: (value) => value.toFixed(1), unit: " s" },
  tokens: { noun: "tokens", show: (value) => formatNumber(Math.round(value)), unit: "" },
};

function spreadText(spread: Spread | undefined, metric: Metric): string {
  if (spread === undefined) return "–";
  const { show, unit } = words[metric];
  return `${show(spread.mean)}${unit} ± ${show(spread.stddev)}`;
}

function deltaText(delta: NonNullable<Benchmark["delta"]>, metric: Metric): string {
  const value = delta[metric];
  if (value === undefined) return "–";
  const { show, unit } = words[metric];
  const sign = value > 0 ? "+" : "";
  return `${sign}${show(value)}${metric === "passRate" ? " points" : unit}`;
}

/** Each eval with its statements, and how often each passed on each side. */
function evalBlocks(
  { benchmark, runs }: EvalOutcome,
  { style, columns }: Look,
): readonly (readonly string[])[] {
  const sides = Object.keys(benchmark.summary);
  const prompts = new Map(runs.map(({ planned: { task } }) => [task.id, task.name ?? task.prompt]));
  return [...Map.groupBy(benchmark.runs, ({ evalId }) => evalId)].map(([evalId, group]) => [
    `  ${style.bold(fitText(`eval ${evalId}: ${prompts.get(evalId) ?? ""}`, columns - 2))}`,
    ...statementsOf(group).map((text) =>
      statementLine(text, countGrades(text, group, sides), { style, columns }),
    ),
  ]);
}

function statementsOf(runs: readonly RunResult[]): readonly string[] {
  return [...new Set(runs.flatMap(({ grades }) => grades.map(({ text }) => text)))];
}

type Count = { readonly passed: number; readonly total: number };

/** How often a statement passed, for each side. */
function countGrades(text: string, runs: readonly RunResult[], sides: readonly string[]): readonly Count[] {
  return sides.map((side) => {
    const grades = runs
      .filter(({ configuration }) => configuration === side)
      .flatMap((run) => run.grades.filter((grade) => grade.text === text));
    return { passed: grades.filter(({ passed }) => passed).length, total: grades.length };
  });
}

function statementLine(text: string, counts: readonly Count[], { style, columns }: Look): string {
  const shares = counts.map(({ passed, total }) => `${passed}/${total}`).join("  ");
  return `    ${markOf(counts[0], style)} ${shares}  ${fitText(text, columns - 8 - shares.length)}`;
}

function markOf(count: Count | undefined, style: Style): string {
  if (count === undefined || count.total === 0) return style.yellow("○");
  if (count.passed === count.total) return style.green("✓");
  return count.passed === 0 ? style.red("✗") : style.yellow("~");
}

function comparisonLines({ comparisons }: EvalOutcome, { style, columns }: Look): readonly string[] {
  if (comparisons.length === 0) return [];
  const wins = Map.groupBy(comparisons, ({ comparison, winner }) =>
    comparison === undefined ? "not judged" : (winner ?? "neither"),
  );
  const parts = [...wins].map(([winner, group]) => `${winner.replaceAll("_", " ")} ${group.length}`);
  const words = fitText(`of ${comparisons.length}, ${parts.join(", ")}`, columns - 20);
  return [`  ${style.bold("Blind comparison")}: ${words}`];
}

function noteLines(notes: readonly string[], { style, columns }: Look): readonly string[] {
  if (notes.length === 0) return [];
  const lines = notes.flatMap((note) =>
    wrapText(oneLine(note), columns - 6).map((part, index) => `  ${index === 0 ? "-" : " "} ${part}`),
  );
  return [`  ${style.bold("Notes")}`, ...lines];
}

function timeText(durationMs: number): string {
  if (durationMs < 90_000) return `${(durationMs / 1000).toFixed(0)} s`;
  return countOf(Math.round(durationMs / 60_000), "minute");
}

/** Formats trigger results: the totals, and the queries that did not behave as expected. */
export function formatTriggers(
  { results, metrics }: TriggerOutcome,
  { style, columns }: Look,
): readonly string[] {
  const { passed, total, untried, precision, recall } = metrics;
  const rates = [
    ...(precision === undefined ? [] : [`precision ${precision.toFixed(2)}`]),
    ...(recall === undefined ? [] : [`recall ${recall.toFixed(2)}`]),
  ];
  const head = `${passed} of ${total} queries behaved as expected${untried === 0 ? "" : `, ${untried} never run`}`;
  const misses = results.filter(({ pass, runs }) => !pass && runs > 0);
  return [
    `  ${style.bold("Triggers")}: ${head}${rates.length > 0 ? ` (${rates.join(", ")})` : ""}`,
    ...misses.map(({ query, shouldTrigger, triggers, runs }) => {
      const expected = shouldTrigger ? "should use it" : "should not";
      const start = `${triggers}/${runs}  ${expected.padEnd(13)}  `;
      return `    ${style.red("✗")} ${start}${fitText(query, columns - 6 - start.length)}`;
    }),
  ];
}
