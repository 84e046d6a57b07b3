import { formatNumber } from "@skillwright/core/text";
import { type Html, html } from "./html.ts";
import { formatDifference } from "./metric-words.ts";
import type { EvalReportData } from "./report-data.ts";

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
