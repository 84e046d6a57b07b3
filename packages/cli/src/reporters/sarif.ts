import { createHash } from "node:crypto";
import { isAbsolute, normalize, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { type Finding, formatFinding, type Range, type Severity } from "@skillwright/core";
import { type Rule, rules } from "@skillwright/core/check";
import type { LoadedSkill } from "@skillwright/core/discover";
import { createLineIndex } from "@skillwright/core/text";
import { readVersion } from "../own-package.ts";
import { safeJson } from "../terminal/safe-text.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { sourceText, textIn } from "./source-text.ts";

/** SARIF 2.1.0, for code scanning. All rules come first, so that results can be streamed one skill at a time. */
export function createSarifReporter(options: ReporterOptions): Reporter {
  let first = true;
  return {
    begin: () =>
      `{"$schema":${safeJson(schema)},"version":"2.1.0","runs":[{${describeRun(options)},"results":[`,
    skill: ({ findings }, skill) => {
      if (findings.length === 0) return "";
      const separator = first ? "\n" : ",\n";
      first = false;
      const results = toResults(findings, skill).map((result) => safeJson(result));
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

function describeRule({ id, category, severity, summary, messages }: Rule): object {
  const help = [
    summary,
    "",
    ...Object.values(messages).map((message) => `- ${message}`),
    "",
    `See: skillwright rules ${id}`,
  ];
  return {
    id,
    shortDescription: { text: summary },
    help: { text: help.join("\n") },
    defaultConfiguration: { level: levels[severity] },
    properties: { category, tags: ["agent-skills", category] },
  };
}

const ruleIndexes: ReadonlyMap<string, number> = new Map(rules.map(({ id }, index) => [id, index]));

function toResults(findings: readonly Finding[], skill: LoadedSkill): readonly object[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const { rule, severity, file, range } = finding;
    const text = sourceText(finding, skill);
    const uri = toFileUri(file);
    const hash = fingerprint([rule, uri, text === undefined ? "" : textIn(text, range)]);
    const count = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, count);
    return {
      ruleId: rule,
      ruleIndex: ruleIndexes.get(rule) ?? -1,
      level: levels[severity],
      message: { text: withoutLinks(formatFinding(finding)) },
      locations: [{ physicalLocation: { artifactLocation: { uri }, region: toRegion(range) } }],
      partialFingerprints: { "findingHash/v1": `${hash}:${count}` },
      ...describeFix(finding, uri, text),
    };
  });
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
