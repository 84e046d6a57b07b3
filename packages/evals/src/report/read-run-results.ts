import { compact } from "@skillwright/core/text";
import { toRunResult } from "../formats/aggregate.ts";
import type { Benchmark, RunResult } from "../formats/benchmark.ts";
import type { EvalId } from "../formats/evals-json.ts";
import { type Grading, gradingOf, readGrading } from "../formats/grading.ts";
import { readTiming } from "../formats/run-measurements.ts";
import {
  type EvalMetadata,
  evalIdOf,
  type FoundRun,
  findRuns,
  readEvalMetadata,
  toSlug,
  workspaceFiles,
} from "../formats/workspace.ts";
import { evalsLimits } from "../limits.ts";
import { costOf } from "../models/cost.ts";
import { priceOf } from "../models/known-models.ts";
import { readRunRecord, runRecordFile } from "../runs/run-files.ts";
import type { TrialUsage } from "../trials/trial.ts";
import type { OpenFolder } from "./open-folder.ts";

/** A run found in the folder, or only in `benchmark.json`. */
export type MeasuredRun = {
  readonly result: RunResult;
  readonly found?: FoundRun;
  readonly metadata?: EvalMetadata;
  readonly grading?: Grading;
  readonly reported?: ReportedRun;
  /** End time, ISO 8601. */
  readonly ended?: string;
};

/** Reads all runs of an iteration. A run's own files take precedence over the benchmark. */
export function readRunResults(
  folder: OpenFolder,
  benchmark: Pick<Benchmark, "runs"> | undefined,
): readonly MeasuredRun[] {
  const stated = benchmark?.runs ?? [];
  const metadataOf = createMetadataReader(folder);
  // Reversed, so that the first of several wins.
  const backwards = stated.toReversed();
  const byKey = new Map(backwards.map((result) => [keyOf(result), result]));
  const byFolder = new Map(backwards.flatMap(toNamed));
  const measured = findRuns([...folder.files.keys()]).map((found) =>
    measure(folder, found, { byKey, byFolder, metadata: metadataOf(found) }),
  );
  const seen = new Set(measured.map(({ result }) => keyOf(result)));
  const others = stated.filter((result) => !seen.has(keyOf(result))).map((result) => ({ result }));
  return [...measured, ...others];
}

type Known = {
  readonly byKey: ReadonlyMap<string, RunResult>;
  readonly byFolder: ReadonlyMap<string, RunResult>;
  readonly metadata: EvalMetadata | undefined;
};

function measure(folder: OpenFolder, found: FoundRun, { byKey, byFolder, metadata }: Known): MeasuredRun {
  const grading = folder.readJson(`${found.folder}/${workspaceFiles.grading}`, readGrading);
  const timing = folder.readJson(`${found.folder}/${workspaceFiles.timing}`, readTiming);
  const named = byFolder.get(found.evalFolder);
  const evalId = metadata?.evalId ?? named?.evalId ?? evalIdOf(found.evalFolder);
  const evalName = metadata?.evalName ?? named?.evalName;
  const { configuration, run } = found;
  const own = toRunResult(
    { evalId, configuration, run, ...compact({ evalName }) },
    grading ?? gradingOf([]),
    timing,
  );
  const same = byKey.get(keyOf(own));
  return {
    // A run without its own grades takes its results from the benchmark.
    result: own.total === 0 ? { ...own, ...same } : { ...same, ...own },
    found,
    reported: readReportedRun(folder, found.folder),
    ...compact({ ended: timing?.executor?.end, metadata, grading }),
  };
}

/** Keyed by eval folder, for runs without `eval_metadata.json`. */
function toNamed(result: RunResult): readonly (readonly [string, RunResult])[] {
  return result.evalName === undefined ? [] : [[`eval-${toSlug(result.evalName)}`, result]];
}

function createMetadataReader(folder: OpenFolder): (found: FoundRun) => EvalMetadata | undefined {
  const read = new Map<string, EvalMetadata | undefined>();
  return (found) => {
    const parent = evalPathOf(found);
    if (!read.has(parent))
      read.set(parent, folder.readJson(`${parent}/${workspaceFiles.metadata}`, readEvalMetadata));
    return read.get(parent);
  };
}

/** The folder of a run's eval. */
export function evalPathOf({ folder, evalFolder }: FoundRun): string {
  return folder.slice(0, folder.indexOf(evalFolder) + evalFolder.length);
}

function keyOf({
  evalId,
  configuration,
  run,
}: {
  readonly evalId: EvalId;
  readonly configuration: string;
  readonly run: number;
}): string {
  return JSON.stringify([evalId, configuration, run]);
}

/** What the page shows of `run.json`, if present. */
type ReportedRun = {
  readonly model?: string;
  /** Dollars spent by the agent; absent when a price is unknown. */
  readonly cost?: number;
};

/** Other tools write no `run.json`, and one of another version is ignored. */
function readReportedRun(folder: OpenFolder, place: string): ReportedRun {
  const record = readRunRecord(
    folder.readText(`${place}/${runRecordFile}`, evalsLimits.evalResultCharacters) ?? "",
  );
  return record ? { model: record.model, ...compact({ cost: costOfAll(record.usage) }) } : {};
}

function costOfAll(usages: readonly TrialUsage[]): number | undefined {
  const costs = usages.flatMap((usage) => costOfUsage(usage) ?? []);
  const isKnown = costs.length === usages.length && costs.length > 0;
  return isKnown ? costs.reduce((sum, cost) => sum + cost, 0) : undefined;
}

function costOfUsage({ model, ...tokens }: TrialUsage): number | undefined {
  const price = priceOf(model.replace(/^[^/:]*[/:]/, ""));
  // Sums over many answers must not count as one long prompt.
  return (
    price && costOf(tokens, { input: price.input, cachedInput: price.cachedInput, output: price.output })
  );
}
