import { formatNumber } from "@skillwright/core/text";
import { type Metric, metrics } from "../formats/benchmark.ts";
import { formatDifference, formatMetric, metricTitles } from "../formats/format-metric.ts";
import { formatSignificance, type Significance } from "../formats/significance.ts";
import type { Spread } from "../formats/statistics.ts";
import { formatCost } from "../models/cost.ts";
import { type Bar, type BarChart, barChart } from "./bar-chart.ts";
import { type Html, html } from "./html.ts";
import type { EvalReportData, ReportConfiguration, ReportEval } from "./report-data.ts";

/** A card per metric: both sides, and the difference with its interval. */
export function pageSummary(data: EvalReportData): Html | undefined {
  const cards = [...metrics.map((metric) => metricCard(metric, data)), costCard(data)].filter(
    (card) => card !== undefined,
  );
  if (cards.length === 0) return undefined;
  return html`<section aria-labelledby="summary"><h2 id="summary" class="unseen">Summary</h2><div class="cards">${cards}</div></section>
`;
}

function metricCard(metric: Metric, data: EvalReportData): Html | undefined {
  const sides = data.configurations.flatMap((configuration) => {
    const spread = data.benchmark.summary[configuration.name]?.[metric];
    return spread === undefined ? [] : [{ configuration, spread }];
  });
  if (sides.length === 0) return undefined;
  const delta = data.benchmark.delta?.[metric];
  return html`<article class="card"><h3>${metricTitles[metric]}</h3>
<dl class="sides-list">${sides.map(({ configuration, spread }) => sideValue(configuration, spread, metric))}</dl>
<div>${delta === undefined ? undefined : difference(delta, metric, data.significance[metric])}${since(metric, data)}</div>
</article>`;
}

function sideValue({ label, role }: ReportConfiguration, spread: Spread, metric: Metric): Html {
  return html`<div class="${role}"><dt>${label}</dt><dd>${formatMetric(spread.mean, metric)}${
    spread.stddev === 0
      ? undefined
      : html` <small title="Standard deviation over runs">± ${formatMetric(spread.stddev, metric).replace(" %", " points")}</small>`
  }</dd></div>`;
}

function difference(delta: number, metric: Metric, found: Significance | undefined): Html {
  // Only for the pass rate is more always better.
  const isJudged = metric === "passRate" && Math.abs(delta) > 1e-9;
  const tone = delta > 0 ? "good" : "bad";
  return html`<p class="delta ${isJudged ? tone : "same"}">${formatDifference(delta, metric)}</p>
${found?.interval === undefined ? undefined : intervalStrip(found, metric)}`;
}

/** The 95 % interval of the difference on an axis centered at zero. */
function intervalStrip({ interval, difference }: Significance, metric: Metric): Html | undefined {
  if (interval === undefined) return undefined;
  const reach = Math.max(Math.abs(interval.low), Math.abs(interval.high), Math.abs(difference)) * 1.1 || 1;
  const most = metric === "passRate" ? Math.max(1, reach) : reach;
  const at = (value: number): number => Number((50 + (value / most) * 50).toFixed(2));
  const words = `95 %: ${formatDifference(interval.low, metric).replace(/ points?$/, "")} to ${formatDifference(interval.high, metric)}`;
  return html`<svg class="interval" viewBox="0 0 100 16" preserveAspectRatio="none" role="img" aria-label="${words}"><path class="axis" d="M0 8H100"/><path class="zero" d="M50 1V15"/><path class="span" d="M${at(interval.low)} 8H${at(interval.high)}"/><path class="dot" d="M${at(difference)} 8h.001"/></svg><p class="hint">${words}</p>`;
}

function since(metric: Metric, { previous }: EvalReportData): Html | undefined {
  const change = previous?.comparison.metrics[metric].difference;
  if (previous === undefined || change === undefined) return undefined;
  return html`<p class="hint">${formatDifference(change, metric)} since iteration ${previous.iteration}</p>`;
}

function costCard({ evals, configurations }: EvalReportData): Html | undefined {
  const runs = evals.flatMap((one) => one.runs);
  const sides = configurations.flatMap((configuration) => {
    const costs = runs
      .filter(({ result }) => result.configuration === configuration.name)
      .flatMap(({ cost }) => cost ?? []);
    const sum = costs.reduce((total, cost) => total + cost, 0);
    return costs.length === 0 ? [] : [{ ...configuration, mean: sum / costs.length, sum }];
  });
  if (sides.length === 0) return undefined;
  const total = sides.reduce((all, { sum }) => all + sum, 0);
  return html`<article class="card"><h3>Cost of a run</h3>
<dl class="sides-list">${sides.map(
    ({ label, role, mean }) => html`<div class="${role}"><dt>${label}</dt><dd>${formatCost(mean)}</dd></div>`,
  )}</dl><p class="hint">${formatCost(total)} for all runs, estimated from their tokens, without the judge</p></article>`;
}

/** The skill, the facts of the iteration, and the verdict. */
export function pageHeader(data: EvalReportData): Html {
  const { iteration, evals, problems } = data;
  const runs = evals.reduce((sum, { runs }) => sum + runs.length, 0);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Model", data.model],
    ["Judge", data.judge],
    ["Date", data.timestamp === undefined ? undefined : formatDate(data.timestamp)],
    ["Evals", evals.length === 0 ? undefined : String(evals.length)],
    ["Runs", runs === 0 ? undefined : String(runs)],
  ];
  return html`<header class="top">
<p class="eyebrow">Eval report${iteration === undefined ? undefined : html` · iteration ${iteration}`}</p>
<h1>${data.skillName ?? "Skill"}</h1>
<dl class="facts">${facts.map(([name, value]) =>
    value === undefined ? undefined : html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>
${problems.length === 0 ? undefined : html`<p class="warning"><a href="#problems">${problems.length === 1 ? "One file" : `${problems.length} files`} could not be read completely</a></p>`}
${verdict(data)}
</header>
`;
}

/** `2026-02-03, 14:05 UTC`; anything else is shown unchanged. */
function formatDate(timestamp: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::[\d.]+)?Z$/.exec(timestamp) ?? [];
  return day === undefined || time === undefined ? timestamp : `${day}, ${time} UTC`;
}

function verdict(data: EvalReportData): Html | undefined {
  const { passRate, timeSeconds, tokens } = data.significance;
  if (data.evals.length === 0) return undefined;
  if (passRate === undefined)
    return html`<section class="verdict" aria-label="Verdict"><h2>Nothing to compare with</h2><p>There is no baseline, so these numbers show how the runs went, not whether the skill made a difference.</p></section>`;
  const { tone, words } = headline(data);
  return html`<section class="verdict ${tone}" aria-label="Verdict"><h2>${words}</h2>
<p>${formatSignificance(passRate)}</p>
${timeSeconds && html`<p class="aside">${formatSignificance(timeSeconds, "timeSeconds")}</p>`}
${tokens && html`<p class="aside">${formatSignificance(tokens, "tokens")}</p>`}
</section>`;
}

function headline({ significance: { passRate }, configurations }: EvalReportData): {
  readonly tone: "better" | "worse" | "open";
  readonly words: string;
} {
  const isOld = configurations.some(({ name, role }) => role === "baseline" && name === "old_skill");
  // The same level as in the sentence; fewer than six pairs never reach it.
  if (passRate === undefined || passRate.p >= 0.05)
    return { tone: "open", words: "No difference can be claimed" };
  if (passRate.difference > 0)
    return { tone: "better", words: isOld ? "The new version does better" : "The skill helps" };
  return { tone: "worse", words: isOld ? "The new version does worse" : "The skill makes results worse" };
}

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

/** Notes on the runs, and statements that changed since the previous iteration. */
export function pageNotes(data: EvalReportData): Html {
  const { notes } = data.benchmark;
  return html`${
    notes.length === 0
      ? undefined
      : html`<section aria-labelledby="notes"><h2 id="notes">Notes</h2><ul class="notes">${notes.map(
          (note) => html`<li class="foreign">${note}</li>`,
        )}</ul></section>
`
  }${changes(data)}`;
}

function changes({ previous, evals }: EvalReportData): Html | undefined {
  if (previous === undefined || previous.comparison.assertions.length === 0) return undefined;
  const { iteration, comparison } = previous;
  const nameOf = (id: string | number): string => evals.find((one) => one.id === id)?.name ?? String(id);
  return html`<section aria-labelledby="changes"><h2 id="changes">Since iteration ${iteration}</h2><ul class="notes">${comparison.assertions.map(
    ({ evalId, text, difference = 0 }) =>
      html`<li><strong class="delta ${difference > 0 ? "good" : "bad"}">${formatDifference(difference, "passRate")}</strong> <span class="foreign">${text}</span> <small>${nameOf(evalId)}</small></li>`,
  )}</ul></section>
`;
}

export function pageProblems({ problems }: EvalReportData): Html | undefined {
  if (problems.length === 0) return undefined;
  return html`<section aria-labelledby="problems"><h2 id="problems">Incomplete files</h2>
<p class="hint">${formatNumber(problems.length)} ${problems.length === 1 ? "problem" : "problems"} in the files of this iteration; the affected data is missing above.</p>
<ul class="notes">${problems.map(({ file, message }) => html`<li><span class="path">${file}</span> <span class="foreign">${message}</span></li>`)}</ul></section>
`;
}
