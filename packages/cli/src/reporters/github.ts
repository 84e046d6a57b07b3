import { type Finding, formatFinding, type Severity } from "@skillwright/core";
import type { ReportSummary } from "@skillwright/core/check";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { type Annotation, workflowCommand } from "./workflow-command.ts";

/** Workflow commands that GitHub Actions shows next to the changed lines of a pull request. */
export function createGithubReporter({ command }: ReporterOptions): Reporter {
  return {
    begin: () => "",
    skill: ({ findings }) => findings.map((finding) => `${annotate(finding)}\n`).join(""),
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

function describe({ skills, valid, errors, warnings, infos }: ReportSummary): string {
  return `skills ${skills}, valid ${valid}, errors ${errors}, warnings ${warnings}, infos ${infos}`;
}
