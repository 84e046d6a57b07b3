import { formatSignificance } from "../formats/significance.ts";
import { type Html, html } from "./html.ts";
import type { EvalReportData } from "./report-data.ts";

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
