import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import type { Grading } from "../formats/grading.ts";
import { testHost } from "../testing/test-suite.ts";
import type { EvalHost, EvalOutcome, RunOutcome } from "./eval-outcome.ts";
import type { EvalPlan, EvalRequest } from "./eval-plan.ts";

import { planEvals } from "./plan-evals.ts";
import { runEvals } from "./run-evals.ts";
import {
  createColorModel,
  type FileTexts,
  usualFiles,
  usualRequest,
  writeFiles,
} from "./test-eval-models.ts";

/** A skill with evals in its own folder, and functions to run them. */
export type EvalBench = {
  readonly directory: string;
  readonly workspace: string;
  write(files: FileTexts): void;
  plan(more?: Partial<EvalRequest>): Promise<EvalPlan>;
  run(more?: Partial<EvalRequest>, host?: Partial<EvalHost>): Promise<EvalOutcome>;
  /** Paths of all files in the workspace. */
  files(): readonly string[];
  /** A file of the workspace. */
  read(path: string): string;
};

export function createBench(files: FileTexts = {}): EvalBench {
  const directory = join(createTestFolder(), "tried");
  const request = usualRequest(directory);
  const { workspace } = request;
  writeFiles(directory, { ...usualFiles, ...files });
  const plan: EvalBench["plan"] = (more = {}) => planEvals({ ...request, ...more });
  return {
    directory,
    workspace,
    write: (changed) => writeFiles(directory, changed),
    plan,
    run: async (more = {}, host = {}) => {
      const judgeLabel = host.judge?.label;
      const planned = await plan({ ...(judgeLabel === undefined ? {} : { judgeLabel }), ...more });
      return runEvals(planned, { ...testHost, model: createColorModel(), jobs: 1, ...host });
    },
    files: () => listFiles(workspace),
    read: (path) => readFileSync(join(workspace, path), "utf8"),
  };
}

function listFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

/** The grading of a run; undefined when it has none. */
export function gradingIn(run: RunOutcome | undefined): Grading | undefined {
  return run?.status === "graded" ? run.grading : undefined;
}
