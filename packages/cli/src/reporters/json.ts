import { type Finding, formatFinding } from "@skillwright/core";
import { findRule, fingerprintOf } from "@skillwright/core/check";
import type { LoadedSkill } from "@skillwright/core/discover";
import { safeJson } from "../terminal/safe-text.ts";
import type { CheckedReport, Reporter, ReporterOptions } from "./reporter.ts";
import { levelOf } from "./verdict-words.ts";

/** Stable machine-readable output, one skill per line; `schemas/check-report.schema.json` describes it. */
export function createJsonReporter({ profile }: ReporterOptions): Reporter {
  let first = true;
  return {
    begin: () => `{"version":1,"profile":${safeJson(profile)},"skills":[`,
    skill: (report, skill) => {
      const { path, file, name, valid, findings } = report;
      const separator = first ? "\n" : ",\n";
      first = false;
      const rows = findings.map((finding) => toJson(finding, skill, report));
      const row = { path, file, name: name ?? null, valid, ...scanJson(report, skill), findings: rows };
      return separator + safeJson(row);
    },
    end: (summary) => `${first ? "" : "\n"}],"summary":${safeJson(summary)}}\n`,
  };
}

function scanJson({ scan }: CheckedReport, skill: LoadedSkill): object {
  if (scan === undefined) return {};
  const reasons = scan.reasons.map((finding) => ({
    rule: finding.rule,
    level: levelOf(finding),
    message: formatFinding(finding),
  }));
  const unread = scan.unread.map(({ path, reason, isUsed }) => ({ path, reason, used: isUsed }));
  const suppressed = scan.suppressed.map(({ finding, reason, expires }) => ({
    ...{ rule: finding.rule, level: levelOf(finding), message: formatFinding(finding) },
    ...{ file: finding.file, range: finding.range, fingerprint: fingerprintOf(finding, skill), reason },
    ...(expires === undefined ? {} : { expires }),
  }));
  const acceptedUnread = scan.acceptedUnread.map(({ path, reason }) => ({ path, reason }));
  return {
    ...{ verdict: scan.verdict, reasons, unread },
    ...(acceptedUnread.length > 0 && { acceptedUnread }),
    ...(suppressed.length > 0 && { suppressed }),
  };
}

function toJson(finding: Finding, skill: LoadedSkill, { scan }: CheckedReport): object {
  const { rule, category, severity, file, range, fix } = finding;
  const row = { rule, category, severity, message: formatFinding(finding), file, range };
  return {
    ...row,
    ...(scan && category === "security" ? dangerJson(finding, skill) : {}),
    ...(fix ? { fix: { title: fix.title, safe: fix.safe } } : {}),
  };
}

function dangerJson(finding: Finding, skill: LoadedSkill): object {
  const { confidence } = finding;
  const threat = findRule(finding.rule)?.threat;
  return {
    level: levelOf(finding),
    ...(confidence === undefined ? {} : { confidence }),
    ...(threat ? { why: threat.why, remedy: threat.remedy, owasp: threat.owasp } : {}),
    fingerprint: fingerprintOf(finding, skill),
  };
}
