import { formatShare } from "../formats/format-metric.ts";
import { type OptimizationResult, pickBest } from "../formats/optimization-result.ts";
import { measureTriggers, type TriggerResult } from "../formats/trigger-results.ts";
import { type Bar, barChart } from "./bar-chart.ts";
import { type Html, html } from "./html.ts";
import type { EvalReportData } from "./report-data.ts";

/** Trigger rates per query, and the search for a better description. */
export function pageTriggers({ triggers, optimization }: EvalReportData): Html | undefined {
  if (triggers === undefined && optimization === undefined) return undefined;
  return html`<section aria-labelledby="triggers"><h2 id="triggers">Description</h2>
<div class="charts">${triggers && triggerCharts(triggers.results)}${optimization && optimizationChart(optimization)}</div>
${optimization && descriptions(optimization)}
</section>
`;
}

function triggerCharts(results: readonly TriggerResult[]): Html {
  const { passed, total, untried, precision, recall } = measureTriggers(results);
  const tried = results.filter(({ runs }) => runs > 0);
  const rates = [
    ...(precision === undefined ? [] : [`precision ${formatShare(precision)}`]),
    ...(recall === undefined ? [] : [`recall ${formatShare(recall)}`]),
  ];
  const chart = (title: string, rows: readonly TriggerResult[]): Html | undefined =>
    rows.length === 0
      ? undefined
      : barChart({
          title,
          hint: `${rows.filter(({ pass }) => pass).length} of ${rows.length} queries behaved as expected`,
          most: 1,
          mark: { value: 0.5, label: "threshold" },
          series: [{ label: "Trigger rate", tone: "subject" }],
          legend: [
            { label: "as expected", tone: "good" },
            { label: "not as expected", tone: "bad" },
          ],
          rows: rows.map((row) => ({
            name: row.query,
            ...(row.pass ? {} : { note: "not as expected" }),
            bars: [toBar(row)],
          })),
        });
  return html`<p class="wide hint">${passed} of ${total} queries behaved as expected${rates.length === 0 ? undefined : html` (${rates.join(", ")})`}${untried === 0 ? undefined : html`; ${untried} never run`}.</p>${chart(
    "Should use the skill",
    tried.filter(({ shouldTrigger }) => shouldTrigger),
  )}${chart(
    "Should not use the skill",
    tried.filter(({ shouldTrigger }) => !shouldTrigger),
  )}`;
}

function toBar({ rate, triggers, runs, pass }: TriggerResult): Bar {
  return { value: rate, text: `${triggers} of ${runs}`, tone: pass ? "good" : "bad" };
}

function optimizationChart({ iterations }: OptimizationResult): Html | undefined {
  const best = pickBest(iterations);
  const bar = (results: readonly TriggerResult[]): Bar | undefined => {
    const { passed, total } = measureTriggers(results);
    return total === 0 ? undefined : { value: passed / total, text: `${passed} of ${total}` };
  };
  return html`<div class="wide">${barChart({
    title: "Attempts at a better description",
    hint: "Queries that behaved as expected. The best description is selected by queries its writer never saw.",
    most: 1,
    series: [
      { label: "Training", tone: "baseline" },
      { label: "Validation", tone: "subject" },
    ],
    rows: iterations.map((step) => ({
      name: `Description ${step.iteration}`,
      note: [step.iteration === 1 ? "the original" : "", step === best ? "chosen" : ""]
        .filter((word) => word !== "")
        .join(", "),
      bars: [bar(step.train), bar(step.validation)],
    })),
  })}</div>`;
}

function descriptions({ originalDescription, bestDescription, iterations }: OptimizationResult): Html {
  const same = originalDescription === bestDescription;
  return html`<div class="sides"><section class="side baseline"><h3>Original description</h3><p class="foreign">${originalDescription}</p></section>
<section class="side subject"><h3>Best description</h3><p class="foreign">${same ? "The original; no other did better." : bestDescription}</p></section></div>
<details><summary>All descriptions</summary><ol class="plain">${iterations.map(
    ({ iteration, description }) => html`<li value="${iteration}" class="foreign">${description}</li>`,
  )}</ol></details>`;
}
