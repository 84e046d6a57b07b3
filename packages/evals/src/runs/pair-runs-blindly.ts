import { nodeSha256 } from "@skillwright/core/node";
import { createRandom } from "../formats/statistics.ts";
import type { EvalRun, EvalTask } from "./eval-plan.ts";
import type { EvalRequest } from "./eval-request.ts";
import { comparisonKey } from "./keys.ts";

/** Two runs of one task, in the order the judge sees them. */
export type BlindPair = {
  readonly task: EvalTask;
  readonly run: number;
  readonly A: EvalRun;
  readonly B: EvalRun;
  /** Hash of everything the comparison depends on. */
  readonly key: string;
};

/** Pairs the runs of both sides in a random order that depends on the seed. */
export function pairForComparison(request: EvalRequest, runs: readonly EvalRun[]): readonly BlindPair[] {
  if (!request.blind) return [];
  const groups = Map.groupBy(runs, ({ task, run }) => JSON.stringify([task.folder, run]));
  return [...groups.values()].flatMap((group) => {
    const own = group.find(({ configuration }) => configuration.name === "with_skill");
    const other = group.find(({ configuration }) => configuration.name !== "with_skill");
    if (own === undefined || other === undefined) return [];
    const { task, run } = own;
    const [A, B] = isSwapped(request.seed, own) ? [other, own] : [own, other];
    return [{ task, run, A, B, key: comparisonKey(request, task, [A.key, B.key]) }];
  });
}

function isSwapped(seed: number, { task, run }: EvalRun): boolean {
  const text = JSON.stringify([seed, task.folder, run]);
  const drawn = Number.parseInt(nodeSha256(new TextEncoder().encode(text)).slice(0, 8), 16);
  return createRandom(drawn)() < 0.5;
}
