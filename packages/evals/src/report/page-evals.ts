import { formatNumber } from "@skillwright/core/text";
import type { RunResult } from "../formats/benchmark.ts";
import { formatBytes, formatMetric, formatShare } from "../formats/format-metric.ts";
import type { Grade } from "../formats/grading.ts";
import { formatCost } from "../models/cost.ts";
import { type Html, html } from "./html.ts";
import { reportLimits } from "./limits.ts";
import { evalTarget } from "./page-summary.ts";
import type {
  BoundedText,
  EvalReportData,
  ReportConfiguration,
  ReportEval,
  ReportOutput,
  ReportRun,
} from "./report-data.ts";

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

/** The graded statements: one row per statement, one column per configuration, and the evidence below. */
function assertionsTable(one: ReportEval, sides: readonly ReportConfiguration[]): Html | undefined {
  if (one.assertions.length === 0) return undefined;
  const columns = sides.map((side) => ({
    ...side,
    runs: one.runs
      .filter(({ result }) => result.configuration === side.name)
      .map(({ result }) => ({ run: result.run, grades: gradesOf(result) })),
  }));
  return html`<table class="assertions"><caption class="unseen">Statements on ${one.name}</caption>
<thead><tr><th scope="col">Statement</th>${columns.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody>${one.assertions.map((text) => assertionRow(text, columns))}</tbody></table>
${one.assertionsLeftOut === 0 ? undefined : html`<p class="hint">and ${one.assertionsLeftOut} more statements</p>`}`;
}

type GradedRun = { readonly run: number; readonly grades: ReadonlyMap<string, Grade> };
type Column = ReportConfiguration & { readonly runs: readonly GradedRun[] };

/** Grades by statement; the first one wins. */
function gradesOf({ grades }: RunResult): GradedRun["grades"] {
  return new Map(grades.toReversed().map((grade) => [grade.text, grade]));
}

function assertionRow(text: string, columns: readonly Column[]): Html {
  return html`<tr><th scope="row"><span class="foreign">${text}</span>${evidence(text, columns)}</th>${columns.map(
    ({ label, runs }) => html`<td data-label="${label}">${marks(text, runs)}</td>`,
  )}</tr>
`;
}

function marks(text: string, runs: readonly GradedRun[]): Html {
  const verdicts = runs.flatMap(({ grades }) => grades.get(text) ?? []);
  if (verdicts.length === 0) return html`<span class="hint">not judged</span>`;
  const passed = verdicts.filter((one) => one.passed).length;
  const single = passed === 1 ? "passed" : "failed";
  const words = verdicts.length === 1 ? single : `${passed} of ${verdicts.length}`;
  return html`<span class="marks" aria-hidden="true">${verdicts.map((one) => mark(one.passed))}</span> <span class="count">${words}</span>`;
}

function mark(passed: boolean): Html {
  return passed
    ? html`<svg class="verdict-mark passed" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8"/><path d="M4.5 8.3l2.4 2.4 4.6-5"/></svg>`
    : html`<svg class="verdict-mark failed" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8"/><path d="M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4"/></svg>`;
}

function evidence(text: string, columns: readonly Column[]): Html | undefined {
  const found = columns.flatMap(({ label, runs }) =>
    runs.flatMap(({ run, grades }) => {
      const grade = grades.get(text);
      return grade === undefined ? [] : [{ label, run, ...grade }];
    }),
  );
  if (!found.some((one) => one.evidence !== "")) return undefined;
  const isMany = found.some(({ run }) => run > 1);
  return html`<details class="evidence"><summary>Evidence</summary><dl>${found.map(
    (one) =>
      html`<div><dt>${mark(one.passed)} ${one.label}${isMany ? html`, run ${one.run}` : undefined}<span class="unseen">: ${one.passed ? "passed" : "failed"}</span></dt><dd class="foreign">${one.evidence === "" ? "no evidence given" : one.evidence}</dd></div>`,
  )}</dl></details>`;
}

type RunPlace = {
  readonly evalName: string;
  readonly side: ReportConfiguration;
  readonly feedback: PageFeedback;
};

/** One run: its measurements, outputs, transcript, and a box for feedback. */
function pageRun(run: ReportRun, { evalName, side, feedback }: RunPlace): Html {
  const { result, outputs, outputsLeftOut, transcript, claims, suggestions } = run;
  const name = `${evalName}, ${side.label}, run ${result.run}`;
  return html`<div class="run" data-run="${result.run}" role="group" aria-label="${name}">
<p class="run-head"><strong>Run ${result.run}</strong>${factsOf(run).map((fact) => html`<span class="fact">${fact}</span>`)}</p>
${outputs.length === 0 ? html`<p class="hint">No output was kept.</p>` : outputs.map((output) => pageOutput(output, name))}
${outputsLeftOut === 0 ? undefined : html`<p class="hint">${outputsLeftOut} more files are not shown.</p>`}
${transcript === undefined ? undefined : html`<details><summary>Transcript</summary>${textBlock(transcript, `Transcript of ${name}`)}</details>`}
${claims.length === 0 ? undefined : claimList(run)}
${textList("Judge's notes", result.notes)}
${textList("Judge's comments on the statements", suggestions)}
${feedbackBox({ about: run.about, label: `Feedback on run ${result.run}, ${side.label}`, rows: 2 }, feedback)}
</div>`;
}

function factsOf({ result, cost }: ReportRun): readonly string[] {
  const { passed, total, timeSeconds, tokens, toolCalls, errors = 0 } = result;
  return [
    total === 0 ? "not judged" : `${passed} of ${total} passed`,
    ...(timeSeconds === undefined ? [] : [formatMetric(timeSeconds, "timeSeconds")]),
    ...(tokens === undefined ? [] : [`${formatNumber(Math.round(tokens))} tokens`]),
    ...(toolCalls === undefined ? [] : [`${formatNumber(toolCalls)} tool calls`]),
    ...(errors === 0 ? [] : [`${formatNumber(errors)} errors`]),
    ...(cost === undefined ? [] : [formatCost(cost)]),
  ];
}

const reasons = {
  binary: "neither text nor an image",
  "too-large": "too large to show here",
  unreadable: "unreadable",
} as const;

function pageOutput({ path, bytes, content }: ReportOutput, runName: string): Html {
  const head = html`<figcaption><span class="path">${path}</span> <small>${formatBytes(bytes)}</small></figcaption>`;
  if (content.kind === "text")
    return html`<figure class="output">${head}${textBlock(content, `${path}, ${runName}`)}</figure>`;
  if (content.kind === "image")
    return html`<figure class="output">${head}<img src="${content.dataUrl}" alt="${path} as ${runName} made it" loading="lazy"></figure>`;
  return html`<figure class="output">${head}<p class="hint">${reasons[content.reason]}</p></figure>`;
}

/** Untrusted text in a block that can be scrolled with the keyboard. */
function textBlock({ text, isCut }: BoundedText, label: string): Html {
  const note = isCut ? html`<p class="hint">The rest is not shown here.</p>` : undefined;
  if (text === "") return html`<p class="hint">empty</p>${note}`;
  return html`<pre tabindex="0" role="region" aria-label="${label}">
${text}</pre>${note}`;
}

function claimList({ claims }: ReportRun): Html {
  return html`<details><summary>Claims in the output</summary><ul class="plain">${claims.map(
    ({ claim, verified, evidence }) =>
      html`<li><strong>${verified ? "True" : "Not verified"}:</strong> <span class="foreign">${claim}</span>${evidence === "" ? undefined : html` <small class="foreign">${evidence}</small>`}</li>`,
  )}</ul></details>`;
}

function textList(title: string, texts: readonly string[]): Html | undefined {
  if (texts.length === 0) return undefined;
  return html`<details><summary>${title}</summary><ul class="plain">${texts.map((text) => html`<li class="foreign">${text}</li>`)}</ul></details>`;
}

/** Existing feedback by its subject. */
type PageFeedback = ReadonlyMap<string, string>;

type FeedbackPlace = { readonly about: string; readonly label: string; readonly rows?: number };

/** A text box for feedback. It is read-only until the script runs, because only the script can save it. */
function feedbackBox({ about, label, rows = 3 }: FeedbackPlace, feedback: PageFeedback): Html {
  return html`<label class="feedback"><span>${label}</span><textarea data-about="${about}" rows="${rows}" maxlength="${reportLimits.reportFeedbackCharacters}" placeholder="What should be different? Leave empty if all is well." readonly>
${feedback.get(about) ?? ""}</textarea></label>`;
}

/** The fixed bar with the save status and the buttons. */
export function feedbackBar({ isServed }: { readonly isServed: boolean }): Html {
  const finish = html`<button type="button" id="finish">Finish</button>`;
  return html`<div class="dock" role="region" aria-label="Feedback" hidden data-needs-script>
<p id="status" role="status"></p><div class="buttons"><button type="button" id="save" class="${isServed ? "quiet" : "main"}">Save feedback.json</button>${isServed ? finish : undefined}</div></div>
<p class="dock" data-without-script>Feedback and filters need JavaScript; everything else works without it.</p>
`;
}
