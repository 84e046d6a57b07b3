import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { formatNumber } from "@skillwright/core/text";
import {
  type Benchmark,
  type BenchmarkComparison,
  type Change,
  compareBenchmarks,
  evalsLimits,
  formatSignificance,
  readBenchmark,
  readEvalReport,
  type TestFileProblem,
  toReportBenchmark,
} from "@skillwright/evals";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import { readTextFile } from "../../input/read-files.ts";
import { readInteger } from "../../input/read-numbers.ts";
import type { Io } from "../../io.ts";
import { fitText, safeJson } from "../../terminal/safe-text.ts";
import { createStyle, type Style } from "../../terminal/style.ts";
import { wrapText } from "../../terminal/text-width.ts";
import { readResults } from "./show-report.ts";

/** `eval diff A B`: what changed between two results. */
export async function diffEvals(invocation: Invocation, io: Io): Promise<number> {
  const [before, after, extra] = invocation.positionals;
  if (before === undefined || after === undefined || extra !== undefined)
    throw new UsageError(
      "eval diff takes two results: benchmark.json, or the folder of an iteration or a workspace.",
    );
  const fs = createNodeFileSystem();
  const seed = readInteger(invocation, "seed", { least: 0, most: 999_999 }) ?? 42;
  const one = await readComparedBenchmark(before, fs, io);
  const other = await readComparedBenchmark(after, fs, io);
  const comparison = compareBenchmarks(one, other, { seed });
  await io.out(invocation.flag("json") ? toJson(comparison) : toText(comparison, io));
  return exitCode.ok;
}

function toJson({ metrics, evals, assertions, significance }: BenchmarkComparison): string {
  const change = ({ before, after, difference }: Change): object => ({
    before: before ?? null,
    after: after ?? null,
    difference: difference ?? null,
  });
  const { p, method, pairs, difference, interval } = significance;
  const row = {
    version: 1,
    metrics: {
      passRate: change(metrics.passRate),
      timeSeconds: change(metrics.timeSeconds),
      tokens: change(metrics.tokens),
    },
    evals: evals.map((row) => ({ eval: row.evalId, name: row.evalName ?? null, ...change(row) })),
    statements: assertions.map((row) => ({ eval: row.evalId, text: row.text, ...change(row) })),
    significance: {
      ...{ p, method, pairs, difference, interval: interval ?? null },
      sentence: formatSignificance(significance),
    },
  };
  return `${safeJson(row, 2)}\n`;
}

function toText(comparison: BenchmarkComparison, { terminal }: Io): string {
  const style = createStyle(terminal.color);
  const columns = Math.min(terminal.columns, 100);
  const { metrics, evals, assertions, significance } = comparison;
  const changed = evals.filter(({ before, after }) => before !== after);
  return [
    `${changeText(metrics.passRate, percent, style)}  pass rate`,
    `${changeText(metrics.timeSeconds, (value) => `${value.toFixed(1)} s`)}  time`,
    `${changeText(metrics.tokens, (value) => formatNumber(Math.round(value)))}  tokens`,
    "",
    ...wrapText(formatSignificance(significance), columns),
    ...section(
      "Evals that changed",
      changed,
      ({ evalId, evalName }) => `${evalId}${evalName ? `: ${evalName}` : ""}`,
    ),
    ...section("Statements that changed", assertions, ({ evalId, text }) => `${evalId}: ${text}`),
    "",
  ].join("\n");

  function section<Row extends Change>(
    title: string,
    rows: readonly Row[],
    name: (row: Row) => string,
  ): readonly string[] {
    if (rows.length === 0) return [];
    const lines = rows.map(
      (row) => `${changeText(row, percent, style)}  ${fitText(name(row), columns - 32)}`,
    );
    return ["", style.bold(title), ...lines];
  }
}

function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}

/** `   58 % →    92 %    +34 %`, in columns. */
function changeText(
  { before, after, difference }: Change,
  show: (value: number) => string,
  style?: Style,
): string {
  const side = (value: number | undefined): string => (value === undefined ? "–" : show(value)).padStart(8);
  const sign = difference !== undefined && difference > 0 ? "+" : "";
  // Percentages differ by points.
  const words = (difference === undefined ? "" : `${sign}${show(difference).replace(" %", " pt")}`).padStart(
    9,
  );
  return `${side(before)} → ${side(after)} ${paint(words, difference ?? 0, style)}`;
}

function paint(words: string, difference: number, style: Style | undefined): string {
  if (difference === 0 || style === undefined) return words;
  return difference > 0 ? style.green(words) : style.red(words);
}

/** Reads a benchmark from a benchmark.json, a UAAPS report, or the folder of an iteration or a workspace. */
async function readComparedBenchmark(word: string, fs: FileSystem, io: Io): Promise<Benchmark> {
  const path = absolutePath(word, io.cwd, io.place.home);
  const found = fs.stat(path);
  if (found === undefined) throw new SkillError("file-missing", { path: word });
  if (found.kind === "directory") return (await readResults(word, fs, io)).benchmark;
  const text = readTextFile(path, evalsLimits.evalResultCharacters);
  // A report has cases; a benchmark has a summary of its runs.
  if (/"cases"\s*:/.test(text) && !/"run_summary"\s*:/.test(text)) {
    const report = readEvalReport(text, word);
    if (report.ok) return toReportBenchmark(report.value);
    throw refuse(word, report.problems);
  }
  const benchmark = readBenchmark(text, word);
  if (benchmark.ok) return benchmark.value;
  throw refuse(word, benchmark.problems);
}

function refuse(path: string, [first]: readonly TestFileProblem[]): SkillError {
  const at =
    first === undefined ? "" : `at ${first.range.start.line}:${first.range.start.column}: ${first.message}`;
  return new SkillError("config-invalid", { path, reason: `not an eval result; ${at}` });
}
