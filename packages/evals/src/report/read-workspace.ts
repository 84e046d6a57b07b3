import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { compact, cutEnd } from "@skillwright/core/text";
import { aggregate } from "../formats/aggregate.ts";
import { type Benchmark, type Metric, readBenchmark, rolesOf } from "../formats/benchmark.ts";
import { compareBenchmarks } from "../formats/compare-benchmarks.ts";
import type { EvalDialect } from "../formats/evals-json.ts";
import { readFeedback } from "../formats/feedback.ts";
import { pairRuns, type Significance, significance } from "../formats/significance.ts";
import { iterationNumber, workspaceFiles } from "../formats/workspace.ts";
import { type OpenFolder, openFolder } from "./open-folder.ts";
import { type MeasuredRun, readRunResults } from "./read-run-results.ts";
import { readTriggerFiles } from "./read-trigger-files.ts";
import type { EvalReportData, ReportConfiguration } from "./report-data.ts";
import { feedbackDialectOf } from "./save-feedback.ts";
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
    ...compact({ iteration: place.number, skillName }),
    ...about,
    configurations,
    benchmark,
    significance: measureDifferences(benchmark),
    evals: toReportEvals(inside, measured, configurations),
    ...compact({ previous }),
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
    ...compact({ model }),
    ...(metadata?.analyzerModel === undefined ? {} : { judge: metadata.analyzerModel }),
    ...compact({ timestamp }),
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
  return /^(.+)-workspace$/s.exec((workspace ?? folder).split("/").at(-1) ?? "")?.[1];
}

/** The configurations of a benchmark: the subject, its baseline, then the others by name. */
export function configurationsOf({
  runs,
  summary,
}: Pick<Benchmark, "runs" | "summary">): readonly ReportConfiguration[] {
  const names = new Set([...Object.keys(summary), ...runs.map(({ configuration }) => configuration)]);
  const { subject, baseline } = rolesOf(names);
  const roleOf = (name: string): ReportConfiguration["role"] => {
    if (name === subject) return "subject";
    return name === baseline ? "baseline" : "other";
  };
  return [...names]
    .map((name) => ({ name, label: labelOf(name), role: roleOf(name) }))
    .toSorted(
      (one, other) => roles.indexOf(one.role) - roles.indexOf(other.role) || (one.name < other.name ? -1 : 1),
    );
}

const roles: readonly ReportConfiguration["role"][] = ["subject", "baseline", "other"];

const labels: ReadonlyMap<string, string> = new Map([
  ["with_skill", "With skill"],
  ["without_skill", "Without skill"],
  ["new_skill", "New version"],
  ["old_skill", "Old version"],
]);

function labelOf(name: string): string {
  return labels.get(name) ?? name.replaceAll("_", " ");
}

/** The folders that a report covers. */
type FoundIteration = {
  readonly folder: string;
  /** Absent when the folder is not named `iteration-N`. */
  readonly number?: number;
  /** The folder of all iterations, with the files shared by them. */
  readonly workspace?: string;
  /** The previous iteration, if any. */
  readonly previous?: { readonly folder: string; readonly number: number };
};

/**
 * Finds the iteration for a folder: itself, or the last iteration inside. A folder without iterations counts as one.
 */
function findIteration(fs: FileSystem, folder: string): FoundIteration {
  const own = cutEnd(folder, /\//);
  if (fs.stat(own)?.kind !== "directory") throw refuse(own, "not a folder");
  const inside = iterationsIn(fs, own);
  const last = inside.at(-1);
  if (last !== undefined) return toFound(own, inside, last);
  const [, parent = "", name = ""] = /^(.*)\/([^/]+)$/.exec(own) ?? [];
  const number = iterationNumber(name);
  if (number !== undefined) return toFound(parent, iterationsIn(fs, parent), number);
  return { folder: own };
}

function toFound(workspace: string, numbers: readonly number[], number: number): FoundIteration {
  const before = numbers.filter((other) => other < number).at(-1);
  const folderOf = (one: number): string => `${workspace}/iteration-${one}`;
  return {
    folder: folderOf(number),
    number,
    workspace,
    ...(before === undefined ? {} : { previous: { folder: folderOf(before), number: before } }),
  };
}

function iterationsIn(fs: FileSystem, folder: string): readonly number[] {
  return fs
    .list(folder)
    .flatMap(({ name, kind }) => (kind === "directory" ? (iterationNumber(name) ?? []) : []))
    .toSorted((one, other) => one - other);
}

function refuse(folder: string, reason: string): SkillError {
  return new SkillError("option-invalid", { name: "folder", reason: `${folder}: ${reason}` });
}
