import { type Finding, formatFinding } from "@skillwright/core";
import type { CheckedReport, ReportedScan, Reporter, ReporterOptions } from "./reporter.ts";
import { reasonsInShort, rulesOf } from "./verdict-words.ts";
import { escapeXml, xmlAttributes } from "./xml.ts";

/**
 * JUnit XML: a suite per skill, a case for the verdict and one per finding. Errors and verdicts that make the command fail are
 * failures; other findings are output of their case.
 */
export function createJunitReporter({ command }: ReporterOptions): Reporter {
  return {
    begin: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${xmlAttributes({ name: `skillwright ${command}` })}>\n`,
    skill: toSuite,
    end: () => "</testsuites>\n",
  };
}

function toSuite({ path, findings, scan }: CheckedReport): string {
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const verdict = scan ? [toVerdictCase(path, scan)] : [];
  const cases = [...verdict, ...findings.map((finding) => toCase(path, finding))];
  const clean = `    <testcase${xmlAttributes({ classname: path, name: "no findings" })}/>`;
  const failures = errors + (scan?.fails ? 1 : 0);
  const counts = { tests: Math.max(1, cases.length), failures, errors: 0, skipped: 0 };
  const open = `  <testsuite${xmlAttributes({ name: path, ...counts })}>`;
  return [open, ...(cases.length === 0 ? [clean] : cases), "  </testsuite>", ""].join("\n");
}

function toVerdictCase(path: string, { verdict, reasons, unread, fails }: ReportedScan): string {
  const message = [verdict, reasonsInShort(rulesOf(reasons), unread)]
    .filter((part) => part !== "")
    .join(": ");
  const open = `    <testcase${xmlAttributes({ classname: path, name: "verdict" })}>`;
  const outcome = fails
    ? `<failure${xmlAttributes({ type: verdict, message })}/>`
    : `<system-out>${escapeXml(message)}</system-out>`;
  return `${open}${outcome}</testcase>`;
}

function toCase(path: string, finding: Finding): string {
  const { rule, severity, file, range } = finding;
  const place = `${range.start.line}:${range.start.column}`;
  const message = formatFinding(finding);
  const body = escapeXml(`${severity} at ${file}:${place}\n${message}`);
  const open = `    <testcase${xmlAttributes({ classname: path, name: `${rule} at ${place}` })}>`;
  const outcome =
    severity === "error"
      ? `<failure${xmlAttributes({ type: rule, message })}>${body}</failure>`
      : `<system-out>${body}</system-out>`;
  return `${open}${outcome}</testcase>`;
}
