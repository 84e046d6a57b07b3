import { type Finding, formatFinding, type Level } from "@skillwright/core";
import { findRule } from "@skillwright/core/check";
import type { LoadedSkill } from "@skillwright/core/discover";
import type { Unread, Verdict } from "@skillwright/core/scan";
import { printable } from "@skillwright/core/text";
import type { Style } from "../terminal/style.ts";
import { hangText, wrapText } from "../terminal/text-width.ts";
import { excerpt } from "./excerpt.ts";
import type { CheckedReport, ReportedScan, SuppressedFinding } from "./reporter.ts";
import { levelNames, levelOf, reasonsInShort, rulesOf, unreadWords, verdictMarks } from "./verdict-words.ts";

type Look = { readonly style: Style; readonly columns: number };

export function paintVerdict(verdict: Verdict, text: string, style: Style): string {
  const paint = { block: style.red, review: style.yellow, partial: style.yellow, pass: style.green }[verdict];
  return paint(text);
}

/** `✗ block  skills/notes: exfiltration, prompt-override`, wrapped. */
export function verdictLine(
  { path }: CheckedReport,
  { verdict, reasons, unread }: ReportedScan,
  look: Look,
): string {
  const { style, columns } = look;
  const label = `${verdictMarks[verdict]} ${verdict}`;
  const why = reasonsInShort(rulesOf(reasons), unread);
  const text = printable(why === "" ? path : `${path}: ${why}`);
  const lines = hangText(label, text, { width: labelWidth, columns });
  return lines.map((line) => line.replace(label, paintVerdict(verdict, style.bold(label), style))).join("\n");
}

const labelWidth = 11;

/** The security findings of one skill, most dangerous first, then what was not read. */
export function scanLines(
  { findings, scan }: CheckedReport,
  skill: LoadedSkill,
  look: Look,
): readonly string[] {
  if (scan === undefined) return [];
  const dangers = findings.filter(({ category }) => category === "security");
  const sorted = dangers.toSorted((a, b) => rank(a) - rank(b));
  const explained = new Set<string>();
  const lines = sorted.flatMap((finding) => {
    const isFirst = !explained.has(finding.rule);
    explained.add(finding.rule);
    return findingLines(finding, skill, { ...look, isFirst });
  });
  return [
    ...lines,
    ...unreadLines(scan.unread, look),
    ...acceptedLines(scan.acceptedUnread, look),
    ...suppressedLines(scan.suppressed, look),
  ];
}

function rank(finding: Finding): number {
  return levelNames.indexOf(levelOf(finding));
}

type FindingLook = Look & {
  /** The rule's first finding says why it matters; the others need not repeat it. */
  readonly isFirst: boolean;
};

const indent = 4;

function findingLines(finding: Finding, skill: LoadedSkill, look: FindingLook): readonly string[] {
  const { style, columns, isFirst } = look;
  const { rule, file, range, confidence } = finding;
  const level = levelOf(finding);
  const threat = isFirst ? findRule(rule)?.threat : undefined;
  const place = `${printable(file)}:${range.start.line}:${range.start.column}`;
  const doubt = confidence === "possible" ? " (possible)" : "";
  const text = (words: string): readonly string[] => wrapText(words, Math.max(20, columns - indent));
  const body = [
    ...text(formatFinding(finding)),
    ...excerpt(finding, skill, { style, columns, indent }),
    ...(threat ? text(`Why: ${threat.why}`).map(style.dim) : []),
    ...(threat ? text(`Remedy: ${threat.remedy}`).map(style.dim) : []),
  ];
  const head = `  ${levelPaint(level, style)(level)}${doubt} ${style.bold(rule)} ${style.dim(place)}`;
  return [head, ...body.map((line) => " ".repeat(indent) + line)];
}

function levelPaint(level: Level, style: Style): (text: string) => string {
  return { critical: style.red, high: style.red, medium: style.yellow, low: style.blue }[level];
}

/** More are counted. */
const unreadShown = 5;

function unreadLines(unread: readonly Unread[], { columns }: Look): readonly string[] {
  if (unread.length === 0) return [];
  const shown = unread.slice(0, unreadShown).map(({ path, reason, isUsed }) => {
    const use = isUsed ? ", although the skill uses it" : "";
    return `${path} (${unreadWords[reason]}${use})`;
  });
  const more = unread.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return wrapText(printable(`Not read: ${all.join("; ")}.`), columns - 2).map((line) => `  ${line}`);
}

function acceptedLines(unread: readonly Unread[], { columns }: Look): readonly string[] {
  return unread.flatMap(({ path, reason }) =>
    wrapText(
      printable(`Accepted: ${path} was not read (${unreadWords[reason]}; in the baseline)`),
      columns - 2,
    ).map((line) => `  ${line}`),
  );
}

function suppressedLines(suppressed: readonly SuppressedFinding[], { columns }: Look): readonly string[] {
  return suppressed.flatMap(({ finding, reason, expires }) => {
    const { rule, file, range } = finding;
    const until = expires === undefined ? "" : `, until ${expires}`;
    const text = `Suppressed: ${rule} in ${file}:${range.start.line} (${reason}${until})`;
    return wrapText(printable(text), columns - 2).map((line) => `  ${line}`);
  });
}
