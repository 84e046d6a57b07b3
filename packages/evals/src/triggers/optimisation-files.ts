import type { JsonObject } from "@skillwright/core/text";
import type { OptimisationResult } from "../formats/optimisation-result.ts";
import type { QuerySplit } from "../formats/split-queries.ts";
import { toOptimisationText } from "../formats/to-optimisation-text.ts";
import type { TriggerQuery } from "../formats/trigger-query.ts";
import type { Workspace } from "../trials/refuse-links.ts";
import { triggerFiles } from "./trigger-files.ts";
import { writeText } from "./write-text.ts";

/** Writes the training and the validation queries. */
export function writeSplit(place: Workspace, { train, validation }: QuerySplit): void {
  writeText(place, triggerFiles.train, toQueriesText(train));
  writeText(place, triggerFiles.validation, toQueriesText(validation));
}

/** Writes run_loop's `results.json`. */
export function writeOptimisation(place: Workspace, result: OptimisationResult): void {
  writeText(place, triggerFiles.optimisation, toOptimisationText(result));
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
