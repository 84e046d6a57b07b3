import { type Finding, formatFinding, type Severity } from "@skillwright/core";
import type { CheckedReport, CheckedSummary, Reporter, ReporterOptions } from "./reporter.ts";
import { reasonsInShort, rulesOf, verdictNames } from "./verdict-words.ts";
import { type Annotation, workflowCommand } from "./workflow-command.ts";

/** Workflow commands that GitHub Actions shows next to the changed lines of a pull request. */
export function createGithubReporter({ command }: ReporterOptions): Reporter {
  return {
    begin: () => "",
    skill: (report) =>
      [...verdictOf(report), ...report.findings.map(annotate)].map((line) => `${line}\n`).join(""),
    end: (summary) => `skillwright ${command}: ${describe(summary)}\n`,
  };
}

const levels: Readonly<Record<Severity, Annotation["level"]>> = {
  error: "error",
  warning: "warning",
  info: "notice",
};

function annotate(finding: Finding): string {
  const { rule, severity, file, range } = finding;
  return workflowCommand({
    level: levels[severity],
    file,
    title: rule,
    message: formatFinding(finding),
    ...range,
  });
}

/** A verdict other than pass stands at the top of SKILL.md. */
function verdictOf({ file, scan }: CheckedReport): readonly string[] {
  if (!scan || scan.verdict === "pass") return [];
  const { verdict, reasons, unread } = scan;
  const level = verdict === "block" ? "error" : "warning";
  const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
  const message = `${verdict}: ${reasonsInShort(rulesOf(reasons), unread)}`;
  return [workflowCommand({ level, file, title: "Scan verdict", message, ...range })];
}

function describe({ skills, valid, errors, warnings, infos, verdicts }: CheckedSummary): string {
  const counted = `errors ${errors}, warnings ${warnings}, infos ${infos}`;
  if (!verdicts) return `skills ${skills}, valid ${valid}, ${counted}`;
  const judged = verdictNames.map((verdict) => `${verdict} ${verdicts[verdict]}`).join(", ");
  return `skills ${skills}, ${judged}, ${counted}`;
}
