import { type Finding, formatFinding } from "@skillwright/core";
import type { SkillReport } from "@skillwright/core/check";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { escapeXml, xmlAttributes } from "./xml.ts";

/** JUnit XML: a suite per skill, a case per finding. Only errors fail; other findings are output of their case. */
export function createJunitReporter({ command }: ReporterOptions): Reporter {
  return {
    begin: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${xmlAttributes({ name: `skillwright ${command}` })}>\n`,
    skill: toSuite,
    end: () => "</testsuites>\n",
  };
}

function toSuite({ path, findings }: SkillReport): string {
  const failures = findings.filter((finding) => finding.severity === "error").length;
  const counts = { tests: Math.max(1, findings.length), failures, errors: 0, skipped: 0 };
  const clean = [`    <testcase${xmlAttributes({ classname: path, name: "no findings" })}/>`];
  const cases = findings.length === 0 ? clean : findings.map((finding) => toCase(path, finding));
  return [`  <testsuite${xmlAttributes({ name: path, ...counts })}>`, ...cases, "  </testsuite>", ""].join(
    "\n",
  );
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
