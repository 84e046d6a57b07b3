import type { JsonObject } from "@skillwright/core/text";
import { type OptimizationResult, toOptimizationText } from "../formats/optimization-result.ts";
import type { QuerySplit } from "../formats/trigger-queries.ts";

import type { TriggerQuery } from "../formats/trigger-results.ts";
import type { Workspace } from "../trials/refuse-links.ts";
import { triggerFiles } from "./trigger-files.ts";
import { writeText } from "./write-text.ts";

/** Writes the training and the validation queries. */
export function writeSplit(place: Workspace, { train, validation }: QuerySplit): void {
  writeText(place, triggerFiles.train, toQueriesText(train));
  writeText(place, triggerFiles.validation, toQueriesText(validation));
}

/** Writes run_loop's `results.json`. */
export function writeOptimization(place: Workspace, result: OptimizationResult): void {
  writeText(place, triggerFiles.optimization, toOptimizationText(result));
}

/** Writes the log of an iteration's improvement, in the format of improve_description. */
export function writeImprovementLog(place: Workspace, iteration: number, log: JsonObject): void {
  const name = `${triggerFiles.logs}/improve_iter_${iteration}.json`;
  writeText(place, name, toText({ iteration, ...log }));
}

function toQueriesText(queries: readonly TriggerQuery[]): string {
  return toText(queries.map(({ query, shouldTrigger }) => ({ query, should_trigger: shouldTrigger })));
}

function toText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
