import { normalize, sep } from "node:path";
import { type Finding, formatFinding, printable, type ReportSummary, type Severity } from "@skillwright/core";
import type { Reporter, ReporterOptions } from "./reporter.ts";

/** Workflow commands that GitHub Actions shows beside the changed lines of a pull request. */
export function createGithubReporter({ command }: ReporterOptions): Reporter {
  return {
    begin: () => "",
    skill: ({ findings }) => findings.map((finding) => `${annotate(finding)}\n`).join(""),
    end: (summary) => `skillwright ${command}: ${describe(summary)}\n`,
  };
}

const commands: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

function annotate(finding: Finding): string {
  const { rule, severity, file } = finding;
  const { start, end } = finding.range;
  // GitHub refuses columns when an annotation spans several lines.
  const columns = start.line === end.line ? { col: start.column, endColumn: end.column } : {};
  const path = normalize(file).split(sep).join("/");
  const properties = { file: path, line: start.line, endLine: end.line, ...columns, title: rule };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${commands[severity]} ${list.join(",")}::${escapeMessage(formatFinding(finding))}`;
}

/** The runner turns %25, %0D and %0A back in a message, and %3A and %2C too in a property; nothing else. */
function escapeMessage(text: string): string {
  return printable(encode(text, /[%\r\n]/g));
}

/** A path must stay what it is to match a file, except for what would steer a terminal. */
function escapeProperty(text: string): string {
  return encode(text, /[%\r\n:,]/g).replace(/\p{Cc}/gu, printable);
}

function encode(text: string, special: RegExp): string {
  return text.replace(special, (character) => encodeURIComponent(character));
}

function describe({ skills, valid, errors, warnings, infos }: ReportSummary): string {
  return `skills ${skills}, valid ${valid}, errors ${errors}, warnings ${warnings}, remarks ${infos}`;
}
