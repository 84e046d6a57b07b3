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
import type { TriggerResult } from "./judge-trigger.ts";
import {
  exitReasons,
  type OptimisationExit,
  type OptimisationIteration,
  type OptimisationResult,
} from "./optimisation-result.ts";
import { pickBest } from "./pick-best.ts";
import type { EvalRead, ReadEvalFile } from "./read-eval-file.ts";
import { readResultFile } from "./read-result-file.ts";
import { record } from "./record.ts";
import { checkTriggerRow, readTriggerRow, triggerRowsOf, triggerRowsShape } from "./trigger-rows.ts";

/** Reads run_loop's `results.json`. */
export function readOptimisation(source: string, file: string): ReadEvalFile<OptimisationResult> {
  return readResultFile(source, file, { shape, read });
}

/** Without a holdout, the validation rows are null. */
const rowsOrNull: Shape = { type: "either", of: [triggerRowsShape, { type: "choice", of: ["null"] }] };

const shape: Shape = record(
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

function read(node: YamlNode): EvalRead<OptimisationResult> {
  const map = readMap(node);
  const history = readMaps(map, "history");
  const iterations = history.map(readIteration);
  const original = readText(findValue(map, "original_description")) ?? "";
  return {
    value: compact<OptimisationResult>({
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
function readExit(words: string): OptimisationExit | undefined {
  const [, name = "", iteration] = /^([a-z_]+) \((?:iteration )?(\d{1,9})\)$/.exec(words) ?? [];
  const reason = exitReasons.find((known) => known === name.replaceAll("_", "-"));
  return reason && { reason, iteration: Number(iteration) };
}

function readIteration(row: YamlMap): OptimisationIteration {
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
