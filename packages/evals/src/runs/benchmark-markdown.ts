import { printable } from "@skillwright/core/text";
import { type Delta, type Metric, metrics } from "../formats/benchmark.ts";
import { formatMetric, metricTitles } from "../formats/format-metric.ts";
import type { Spread } from "../formats/statistics.ts";
import type { EvalOutcome } from "./eval-outcome.ts";

/** A benchmark for people: `benchmark.md`, as skill-creator writes it next to `benchmark.json`. */
export function toBenchmarkMarkdown(outcome: EvalOutcome): string {
  const { benchmark, significance, notes } = outcome;
  const { metadata, summary, delta } = benchmark;
  const sides = Object.entries(summary);
  const { skillName = "", executorModel, analyzerModel, timestamp, runsPerConfiguration } = metadata ?? {};
  return [
    `# Evals of ${line(skillName)}`,
    "",
    ...list([
      ["Model", executorModel],
      ["Judge", analyzerModel],
      ["Date", timestamp],
      ["Evals", metadata?.evalsRun.join(", ")],
      ["Runs of each", runsPerConfiguration?.toString()],
    ]),
    "",
    row(["", ...sides.map(([name]) => name), ...(delta ? ["Difference"] : [])]),
    row(["---", ...sides.map(() => "---"), ...(delta ? ["---"] : [])]),
    ...metrics.map((metric) =>
      row([
        metricTitles[metric],
        ...sides.map(([, one]) => spread(one[metric], metric)),
        ...differs(delta, metric),
      ]),
    ),
    "",
    ...(significance ? Object.values(significance).map(({ sentence }) => `- ${line(sentence)}`) : []),
    ...compared(outcome),
    ...(notes.length > 0 ? ["", "## Notes", "", ...notes.map((note) => `- ${line(note)}`)] : []),
    "",
  ].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(line).join(" | ")} |`;
}

/** Texts of others in one line, in which no column ends. */
function line(text: string): string {
  return printable(text).replaceAll("|", "\\|");
}

function list(facts: readonly (readonly [string, string | undefined])[]): readonly string[] {
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [`- ${label}: ${line(value)}`]));
}

function spread(value: Spread | undefined, metric: Metric): string {
  return value === undefined
    ? "–"
    : `${formatMetric(value.mean, metric)} ± ${formatMetric(value.stddev, metric)}`;
}

function differs(delta: Delta | undefined, metric: Metric): readonly string[] {
  if (delta === undefined) return [];
  const value = delta[metric];
  return [value === undefined ? "–" : `${value > 0 ? "+" : ""}${formatMetric(value, metric)}`];
}

function compared({ comparisons }: EvalOutcome): readonly string[] {
  const made = comparisons.filter(({ comparison }) => comparison !== undefined);
  if (made.length === 0) return [];
  const wins = Map.groupBy(made, ({ winner = "neither" }) => winner);
  const counts = [...wins].map(([name, won]) => `${name} ${won.length}`).toSorted();
  return ["", `Blind comparisons, by who was found better: ${counts.join(", ")}.`];
}
