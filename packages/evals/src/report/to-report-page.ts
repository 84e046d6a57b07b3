import { createHash } from "node:crypto";
import { type Html, html, jsonHtml, ownSource } from "./html.ts";
import { feedbackBar, pageEvals } from "./page-evals.ts";
import { pageScript } from "./page-script.ts";
import { pageStyle } from "./page-style.ts";
import { pageCharts, pageHeader, pageNotes, pageProblems, pageSummary } from "./page-summary.ts";

import { pageTriggers } from "./page-triggers.ts";
import type { EvalReportData } from "./report-data.ts";

export type ReportPageOptions = {
  /** Where the page sends feedback, ending in `/`; without a server, feedback is a download. */
  readonly server?: { readonly path: string };
};

/** Renders the report as one self-contained HTML page. */
export function toReportPage(data: EvalReportData, { server }: ReportPageOptions = {}): string {
  const said = new Map(data.feedback.reviews.map(({ about, text }) => [about, text]));
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${pagePolicy({ isServed: server !== undefined })}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${data.skillName ?? "Skill"}: eval report</title>
<style>${ownSource(pageStyle)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the results</a>
${pageHeader(data)}<main id="content">
${pageSummary(data)}${pageCharts(data)}${pageNotes(data)}${pageEvals(data, said)}${pageTriggers(data)}${pageProblems(data)}${nothing(data)}</main>
${data.evals.length === 0 ? undefined : feedbackBar({ isServed: server !== undefined })}<script type="application/json" id="report-data">${jsonHtml(scriptData(data, server))}</script>
<script>${ownSource(pageScript)}</script>
</body>
</html>
`;
  return markup;
}

/**
 * The content security policy: only the page's own style and script, nothing loaded, and requests only to its own
 * server.
 */
export function pagePolicy({ isServed }: { readonly isServed: boolean }): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(pageScript)}'`,
    `style-src '${hashOf(pageStyle)}'`,
    "img-src data:",
    ...(isServed ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(source: string): string {
  return `sha256-${createHash("sha256").update(source).digest("base64")}`;
}

/** Data for the script that is not in the markup. */
function scriptData(data: EvalReportData, server: ReportPageOptions["server"]): object {
  const { dialect, feedback, folder } = data;
  // Identifies this report's drafts in the browser without revealing its path.
  const key = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return { dialect, feedback, key, server: server?.path };
}

function nothing({ evals, triggers, optimization }: EvalReportData): Html | undefined {
  if (evals.length > 0 || triggers !== undefined || optimization !== undefined) return undefined;
  return html`<p class="empty">No results in this folder yet.</p>`;
}
