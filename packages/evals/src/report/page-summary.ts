import type { Metric } from "../formats/benchmark.ts";
import type { Significance } from "../formats/significance.ts";
import type { Spread } from "../formats/statistics.ts";
import { formatCost } from "../models/cost.ts";
import { type Html, html } from "./html.ts";
import { formatDifference, formatMetric, metricTitles } from "./metric-words.ts";
import type { EvalReportData, ReportConfiguration } from "./report-data.ts";

/** A card per metric: both sides, and the difference with its interval. */
export function pageSummary(data: EvalReportData): Html | undefined {
  const cards = [...metrics.map((metric) => metricCard(metric, data)), costCard(data)].filter(
    (card) => card !== undefined,
  );
  if (cards.length === 0) return undefined;
  return html`<section aria-labelledby="summary"><h2 id="summary" class="unseen">Summary</h2><div class="cards">${cards}</div></section>
`;
}

const metrics: readonly Metric[] = ["passRate", "timeSeconds", "tokens"];

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
