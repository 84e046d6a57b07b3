import { formatNumber, printable } from "@skillwright/core/text";
import type { Uncovered } from "@skillwright/evals";
import { seconds } from "../../commands/run/event-lines.ts";
import { fitText } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { countOf, textWidth, wrapText } from "../../terminal/text-width.ts";
import { createProblemLines, failureLines, type LineLook } from "./failure-lines.ts";
import type { CaseRow, SuiteLook, SuiteReport, SuiteResults } from "./suite-report.ts";

/** Formats for people: cases by skill with their failures, then a summary line. */
export function toSuiteText(report: SuiteReport, { color, columns, coverage }: SuiteLook): string {
  const look = { style: createStyle(color), columns };
  const widths = measure(report, columns);
  const blocks = [
    ...report.suites.map((suite) => suiteLines(suite, { ...look, ...widths })),
    ...(coverage ? [untouchedLines(report.suites, look)] : []),
    [...summaryLines(report, look), ...noteLines(report, { ...look, coverage })],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

type Widths = { readonly stemWidth: number; readonly nameWidth: number };

/** Aligns the columns across all skills. */
function measure({ suites }: SuiteReport, columns: number): Widths {
  const cases = suites.flatMap((suite) => suite.cases);
  const widest = (texts: readonly string[]): number =>
    texts.reduce((width, text) => Math.max(width, textWidth(printable(text))), 0);
  const stemWidth = Math.min(widest(cases.map((row) => row.case)), Math.floor(columns / 3));
  const room = Math.max(10, columns - "  ✓ ".length - stemWidth - 2 - 2 - timeWidth);
  return { stemWidth, nameWidth: Math.min(widest(cases.map(({ name }) => name)), room) };
}

const timeWidth = 7;

type SuiteLines = LineLook & Widths;

function suiteLines({ skill, path, cases }: SuiteResults, look: SuiteLines): readonly string[] {
  const { style, columns } = look;
  const name = fitText(skill, Math.floor(columns / 2));
  const place = fitText(path, columns - textWidth(name) - 2);
  const inner = { style, columns: columns - indent.length };
  const problems = createProblemLines(path, inner);
  return [
    place === name ? style.bold(name) : `${style.bold(name)}  ${style.dim(place)}`,
    ...cases.flatMap((row, index) => {
      const reasons = [...problems(row.problems), ...failureLines(row.failures, inner)];
      const gap = reasons.length > 0 && index < cases.length - 1 ? [""] : [];
      return [caseLine(row, look), ...reasons.map((line) => indent + line), ...gap];
    }),
  ];
}

/** Indents the reasons of a failure. */
const indent = " ".repeat(6);

function caseLine(row: CaseRow, { style, stemWidth, nameWidth }: SuiteLines): string {
  const { status, flaky, attempts } = row;
  const marks = { passed: style.green("✓"), failed: style.red("✗"), skipped: style.yellow("○") };
  const stem = pad(fitText(row.case, stemWidth), stemWidth);
  // An unreadable case has only its file name.
  const name = pad(row.name === row.case ? "" : fitText(row.name, nameWidth), nameWidth);
  const again = flaky ? style.yellow(`  passed on attempt ${attempts}`) : "";
  const shown = status === "failed" ? style.bold(stem) : stem;
  return `  ${marks[status]} ${shown}  ${name}  ${style.dim(timeOf(row).padStart(timeWidth))}${again}`;
}

function timeOf({ status, attempts, durationMs }: CaseRow): string {
  if (status === "skipped") return "skipped";
  return attempts === 0 ? "not run" : toTime(durationMs);
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - textWidth(text)));
}

function toTime(ms: number): string {
  return ms < 1000 ? `${ms} ms` : seconds(ms);
}

function summaryLines(
  { suites, passed, failed, skipped, durationMs }: SuiteReport,
  { style }: LineLook,
): readonly string[] {
  if (suites.length === 0) return [];
  const parts = [
    ...(failed > 0 ? [style.red(`${failed} failed`)] : []),
    ...(passed > 0 ? [style.green(`${passed} passed`)] : []),
    ...(skipped > 0 ? [style.yellow(`${skipped} skipped`)] : []),
  ];
  const isWhole = suites.every(({ cases }) =>
    cases.every((row) => row.status !== "skipped" || row.reason !== undefined),
  );
  const mark = failed === 0 && isWhole ? style.green("✓") : style.red("✗");
  const total = `${countOf(passed + failed + skipped, "case")} of ${countOf(suites.length, "skill")}`;
  return [`${mark} ${total}: ${parts.join(", ")} ${style.dim(`in ${toTime(durationMs)}`)}`];
}

function noteLines(
  { suites, untested }: SuiteReport,
  { style, columns, coverage }: LineLook & { readonly coverage: boolean },
): readonly string[] {
  // The command reports that there are no cases itself.
  if (suites.length === 0) return [];
  const count = countUntouched(suites);
  const notes = [
    ...skipNotes(suites),
    ...writtenNotes(suites),
    ...(untested.length > 0 ? [`No tests: ${listNames(untested)}.`] : []),
    ...(coverage || count === 0
      ? []
      : [
          `No case touches ${countOf(count, "file")} of scripts/ and references/; --coverage lists ${count === 1 ? "it" : "them"}.`,
        ]),
  ];
  return notes.flatMap((note) => wrapText(note, columns - 2).map((line) => style.dim(`  ${line}`)));
}

/** The reasons for skipped cases, each once. */
function skipNotes(suites: readonly SuiteResults[]): readonly string[] {
  const reasons = suites.flatMap(({ cases }) => cases.flatMap(({ reason }) => reason ?? []));
  return [...new Set(reasons)].map((reason) => {
    const count = reasons.filter((one) => one === reason).length;
    return `${formatNumber(count)} skipped: ${printable(reason)}`;
  });
}

function writtenNotes(suites: readonly SuiteResults[]): readonly string[] {
  const files = suites.flatMap(({ path, cases }) =>
    cases.flatMap(({ written = [], snapshot, case: stem }) => {
      const kept = snapshot === "written" ? [`tests/snapshots/${stem}.txt`] : [];
      return [...written, ...kept].map((file) => `${path}/${file}`);
    }),
  );
  return files.length === 0 ? [] : [`Written: ${listNames(files)}`];
}

function listNames(names: readonly string[]): string {
  const more = names.length > mostNames ? ` and ${formatNumber(names.length - mostNames)} more` : "";
  return names.slice(0, mostNames).map(printable).join(", ") + more;
}

const mostNames = 20;

/** The scripts and references that no case touches, by skill. */
function untouchedLines(suites: readonly SuiteResults[], { style, columns }: LineLook): readonly string[] {
  if (suites.length === 0) return [];
  if (countUntouched(suites) === 0) return ["Every script and every reference is touched by a case."];
  const gaps = suites.filter(({ untouched }) => filesOf(untouched).length > 0);
  return [
    "No case touches:",
    ...gaps.flatMap(({ skill, untouched }) => [
      `  ${style.bold(fitText(skill, columns - 2))}`,
      ...filesOf(untouched).map((file) => `    ${printable(file)}`),
    ]),
  ];
}

function countUntouched(suites: readonly SuiteResults[]): number {
  return suites.reduce((sum, { untouched }) => sum + filesOf(untouched).length, 0);
}

function filesOf({ scripts, references }: Uncovered): readonly string[] {
  return [...scripts, ...references];
}
