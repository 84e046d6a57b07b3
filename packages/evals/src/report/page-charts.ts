import type { Metric } from "../formats/benchmark.ts";
import { type Bar, type BarChart, barChart } from "./bar-chart.ts";
import { type Html, html } from "./html.ts";
import { formatMetric, metricTitles } from "./metric-words.ts";
import type { EvalReportData, ReportEval } from "./report-data.ts";

/** Charts of every metric per eval and configuration. */
export function pageCharts(data: EvalReportData): Html | undefined {
  const charts = metrics.flatMap((metric) => metricChart(metric, data) ?? []);
  if (charts.length === 0) return undefined;
  return html`<section aria-labelledby="charts"><h2 id="charts">Eval by eval</h2>
<div class="charts">${charts.map(barChart)}</div></section>
`;
}

/** The element id of an eval on the page. */
export function evalTarget(index: number): string {
  return `eval-${index + 1}`;
}

const metrics: readonly Metric[] = ["passRate", "timeSeconds", "tokens"];

const hints: Readonly<Record<Metric, string>> = {
  passRate: "Mean over runs; each dot is one run.",
  timeSeconds: "Mean seconds per run.",
  tokens: "Mean tokens per run.",
};

function metricChart(metric: Metric, { evals, configurations }: EvalReportData): BarChart | undefined {
  const valuesOf = (one: ReportEval, configuration: string): readonly number[] =>
    one.runs
      .filter(({ result }) => result.configuration === configuration)
      .flatMap(({ result }) => result[metric] ?? []);
  const all = evals.flatMap((one) => one.runs.flatMap(({ result }) => result[metric] ?? []));
  if (all.length === 0) return undefined;
  return {
    title: metricTitles[metric],
    hint: hints[metric],
    most: metric === "passRate" ? 1 : Math.max(...all),
    series: configurations.map(({ label, role }) => ({ label, tone: role })),
    rows: evals.map((one, index) => ({
      name: one.name,
      target: evalTarget(index),
      bars: configurations.map(({ name }) => toBar(valuesOf(one, name), metric)),
    })),
  };
}

function toBar(values: readonly number[], metric: Metric): Bar | undefined {
  if (values.length === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const text = formatMetric(mean, metric);
  if (values.length === 1) return { value: mean, text };
  const runsText = `runs: ${values.map((value) => formatMetric(value, metric)).join(", ")}`;
  return { value: mean, text, runs: values, runsText };
}
