import {
  type JsonObject,
  type OptimisationResult,
  type QuerySplit,
  type TriggerQuery,
  toOptimisationText,
} from "@skillwright/core";
import { triggerFiles } from "./trigger-files.ts";
import type { OptimisationRequest } from "./trigger-request.ts";
import { writeText } from "./write-text.ts";

type Place = Pick<OptimisationRequest, "fs" | "workspace">;

/** Writes which queries guide the search, and which choose among what it finds. */
export function writeSplit({ fs, workspace }: Place, { train, validation }: QuerySplit): void {
  writeText(fs, `${workspace}/${triggerFiles.train}`, toQueriesText(train));
  writeText(fs, `${workspace}/${triggerFiles.validation}`, toQueriesText(validation));
}

/** Writes run_loop's `results.json`. */
export function writeOptimisation({ fs, workspace }: Place, result: OptimisationResult): void {
  writeText(fs, `${workspace}/${triggerFiles.optimisation}`, toOptimisationText(result));
}

/** Writes what was asked and answered, as improve_description names it, for the iteration that it came of. */
export function writeImprovementLog({ fs, workspace }: Place, iteration: number, log: JsonObject): void {
  const path = `${workspace}/${triggerFiles.logs}/improve_iter_${iteration}.json`;
  writeText(fs, path, toText({ iteration, ...log }));
}

function toQueriesText(queries: readonly TriggerQuery[]): string {
  return toText(queries.map(({ query, shouldTrigger }) => ({ query, should_trigger: shouldTrigger })));
}

function toText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
