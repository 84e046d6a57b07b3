import { join } from "node:path";
import type { FileSystem } from "@skillwright/core/discover";
import { readWorkspace, toReportPage } from "@skillwright/evals";
import { createPathNames } from "../../catalog/open-catalog.ts";
import { exitCode } from "../../exit-code.ts";
import { interruptedExitCode } from "../../session/user-session.ts";
import { oneLine } from "../../terminal/safe-text.ts";
import { countOf } from "../../terminal/text-width.ts";
import type { EvaluationResult } from "./evaluate-skill.ts";
import { formatEvals } from "./format-evals.ts";
import type { Evaluation } from "./open-evaluation.ts";
import { hasResults } from "./show-report.ts";
import { toEvalsJson } from "./to-evals-json.ts";

/** Prints the results and writes the page; returns the exit code. */
export async function reportEvals(evaluated: EvaluationResult, evaluation: Evaluation): Promise<number> {
  const { io, options, place } = evaluation;
  const folder = evaluated.outputs?.iterationFolder ?? place.workspace;
  const page = await writeReport({ fs: place.fs, folder, file: join(folder, "report.html") });
  const names = createPathNames(new Map(), io);
  if (options.json) await io.out(toEvalsJson({ evaluated, evaluation, page }));
  else await io.out(formatEvals(evaluated, evaluation, { page: page && names.short(page) }));
  const whyNot = explainEnd(evaluated, evaluation);
  if (whyNot !== undefined) await io.err(`skillwright eval: ${whyNot}\n`);
  return interruptedExitCode(io) ?? codeOf(evaluated, evaluation);
}

function codeOf(evaluated: EvaluationResult, { options }: Evaluation): number {
  const { outputs, triggers } = evaluated;
  const isWhole = (outputs?.isComplete ?? true) && (triggers?.missing ?? 0) === 0;
  const hasFaults =
    (outputs?.failed.some(({ status }) => status === "failed") ?? false) ||
    (triggers?.faults.length ?? 0) > 0;
  if (!isWhole && hasFaults && nothingDone(evaluated)) return exitCode.environment;
  return isWhole && !isBelow(evaluated, options.failUnder) ? exitCode.ok : exitCode.findings;
}

function nothingDone({ outputs, triggers }: EvaluationResult): boolean {
  const graded = outputs?.runs.some(({ status }) => status === "graded") ?? false;
  return !graded && !(triggers?.results.some(({ runs }) => runs > 0) ?? false);
}

/** Whether the pass rate of the outputs or of the queries is below the bound. */
function isBelow({ outputs, triggers }: EvaluationResult, bound: number | undefined): boolean {
  if (bound === undefined) return false;
  const rates = ratesOf({ outputs, triggers });
  // If nothing was graded, nothing has passed.
  return rates.length === 0 || rates.some((rate) => rate < bound);
}

function ratesOf({ outputs, triggers }: Pick<EvaluationResult, "outputs" | "triggers">): readonly number[] {
  const rate = outputs?.benchmark.summary.with_skill?.passRate?.mean;
  const { total = 0, passed = 0 } = triggers?.metrics ?? {};
  return [...(rate === undefined ? [] : [rate]), ...(total === 0 ? [] : [passed / total])];
}

/** Why results are missing; undefined when they are complete. */
function explainEnd(evaluated: EvaluationResult, { options, models }: Evaluation): string | undefined {
  const { outputs, triggers, isSpent } = evaluated;
  const uncompared = outputs?.comparisons.filter(({ comparison }) => comparison === undefined) ?? [];
  const missing = (outputs?.failed.length ?? 0) + uncompared.length + (triggers?.missing ?? 0);
  if (isSpent)
    return `--max-cost reached; ${countOf(missing, "run")} left. Finished runs are saved: run the command again to continue.`;
  if (missing > 0) {
    const reason =
      outputs?.stopped ??
      outputs?.failed[0]?.reason ??
      uncompared[0]?.reason ??
      triggers?.faults[0]?.message ??
      "stopped";
    return `${missing} of the runs have no result: ${oneLine(reason)} Finished runs are saved: run the command again to continue.`;
  }
  const { failUnder } = options;
  if (failUnder === undefined || !isBelow(evaluated, failUnder)) return undefined;
  const rates = ratesOf(evaluated);
  if (rates.length === 0) return `nothing was graded, so --fail-under ${failUnder} is not met.`;
  // Rounded down: 79.6 is below 80.
  return `${Math.floor(Math.min(...rates) * 100)} % passed with ${models.agent.label}, below --fail-under ${failUnder}.`;
}

/** Writes the page of an iteration and returns its path; undefined when there are no results yet. */
export async function writeReport({
  fs,
  folder,
  file,
}: {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly file: string;
}): Promise<string | undefined> {
  const data = readWorkspace(fs, folder);
  if (!hasResults(data)) return undefined;
  // Replace a link instead of following it: it may come with the folder.
  fs.write(file, new TextEncoder().encode(toReportPage(data)), { replacesLink: true });
  return file;
}
