import {
  findValue,
  number,
  readBoolean,
  readMap,
  readMaps,
  readNumber,
  readText,
  type Shape,
  text,
  type YamlMap,
  type YamlNode,
} from "@skillwright/core/parse";
import { compact } from "@skillwright/core/text";
import { checkNumber } from "../testing/check-values.ts";
import { type EvalRead, type ReadEvalFile, readResultFile, record, toJsonText } from "./read-eval-file.ts";
import {
  checkTriggerRow,
  measureTriggers,
  readTriggerRow,
  type TriggerResult,
  toTriggerRow,
  triggerRowsOf,
  triggerRowsShape,
} from "./trigger-results.ts";

/** The search for a better description: run_loop's `results.json`. */
export type OptimizationResult = {
  /** Absent when the file's exit reason is unknown. */
  readonly exit?: OptimizationExit;
  readonly originalDescription: string;
  readonly bestDescription: string;
  /** Share of the queries held back for validation, from 0 to 1. */
  readonly holdout: number;
  readonly iterations: readonly OptimizationIteration[];
};

/**
 * Why the search ended, and at which iteration. `no-description`: the model produced no usable one; `failing`: the
 * model could not be called.
 */
type OptimizationExit = { readonly reason: ExitReason; readonly iteration: number };

export type ExitReason = (typeof exitReasons)[number];
export const exitReasons = ["all-passed", "max-iterations", "no-description", "failing", "aborted"] as const;

/** The measurements of one description. */
export type OptimizationIteration = {
  /** Counted from 1. */
  readonly iteration: number;
  readonly description: string;
  /** Results for the queries whose failures guide the next description. */
  readonly train: readonly TriggerResult[];
  /** Results for the queries that the description writer never sees; empty when none were held back. */
  readonly validation: readonly TriggerResult[];
};

/** Reads run_loop's `results.json`. */
export function readOptimization(source: string, file: string): ReadEvalFile<OptimizationResult> {
  return readResultFile(source, file, { shape: optimizationShape, read: readOptimizationNode });
}

/** Without a holdout, the validation rows are null. */
const rowsOrNull: Shape = { type: "either", of: [triggerRowsShape, { type: "choice", of: ["null"] }] };

const optimizationShape: Shape = record(
  {
    exit_reason: text,
    original_description: text,
    best_description: text,
    holdout: number,
    history: {
      type: "list",
      item: record(
        {
          iteration: number,
          description: text,
          train_results: triggerRowsShape,
          test_results: rowsOrNull,
          results: triggerRowsShape,
        },
        ["iteration", "description"],
      ),
    },
  },
  ["original_description", "history"],
);

function readOptimizationNode(node: YamlNode): EvalRead<OptimizationResult> {
  const map = readMap(node);
  const history = readMaps(map, "history");
  const iterations = history.map(readIteration);
  const original = readText(findValue(map, "original_description")) ?? "";
  return {
    value: compact<OptimizationResult>({
      exit: readExit(readText(findValue(map, "exit_reason")) ?? ""),
      originalDescription: original,
      bestDescription:
        readText(findValue(map, "best_description")) ?? pickBest(iterations)?.description ?? original,
      holdout: readNumber(findValue(map, "holdout")) ?? 0,
      iterations,
    }),
    complaints: [
      ...checkNumber(findValue(map, "holdout"), "holdout", {
        holds: (share) => share >= 0 && share < 1,
        expected: "a number from 0 to less than 1",
      }),
      ...history.flatMap((row, index) =>
        [trainKey(row), "test_results"].flatMap((key) =>
          triggerRowsOf(findValue(row, key)).flatMap((one, place) =>
            checkTriggerRow(one, `history[${index}].${key}[${place}]`),
          ),
        ),
      ),
    ],
  };
}

/** `all_passed (iteration 3)` or `max_iterations (5)`. */
function readExit(words: string): OptimizationExit | undefined {
  const [, name = "", iteration] = /^([a-z_]+) \((?:iteration )?(\d{1,9})\)$/.exec(words) ?? [];
  const reason = exitReasons.find((known) => known === name.replaceAll("_", "-"));
  return reason && { reason, iteration: Number(iteration) };
}

function readIteration(row: YamlMap): OptimizationIteration {
  return {
    iteration: readNumber(findValue(row, "iteration")) ?? 0,
    description: readText(findValue(row, "description")) ?? "",
    train: readResults(findValue(row, trainKey(row))),
    validation: readResults(findValue(row, "test_results")),
  };
}

/** Older files, from before the split, have only `results`. */
function trainKey(row: YamlMap): "train_results" | "results" {
  return findValue(row, "train_results") ? "train_results" : "results";
}

function readResults(node: YamlNode | undefined): readonly TriggerResult[] {
  return triggerRowsOf(node).map((row) => {
    const judged = readTriggerRow(row, {});
    // The stated verdict decided which description was best, so it overrides the threshold.
    return { ...judged, pass: readBoolean(findValue(row, "pass")) ?? judged.pass };
  });
}

/** The text of `results.json` as run_loop writes it, with everything that tool's page reads. */
export function toOptimizationText(result: OptimizationResult): string {
  const { exit, originalDescription, bestDescription, holdout, iterations } = result;
  // Two iterations may have tried the same description.
  const best = pickBest(iterations.filter(({ description }) => description === bestDescription));
  const train = scoreOf(best?.train ?? []);
  const validation = best && best.validation.length > 0 ? scoreOf(best.validation) : null;
  return toJsonText({
    exit_reason: exit ? toExitText(exit) : "unknown",
    original_description: originalDescription,
    best_description: bestDescription,
    best_score: validation ?? train,
    best_train_score: train,
    best_test_score: validation,
    final_description: iterations.at(-1)?.description ?? originalDescription,
    iterations_run: iterations.length,
    holdout,
    train_size: iterations[0]?.train.length ?? 0,
    test_size: iterations[0]?.validation.length ?? 0,
    history: iterations.map(toHistoryRow),
  });
}

function toExitText({ reason, iteration }: OptimizationExit): string {
  if (reason === "max-iterations") return `max_iterations (${iteration})`;
  return `${reason.replaceAll("-", "_")} (iteration ${iteration})`;
}

function scoreOf(results: readonly TriggerResult[]): string {
  const { passed, total } = measureTriggers(results);
  return `${passed}/${total}`;
}

function toHistoryRow({ iteration, description, train, validation }: OptimizationIteration): object {
  const held = validation.length > 0 ? countsOf(validation) : undefined;
  const counts = countsOf(train);
  return {
    iteration,
    description,
    train_passed: counts.passed,
    train_failed: counts.failed,
    train_total: counts.total,
    train_results: counts.results,
    test_passed: held?.passed ?? null,
    test_failed: held?.failed ?? null,
    test_total: held?.total ?? null,
    test_results: held?.results ?? null,
    // Repeated under the older names, from before the split.
    ...counts,
  };
}

function countsOf(results: readonly TriggerResult[]) {
  const { passed, failed, total } = measureTriggers(results);
  return { passed, failed, total, results: results.map(toTriggerRow) };
}

/**
 * The iteration with the most validation passes, or training passes when nothing was held back; undefined without
 * iterations. Ties go to the earliest, so that a tie does not replace the author's text.
 */
export function pickBest(iterations: readonly OptimizationIteration[]): OptimizationIteration | undefined {
  return iterations.toSorted(
    (one, other) => passesOf(other) - passesOf(one) || one.iteration - other.iteration,
  )[0];
}

function passesOf({ train, validation }: OptimizationIteration): number {
  return measureTriggers(validation.length > 0 ? validation : train).passed;
}
