import type { FileSystem } from "@skillwright/core/discover";
import { compact } from "@skillwright/core/text";
import { type OptimizationResult, readOptimization } from "../formats/optimization-result.ts";
import type { ReadEvalFile } from "../formats/read-eval-file.ts";

import { readTriggerResults, type TriggerResults } from "../formats/trigger-results.ts";
import { type OpenFolder, openFolder } from "./open-folder.ts";
import type { ReportProblem } from "./report-data.ts";

export type TriggerFiles = {
  readonly triggers?: TriggerResults;
  readonly optimization?: OptimizationResult;
  /** Problems of files next to the iterations; those inside are reported elsewhere. */
  readonly problems: readonly ReportProblem[];
};

/** Reads the trigger results: from the iteration, or else from the workspace. */
export function readTriggerFiles(
  fs: FileSystem,
  iteration: OpenFolder,
  workspace: string | undefined,
): TriggerFiles {
  const beside =
    workspace === undefined
      ? undefined
      : openFolder(fs, workspace, { skips: (name) => /^(?:iteration-\d+|skill-snapshot)$/.test(name) });
  const read = <Value>(name: string, reader: (source: string, file: string) => ReadEvalFile<Value>) => {
    for (const folder of [iteration, beside]) {
      const path = folder && lastNamed(folder, name);
      const value = path === undefined ? undefined : folder?.readJson(path, reader);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const triggers = read("trigger_results.json", readTriggerResults);
  const optimization = read("results.json", readOptimization);
  return {
    ...compact({ triggers, optimization }),
    problems: (beside?.problems ?? []).map(({ file, message }) => ({ file: `../${file}`, message })),
  };
}

/** Tools number or date their folders; the last one wins. Ignores the outputs of runs. */
function lastNamed({ files }: OpenFolder, name: string): string | undefined {
  return [...files.keys()]
    .filter(
      (path) =>
        `/${path}`.endsWith(`/${name}`) && !/(?:^|\/)(?:eval-[^/]+|outputs|logs|skill-snapshot)\//.test(path),
    )
    .toSorted(byNumbers.compare)
    .at(-1);
}

const byNumbers: Intl.Collator = new Intl.Collator("en", { numeric: true });
