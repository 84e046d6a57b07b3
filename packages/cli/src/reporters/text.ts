import { type Finding, formatFinding } from "@skillwright/core";
import { findRule, type ReportSummary } from "@skillwright/core/check";
import type { LoadedSkill } from "@skillwright/core/discover";
import { createLineIndex, formatNumber, printable } from "@skillwright/core/text";
import { createStyle, type Style } from "../terminal/style.ts";
import { textWidth, wrapText } from "../terminal/text-width.ts";
import type { Reporter, ReporterOptions } from "./reporter.ts";
import { sourceText } from "./source-text.ts";

/** Clean skills are listed up to this number. */
const maxCleanLines = 20;

/** For people: findings by file, each with the offending line, followed by a summary line. */
export function createTextReporter({ color, columns, quiet }: ReporterOptions): Reporter {
  const style = createStyle(color);
  let clean: string[] = [];
  let empty: string[] = [];
  let fixable = 0;
  let isSilent = quiet;
  return {
    begin: () => "",
    skill: ({ findings, path }, skill) => {
      if (findings.length === 0) {
        if (clean.length <= maxCleanLines && !quiet) clean.push(path);
        return "";
      }
      isSilent = false;
      if (findings.some(({ rule, message }) => rule === "file.missing" && message === "missing")) {
        empty.push(path);
        return "";
      }
      fixable += findings.filter((finding) => finding.fix?.safe).length;
      return formatSkill(findings, skill, { style, columns });
    },
    end: (summary) => {
      const listed = clean.length > maxCleanLines ? [] : clean;
      const lines = [
        ...empty.map(
          (path) =>
            `${style.red("✗")} No skills found in ${printable(path)} ${style.dim("(file.missing)")}\n`,
        ),
        ...listed.map((path) => `${style.green("✓")} ${printable(path)}\n`),
      ].join("");
      const isEmpty = summary.skills === empty.length;
      [clean, empty] = [[], []];
      if (isSilent) return "";
      if (isEmpty)
        return `${lines}  A skill is a folder with a SKILL.md. Create one with \`skillwright new NAME\`.\n`;
      return `${lines}${lines === "" ? "" : "\n"}${formatSummary(summary, fixable, style)}\n`;
    },
  };
}

type Layout = { readonly style: Style; readonly columns: number };

function formatSkill(findings: readonly Finding[], skill: LoadedSkill, layout: Layout): string {
  const lines: string[] = [];
  let file: string | undefined;
  for (const finding of findings) {
    if (finding.file !== file) {
      file = finding.file;
      lines.push(layout.style.bold(layout.style.underline(printable(file))));
    }
    lines.push(...formatOne(finding, skill, layout));
  }
  return `${lines.join("\n")}\n\n`;
}

function formatOne(finding: Finding, skill: LoadedSkill, { style, columns }: Layout): string[] {
  const { severity, rule, range, fix } = finding;
  const paint = { error: style.red, warning: style.yellow, info: style.blue }[severity];
  const place = `${range.start.line}:${range.start.column}`;
  const head = `  ${place.padEnd(6)} ${paint(severity)} ${style.dim(rule)}`;
  const [first = "", ...rest] = wrapText(formatFinding(finding), Math.max(20, columns - 9));
  const indent = " ".repeat(9);
  const lines = [head, indent + first, ...rest.map((line) => indent + line)];
  lines.push(...excerpt(finding, skill, { style, columns }).map((line) => indent + line));
  if (fix) lines.push(`${indent}${style.dim(`fix: ${fix.title}${fix.safe ? "" : " (--fix --unsafe)"}`)}`);
  return lines;
}

export function formatSummary(
  { skills, valid, errors, warnings, infos }: ReportSummary,
  fixable: number,
  style: Style,
): string {
  const counted = plural(skills, "skill");
  if (errors + warnings + infos === 0) return style.green(`✓ ${counted}, no problems found`);
  const parts = [
    errors > 0 ? style.red(plural(errors, "error")) : plural(0, "error"),
    warnings > 0 ? style.yellow(plural(warnings, "warning")) : plural(0, "warning"),
    plural(infos, "info"),
  ].join(", ");
  const mark = errors > 0 ? style.red("✗") : style.green("✓");
  const hint = fixable > 0 ? `\n  ${fixable} fixable with --fix` : "";
  return `${mark} ${counted}, ${valid} valid: ${parts}${hint}`;
}

export function plural(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The offending line with carets below it, cut to the terminal width; empty for findings without a range. */
function excerpt(finding: Finding, skill: LoadedSkill, layout: { style: Style; columns: number }): string[] {
  const { start, end } = finding.range;
  const text = findRule(finding.rule)?.hidesSource ? undefined : sourceText(finding, skill);
  if (text === undefined || (start.line === end.line && start.column === end.column)) return [];
  const place = createLineIndex(text).lineSpan(start.line);
  const line = text.slice(place.start, place.end).replaceAll("\t", " ");
  const stop = end.line === start.line ? end.column : line.length + 1;
  const gutter = `${start.line} │ `;
  const room = Math.max(20, layout.columns - 9 - gutter.length);
  const from = Math.max(0, Math.min(start.column - 1 - Math.floor(room / 4), line.length - room));
  const shown = printable(line.slice(from, from + room))
    .replace(/^./su, (character) => (from > 0 ? "…" : character))
    .replace(/.$/su, (character) => (from + room < line.length ? "…" : character));
  const before = textWidth(printable(line.slice(from, start.column - 1)));
  const marked = textWidth(printable(line.slice(start.column - 1, stop - 1)));
  const carets = "^".repeat(Math.max(1, Math.min(marked, room - before)));
  const { style } = layout;
  return [
    `${style.dim(gutter)}${shown}`,
    `${style.dim(`${" ".repeat(String(start.line).length)} │ `)}${" ".repeat(before)}${style.red(carets)}`,
  ];
}
