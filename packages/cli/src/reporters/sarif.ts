import { createHash } from "node:crypto";
import { isAbsolute, normalize, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { type Finding, formatFinding, type Level, type Range, type Severity } from "@skillwright/core";
import { type Rule, rules, sourceText, textIn } from "@skillwright/core/check";
import type { LoadedSkill } from "@skillwright/core/discover";
import { createLineIndex } from "@skillwright/core/text";
import { readVersion } from "../own-package.ts";
import { safeJson } from "../terminal/safe-text.ts";
import type { CheckedReport, ReportedScan, Reporter, ReporterOptions } from "./reporter.ts";
import { levelNames, levelOf } from "./verdict-words.ts";

/** SARIF 2.1.0, for code scanning. All rules come first, so that results can be streamed one skill at a time. */
export function createSarifReporter(options: ReporterOptions): Reporter {
  let first = true;
  return {
    begin: () =>
      `{"$schema":${safeJson(schema)},"version":"2.1.0","runs":[{${describeRun(options)},"results":[`,
    skill: (report, skill) => {
      if (report.findings.length + (report.scan?.suppressed.length ?? 0) === 0) return "";
      const separator = first ? "\n" : ",\n";
      first = false;
      const results = toResults(report, skill).map((result) => safeJson(result));
      return separator + results.join(",\n");
    },
    end: () => `${first ? "" : "\n"}]}]}\n`,
  };
}

const schema = "https://json.schemastore.org/sarif-2.1.0.json";
const levels: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

function describeRun({ command, profile }: ReporterOptions): string {
  const driver = {
    name: "skillwright",
    version: readVersion(),
    informationUri: "https://www.npmjs.com/package/skillwright",
    rules: rules.map(describeRule),
  };
  const run = { tool: { driver }, columnKind: "utf16CodeUnits", properties: { command, profile } };
  return safeJson(run).slice(1, -1);
}

/** GitHub's bounds: critical above 9, high from 7, medium from 4. */
const securitySeverities: Readonly<Record<Level, string>> = {
  critical: "9.5",
  high: "8.0",
  medium: "5.0",
  low: "2.0",
};
const levelsOfDanger: Readonly<Record<Level, string>> = {
  critical: "error",
  high: "error",
  medium: "warning",
  low: "note",
};

const ruleFolder = "https://github.com/skillwright/skillwright/blob/main/packages/core/src/check/rules";

function describeRule(rule: Rule): object {
  const { id, category, severity, summary, messages, threat } = rule;
  const help = [
    summary,
    ...(threat ? ["", `${threat.why} ${threat.remedy}`] : []),
    "",
    ...Object.values(messages).map((message) => `- ${message}`),
    "",
    `See: skillwright rules ${id}`,
  ];
  return {
    id,
    shortDescription: { text: summary },
    help: { text: help.join("\n") },
    helpUri: `${ruleFolder}/${id}/README.md`,
    defaultConfiguration: { level: levels[severity] },
    properties: {
      category,
      tags: ["agent-skills", category, ...(threat?.owasp.map((entry) => `owasp/${entry}`) ?? [])],
      ...(category === "security" ? { "security-severity": worstSeverity(rule) } : {}),
    },
  };
}

/** Code scanning shows one severity per rule: that of its most dangerous message. */
function worstSeverity({ severity, threat }: Pick<Rule, "severity" | "threat">): string {
  const stated = new Set(Object.values(threat?.levels ?? {}));
  const worst = levelNames.find((level) => stated.has(level));
  return securitySeverities[worst ?? levelOf({ severity })];
}

const ruleIndexes: ReadonlyMap<string, number> = new Map(rules.map(({ id }, index) => [id, index]));

function toResults({ findings, scan }: CheckedReport, skill: LoadedSkill): readonly object[] {
  const seen = new Map<string, number>();
  const reasons = new Map(scan?.suppressed.map(({ finding, reason }) => [finding, reason]));
  return [...findings, ...reasons.keys()].map((finding) => {
    const reason = reasons.get(finding);
    const { rule, severity, category, file, range } = finding;
    const text = sourceText(finding, skill);
    const uri = toFileUri(file);
    const hash = fingerprint([rule, uri, text === undefined ? "" : textIn(text, range)]);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    const isDanger = scan !== undefined && category === "security";
    return {
      ruleId: rule,
      ruleIndex: ruleIndexes.get(rule) ?? -1,
      level: isDanger ? levelsOfDanger[levelOf(finding)] : levels[severity],
      message: { text: withoutLinks(formatFinding(finding)) },
      locations: [{ physicalLocation: { artifactLocation: { uri }, region: toRegion(range) } }],
      partialFingerprints: { "findingHash/v1": `${hash}:${count}` },
      ...(isDanger ? { properties: describeDanger(finding, scan) } : {}),
      ...(reason === undefined ? {} : { suppressions: [{ kind: "external", justification: reason }] }),
      ...describeFix(finding, uri, text),
    };
  });
}

function describeDanger(finding: Finding, { verdict }: ReportedScan): object {
  const level = levelOf(finding);
  const { confidence } = finding;
  const severity = { "security-severity": securitySeverities[level] };
  return { verdict, level, ...(confidence === undefined ? {} : { confidence }), ...severity };
}

/** Without line numbers, so that a finding keeps its fingerprint when it moves. */
function fingerprint(parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex").slice(0, 32);
}

/** SARIF renders `[text](target)` as a link; text from a skill must not become one. */
function withoutLinks(text: string): string {
  return text.includes("](") ? text.replace(/[[\]]/g, "\\$&") : text;
}

function toRegion({ start, end }: Range): object {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function describeFix({ fix }: Finding, uri: string, text: string | undefined): object {
  if (!fix || fix.edits.length === 0 || text === undefined) return {};
  const replacements = fix.edits.map((edit) => ({
    deletedRegion: toRegion(createLineIndex(text).rangeOf(edit.span)),
    insertedContent: { text: edit.text },
  }));
  const artifactChanges = [{ artifactLocation: { uri }, replacements }];
  return { fixes: [{ description: { text: fix.title }, artifactChanges, properties: { safe: fix.safe } }] };
}

/** A path as a URI. Relative paths stay relative, so that reports are the same on every machine. */
export function toFileUri(path: string): string {
  if (isAbsolute(path)) return pathToFileURL(path).href;
  // A colon in the first segment would read as a scheme, so encode everything but letters, digits and -_.!~*'().
  return normalize(path)
    .split(sep)
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
}
