import { type Finding, formatFinding } from "@skillwright/core";
import { safeJson } from "../terminal/safe-text.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";

/** Stable machine-readable output, one skill per line; `schemas/check-report.schema.json` describes it. */
export function createJsonReporter({ profile }: ReporterOptions): Reporter {
  let first = true;
  return {
    begin: () => `{"version":1,"profile":${safeJson(profile)},"skills":[`,
    skill: ({ path, file, name, valid, findings }) => {
      const separator = first ? "\n" : ",\n";
      first = false;
      const row = { path, file, name: name ?? null, valid, findings: findings.map(toJson) };
      return separator + safeJson(row);
    },
    end: (summary) => `${first ? "" : "\n"}],"summary":${safeJson(summary)}}\n`,
  };
}

function toJson(finding: Finding): object {
  const { rule, category, severity, file, range, fix } = finding;
  const row = { rule, category, severity, message: formatFinding(finding), file, range };
  return fix ? { ...row, fix: { title: fix.title, safe: fix.safe } } : row;
}
