import type { LoadedSkill } from "@skillwright/core/discover";
import { createNodeFileSystem } from "@skillwright/core/node";
import { type Invocation, UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { type EvalModels, openEvalModels } from "./eval-models.ts";
import { type EvalOptions, readEvalOptions } from "./eval-options.ts";
import { type EvalPaths, resolveEvalPaths } from "./eval-place.ts";
import { findEvaluatedSkill } from "./find-evaluated-skill.ts";
import { type OpenedHost, openTrialHost } from "./open-trial-host.ts";

/** The context of an evaluation. */
export type Evaluation = {
  readonly invocation: Invocation;
  readonly io: Io;
  readonly options: EvalOptions;
  readonly models: EvalModels;
  readonly place: EvalPaths;
  readonly skill: LoadedSkill;
  readonly opened: OpenedHost;
};

/** Validates the whole invocation before anything is spent; undefined when the skill is not available. */
async function openEvaluation(invocation: Invocation, io: Io): Promise<Evaluation | undefined> {
  const options = await readEvalOptions(invocation);
  const skill = await findEvaluatedSkill(invocation, io);
  if (skill === undefined) return undefined;
  const models = await openEvalModels(invocation, options, io);
  if (options.maxCost !== undefined) requirePrices(models);
  const place = resolveEvalPaths(skill, options.workspace, { fs: createNodeFileSystem(), io });
  const evaluation = { invocation, io, options, models, place, skill };
  return { ...evaluation, opened: await openTrialHost(evaluation) };
}

/** `--max-cost` cannot be enforced without prices. */
function requirePrices({ agent, judge }: EvalModels): void {
  const unpriced = [agent, ...(judge ? [judge] : [])].find(({ model, price }) => !price(model.modelId));
  if (unpriced)
    throw new UsageError(`--max-cost cannot be enforced: the price of ${unpriced.label} is unknown.`);
}

/** Opens an evaluation, acts on it, and closes its audit log; refused when the skill is not available. */
export async function withEvaluation(
  invocation: Invocation,
  io: Io,
  act: (evaluation: Evaluation) => Promise<number>,
): Promise<number> {
  const evaluation = await openEvaluation(invocation, io);
  if (evaluation === undefined) return exitCode.refused;
  try {
    return await act(evaluation);
  } finally {
    await evaluation.opened.close();
  }
}
