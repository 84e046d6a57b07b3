import type { FileSystem } from "@skillwright/core/discover";
import { aggregate } from "../formats/aggregate.ts";
import { type Benchmark, type Metric, readBenchmark } from "../formats/benchmark.ts";
import { compareBenchmarks } from "../formats/compare-benchmarks.ts";
import type { EvalDialect } from "../formats/evals-json.ts";
import { readFeedback } from "../formats/feedback.ts";
import { pairRuns, type Significance, significance } from "../formats/significance.ts";

import { workspaceFiles } from "../formats/workspace.ts";
import { configurationsOf } from "./configurations-of.ts";
import { feedbackDialectOf } from "./feedback-dialect.ts";
import { type FoundIteration, findIteration } from "./find-iteration.ts";
import { type OpenFolder, openFolder } from "./open-folder.ts";
import { type MeasuredRun, readRunResults } from "./read-run-results.ts";
import { readTriggerFiles } from "./read-trigger-files.ts";
import type { EvalReportData } from "./report-data.ts";
import { toReportEvals } from "./to-report-evals.ts";

/**
 * Reads an iteration, or the last one of a workspace, in both dialects and layouts. Unreadable files become problems
 * of the report; throws `option-invalid` when it is not a folder.
 */
export function readWorkspace(fs: FileSystem, folder: string): EvalReportData {
  const place = findIteration(fs, folder);
  const inside = openFolder(fs, place.folder);
  const { benchmark, measured, dialect } = readIteration(inside);
  const about = describeRuns(benchmark, measured);
  const configurations = configurationsOf(benchmark);
  const { problems, ...triggers } = readTriggerFiles(fs, inside, place.workspace);
  const feedback = inside.readJson(workspaceFiles.feedback, readFeedback) ?? { reviews: [] };
  const skillName = benchmark.metadata?.skillName ?? triggers.triggers?.skillName ?? nameOf(place);
  const previous = readPrevious(fs, place, benchmark);
  return {
    folder: place.folder,
    dialect,
    ...(place.number === undefined ? {} : { iteration: place.number }),
    ...(skillName === undefined ? {} : { skillName }),
    ...about,
    configurations,
    benchmark,
    significance: measureDifferences(benchmark),
    evals: toReportEvals(inside, measured, configurations),
    ...(previous === undefined ? {} : { previous }),
    ...triggers,
    feedback,
    problems: [...inside.problems, ...problems],
  };
}

/** The command's default, so that the page and the terminal agree. */
const seed = 42;

type Iteration = {
  readonly benchmark: Benchmark;
  readonly measured: readonly MeasuredRun[];
  readonly dialect: EvalDialect;
};

function readIteration(inside: OpenFolder): Iteration {
  const stated = inside.readJson(workspaceFiles.benchmark, readBenchmark);
  const measured = readRunResults(inside, stated);
  const runs = measured.map(({ result }) => result);
  const benchmark = stated === undefined ? aggregate(runs) : { ...stated, runs };
  return { benchmark, measured, dialect: dialectOf(inside, stated) };
}

/** The dialect of existing feedback, else of the benchmark, else the one that matches the layout. */
function dialectOf(inside: OpenFolder, stated: Benchmark | undefined): EvalDialect {
  const feedback = inside.files.has(workspaceFiles.feedback)
    ? inside.readJson(workspaceFiles.feedback, feedbackDialectOf)
    : undefined;
  if (feedback !== undefined) return feedback;
  if (stated !== undefined)
    return stated.metadata !== undefined || stated.runs.length > 0 ? "skill-creator" : "guide";
  return [...inside.files.keys()].some((path) => /\/run-\d+\//.test(path)) ? "skill-creator" : "guide";
}

/** The model and time of the runs. The guide's benchmark lacks them, but the runs may have them. */
function describeRuns(
  { metadata }: Benchmark,
  measured: readonly MeasuredRun[],
): Pick<EvalReportData, "model" | "judge" | "timestamp"> {
  const model = metadata?.executorModel ?? measured.find(({ reported }) => reported?.model)?.reported?.model;
  const last = measured
    .flatMap(({ ended }) => ended ?? [])
    .toSorted()
    .at(-1);
  const timestamp = metadata?.timestamp ?? last;
  return {
    ...(model === undefined ? {} : { model }),
    ...(metadata?.analyzerModel === undefined ? {} : { judge: metadata.analyzerModel }),
    ...(timestamp === undefined ? {} : { timestamp }),
  };
}

function measureDifferences({ runs, summary }: Benchmark): EvalReportData["significance"] {
  const all: readonly Metric[] = ["passRate", "timeSeconds", "tokens"];
  return Object.fromEntries(
    all.flatMap((metric): readonly (readonly [Metric, Significance])[] => {
      const pairs = pairRuns(runs, metric);
      return pairs.length === 0 || Object.keys(summary).length < 2
        ? []
        : [[metric, significance(pairs, { seed })]];
    }),
  );
}

function readPrevious(
  fs: FileSystem,
  { previous }: FoundIteration,
  after: Benchmark,
): EvalReportData["previous"] {
  if (previous === undefined) return undefined;
  const { benchmark } = readIteration(openFolder(fs, previous.folder));
  if (Object.keys(benchmark.summary).length === 0) return undefined;
  return { iteration: previous.number, comparison: compareBenchmarks(benchmark, after, { seed }) };
}

/** `pdf` of `…/pdf-workspace`. */
function nameOf({ workspace, folder }: FoundIteration): string | undefined {
  return /([^/]+)-workspace$/.exec(workspace ?? folder)?.[1];
}
