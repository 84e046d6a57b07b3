import { type Html, html } from "./html.ts";
import { formatShare } from "./metric-words.ts";
import { assertionsTable } from "./page-assertions.ts";
import { evalTarget } from "./page-charts.ts";
import { feedbackBox, type PageFeedback } from "./page-feedback.ts";
import { pageRun } from "./page-run.ts";
import type { EvalReportData, ReportConfiguration, ReportEval } from "./report-data.ts";

/** Every eval with its statements and the outputs of its runs, side by side. */
export function pageEvals(data: EvalReportData, feedback: PageFeedback): Html | undefined {
  const { evals, configurations } = data;
  if (evals.length === 0) return undefined;
  return html`<section aria-labelledby="evals"><div class="section-head"><h2 id="evals">Evals</h2>
<fieldset class="filter choice" hidden data-needs-script><legend class="unseen">Show</legend>${filters.map(
    ({ value, label }) =>
      html`<label><input type="radio" name="filter" value="${value}"${value === "all" ? html` checked` : undefined}><span>${label}</span></label>`,
  )}</fieldset></div>
<p id="filtered" role="status" class="hint"></p>
${evals.map((one, index) => pageEval(one, { index, configurations, feedback }))}
</section>
`;
}

const filters = [
  { value: "all", label: "All" },
  { value: "failed", label: "Only failures" },
  { value: "differs", label: "Only differences" },
] as const;

type EvalPaths = {
  readonly index: number;
  readonly configurations: readonly ReportConfiguration[];
  readonly feedback: PageFeedback;
};

function pageEval(one: ReportEval, { index, configurations, feedback }: EvalPaths): Html {
  const sides = configurations.filter(({ name }) =>
    one.runs.some((run) => run.result.configuration === name),
  );
  const marks = [hasFailed(one, sides) ? "failed" : "", isDifferent(one, sides) ? "differs" : ""];
  return html`<article class="eval" id="${evalTarget(index)}" data-marks="${marks.join(" ").trim()}" aria-labelledby="${evalTarget(index)}-name">
<header><h3 id="${evalTarget(index)}-name">${one.name}</h3><ul class="scores">${sides.map((side) => score(one, side))}</ul></header>
${one.prompt === undefined ? undefined : html`<div class="prompt"><h4>Prompt</h4><p class="foreign">${one.prompt}</p></div>`}
${assertionsTable(one, sides)}
${runChooser(one, index)}
<div class="sides">${sides.map((side) => sideColumn(one, side, feedback))}</div>
${comparisonList(one, configurations)}
${feedbackBox({ about: one.about, label: `Feedback on “${one.name}” as a whole` }, feedback)}
</article>
`;
}

function score(one: ReportEval, { name, label, role }: ReportConfiguration): Html {
  const rate = passRateOf(one, name);
  return html`<li class="${role}"><span>${label}</span> <strong>${rate === undefined ? "not judged" : formatShare(rate)}</strong></li>`;
}

function passRateOf({ runs }: ReportEval, configuration: string): number | undefined {
  const rates = runs.flatMap(({ result }) =>
    result.configuration === configuration ? (result.passRate ?? []) : [],
  );
  return rates.length === 0 ? undefined : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

/** Considers only the runs with the skill, if there are any. */
function hasFailed(one: ReportEval, sides: readonly ReportConfiguration[]): boolean {
  const judged = sides.filter(({ role }) => role === "subject");
  const names = (judged.length > 0 ? judged : sides).map(({ name }) => name);
  return one.runs.some(({ result }) => names.includes(result.configuration) && result.failed > 0);
}

/** Whether the pass rate of any statement differs between configurations. */
function isDifferent(one: ReportEval, sides: readonly ReportConfiguration[]): boolean {
  const shares = sides.map(({ name }) => {
    const runs = one.runs.filter(({ result }) => result.configuration === name);
    const passed = runs.map(
      ({ result }) => new Set(result.grades.flatMap((grade) => (grade.passed ? grade.text : []))),
    );
    const shareOf = (text: string): number => passed.filter((texts) => texts.has(text)).length / runs.length;
    return JSON.stringify([one.assertions.map(shareOf), passRateOf(one, name)]);
  });
  return new Set(shares).size > 1;
}

function runChooser({ runs }: ReportEval, index: number): Html | undefined {
  const numbers = [...new Set(runs.map(({ result }) => result.run))].toSorted((one, other) => one - other);
  if (numbers.length < 2) return undefined;
  return html`<fieldset class="choice runs" hidden data-needs-script><legend>Run</legend>${numbers.map(
    (number, at) =>
      html`<label><input type="radio" name="run-${index}" value="${number}"${at === 0 ? html` checked` : undefined}><span>${number}</span></label>`,
  )}</fieldset>`;
}

function comparisonList(
  { comparisons }: ReportEval,
  configurations: readonly ReportConfiguration[],
): Html | undefined {
  if (comparisons.length === 0) return undefined;
  const labelOf = (name: string): string => configurations.find((one) => one.name === name)?.label ?? name;
  return html`<div class="blind"><h4>Compared blindly</h4><ul>${comparisons.map(
    ({ run, winner, reasoning, scores }) =>
      html`<li data-run="${run}"><strong>${winner === undefined ? "Neither is better" : `${labelOf(winner)} is better`}</strong> <small>run ${run}${scores.map(
        ({ configuration, score }) => html` · ${labelOf(configuration)} ${score.toFixed(1)} of 10`,
      )}</small><p class="foreign">${reasoning}</p></li>`,
  )}</ul></div>`;
}

function sideColumn({ runs, name }: ReportEval, side: ReportConfiguration, feedback: PageFeedback): Html {
  const own = runs.filter(({ result }) => result.configuration === side.name);
  return html`<section class="side ${side.role}" aria-label="${side.label}"><h4><span class="swatch ${side.role}"></span>${side.label}</h4>${own.map(
    (run) => pageRun(run, { evalName: name, side, feedback }),
  )}</section>`;
}
