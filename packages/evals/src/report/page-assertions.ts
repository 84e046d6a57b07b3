import type { RunResult } from "../formats/benchmark.ts";
import type { Grade } from "../formats/grading.ts";
import { type Html, html } from "./html.ts";
import type { ReportConfiguration, ReportEval } from "./report-data.ts";

/** The graded statements: one row per statement, one column per configuration, and the evidence below. */
export function assertionsTable(one: ReportEval, sides: readonly ReportConfiguration[]): Html | undefined {
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
