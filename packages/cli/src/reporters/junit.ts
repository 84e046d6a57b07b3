import { type Finding, formatFinding, printable, type SkillReport } from "@skillwright/core";
import type { Reporter, ReporterOptions } from "./reporter.ts";

/** JUnit XML: a suite for each skill, a case for each finding. Only errors fail; the rest is the case's output. */
export function createJunitReporter({ command }: ReporterOptions): Reporter {
  return {
    begin: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name: `skillwright ${command}` })}>\n`,
    skill: toSuite,
    end: () => "</testsuites>\n",
  };
}

function toSuite({ path, findings }: SkillReport): string {
  const failures = findings.filter((finding) => finding.severity === "error").length;
  const counts = { tests: Math.max(1, findings.length), failures, errors: 0, skipped: 0 };
  const clean = [`    <testcase${attributes({ classname: path, name: "no findings" })}/>`];
  const cases = findings.length === 0 ? clean : findings.map((finding) => toCase(path, finding));
  return [`  <testsuite${attributes({ name: path, ...counts })}>`, ...cases, "  </testsuite>", ""].join("\n");
}

function toCase(path: string, finding: Finding): string {
  const { rule, severity, file, range } = finding;
  const place = `${range.start.line}:${range.start.column}`;
  const message = formatFinding(finding);
  const body = escapeXml(`${severity} at ${file}:${place}\n${message}`);
  const open = `    <testcase${attributes({ classname: path, name: `${rule} at ${place}` })}>`;
  const outcome =
    severity === "error"
      ? `<failure${attributes({ type: rule, message })}>${body}</failure>`
      : `<system-out>${body}</system-out>`;
  return `${open}${outcome}</testcase>`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(values).map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`);
  return pairs.join("");
}

/** A bare line break in an attribute would be read back as a blank. */
function escapeAttribute(text: string): string {
  return escapeXml(text).replaceAll("\n", "&#10;");
}

const named: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML cannot hold control characters at all, not even escaped; they are shown as code points instead. */
function escapeXml(text: string): string {
  const lines = text.split("\n").map(printable);
  return lines.join("\n").replace(/[&<>"\ufffe\uffff]/g, (character) => named[character] ?? "\ufffd");
}
