import { formatNumber } from "@skillwright/core/text";
import { formatCost } from "../models/cost.ts";
import { type Html, html } from "./html.ts";
import { formatBytes, formatMetric } from "./metric-words.ts";
import { feedbackBox, type PageFeedback } from "./page-feedback.ts";
import type { BoundedText, ReportConfiguration, ReportOutput, ReportRun } from "./report-data.ts";

type RunPlace = {
  readonly evalName: string;
  readonly side: ReportConfiguration;
  readonly feedback: PageFeedback;
};

/** One run: its measurements, outputs, transcript, and a box for feedback. */
export function pageRun(run: ReportRun, { evalName, side, feedback }: RunPlace): Html {
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
