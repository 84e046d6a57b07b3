import { type Finding, formatFinding } from "@skillwright/core";
import type { LoadedSkill } from "@skillwright/core/discover";
import { formatNumber, printable } from "@skillwright/core/text";
import { createStyle, type Style } from "../terminal/style.ts";
import { wrapText } from "../terminal/text-width.ts";
import { excerpt } from "./excerpt.ts";
import type { CheckedReport, CheckedSummary, Reporter, ReporterOptions } from "./reporter.ts";
import { paintVerdict, scanLines, verdictLine } from "./scan-text.ts";
import { verdictMarks, verdictNames } from "./verdict-words.ts";

/** Clean skills are listed up to this number. */
const maxCleanLines = 20;

/** For people: the verdict of a scan, then findings, each with the offending line, and in the end a summary line. */
export function createTextReporter({ command, color, columns, quiet }: ReporterOptions): Reporter {
  const style = createStyle(color);
  const passMark = command === "scan" ? "✓ pass    " : "✓";
  let clean: string[] = [];
  let empty: string[] = [];
  let fixable = 0;
  let isSilent = quiet;
  return {
    begin: () => "",
    skill: (report, skill) => {
      const { findings, path, scan } = report;
      const isClear = scan?.verdict === "pass" && scan.suppressed.length + scan.acceptedUnread.length === 0;
      const isUnremarkable = scan === undefined || isClear || (quiet && !scan.fails);
      if (findings.length === 0 && isUnremarkable) {
        if (clean.length <= maxCleanLines && !quiet) clean.push(path);
        return "";
      }
      isSilent = false;
      if (findings.some(({ rule, message }) => rule === "file.missing" && message === "missing")) {
        empty.push(path);
        return "";
      }
      fixable += findings.filter((finding) => finding.fix?.safe).length;
      return formatSkill(report, skill, { style, columns });
    },
    end: (summary) => {
      const listed = clean.length > maxCleanLines ? [] : clean;
      const lines = [
        ...empty.map(
          (path) =>
            `${style.red("✗")} No skills found in ${printable(path)} ${style.dim("(file.missing)")}\n`,
        ),
        ...listed.map((path) => `${style.green(passMark)} ${printable(path)}\n`),
      ].join("");
      const isEmpty = summary.skills === empty.length;
      [clean, empty] = [[], []];
      if (isSilent) return "";
      if (isEmpty)
        return `${lines}  A skill is a folder with a SKILL.md. Create one with \`skillwright new NAME\`.\n`;
      const total =
        command === "scan" ? formatVerdicts(summary, style) : formatSummary(summary, fixable, style);
      return `${lines}${lines === "" ? "" : "\n"}${total}\n`;
    },
  };
}

type Look = { readonly style: Style; readonly columns: number };

function formatSkill(report: CheckedReport, skill: LoadedSkill, look: Look): string {
  const { scan } = report;
  const dangers = scanLines(report, skill, look);
  // Beside errors of the standard, "pass" would be read as the result of the whole check.
  const isShown = scan && (scan.verdict !== "pass" || dangers.length > 0);
  const lines = isShown ? [verdictLine(report, scan, look), ...dangers] : [];
  const others = report.findings.filter(({ category }) => !scan || category !== "security");
  let file: string | undefined;
  for (const finding of others) {
    if (finding.file !== file) {
      file = finding.file;
      lines.push(look.style.bold(look.style.underline(printable(file))));
    }
    lines.push(...formatOne(finding, skill, look));
  }
  return `${lines.join("\n")}\n\n`;
}

const indent = 9;

function formatOne(finding: Finding, skill: LoadedSkill, { style, columns }: Look): string[] {
  const { severity, rule, range, fix } = finding;
  const paint = { error: style.red, warning: style.yellow, info: style.blue }[severity];
  const place = `${range.start.line}:${range.start.column}`;
  const head = `  ${place.padEnd(6)} ${paint(severity)} ${style.dim(rule)}`;
  const blank = " ".repeat(indent);
  const lines = [
    ...wrapText(formatFinding(finding), Math.max(20, columns - indent)),
    ...excerpt(finding, skill, { style, columns, indent }),
  ].map((line) => blank + line);
  if (fix) lines.push(`${blank}${style.dim(`fix: ${fix.title}${fix.safe ? "" : " (--fix --unsafe)"}`)}`);
  return [head, ...lines];
}

export function formatSummary(summary: CheckedSummary, fixable: number, style: Style): string {
  const { skills, valid, errors, warnings, infos, verdicts } = summary;
  const counted = plural(skills, "skill");
  const isHarmless = !verdicts || verdicts.pass === skills;
  if (errors + warnings + infos === 0 && isHarmless) return style.green(`✓ ${counted}, no problems found`);
  const parts = [
    errors > 0 ? style.red(plural(errors, "error")) : plural(0, "error"),
    warnings > 0 ? style.yellow(plural(warnings, "warning")) : plural(0, "warning"),
    plural(infos, "info"),
  ].join(", ");
  const hint = fixable > 0 ? `\n  ${fixable} fixable with --fix` : "";
  // A skill that keeps to the standard may be dangerous, so the word valid does not stand beside such verdicts.
  if (!isHarmless) return `${formatVerdicts(summary, style)}; ${parts}${hint}`;
  const mark = errors > 0 ? style.red("✗") : style.green("✓");
  return `${mark} ${counted}, ${valid} valid: ${parts}${hint}`;
}

/** `✗ 4 skills: 1 block, 3 pass`; the mark is that of the worst. */
export function formatVerdicts({ skills, errors, verdicts }: CheckedSummary, style: Style): string {
  const found = verdictNames.filter((verdict) => (verdicts?.[verdict] ?? 0) > 0);
  const parts = found.map((verdict) => paintVerdict(verdict, `${verdicts?.[verdict]} ${verdict}`, style));
  const worst = errors > 0 ? "block" : (found[0] ?? "pass");
  return `${paintVerdict(worst, verdictMarks[worst], style)} ${plural(skills, "skill")}: ${parts.join(", ")}`;
}

export function plural(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? "" : "s"}`;
}
