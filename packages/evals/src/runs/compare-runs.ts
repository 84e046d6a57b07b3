import { nodeSha256 } from "@skillwright/core/node";
import { compact } from "@skillwright/core/text";
import type { Comparison } from "../formats/comparison.ts";
import { createRandom } from "../formats/statistics.ts";
import { readComparison, toComparisonRequest } from "../judging/compare-outputs.ts";
import { boundaryFor, type Consulted, consultModel } from "../judging/consult-model.ts";
import { toMaterial } from "../judging/to-material.ts";
import type { ComparisonOutcome, EvalJudge } from "./eval-outcome.ts";
import type { EvalRequest, EvalRun, EvalTask } from "./eval-plan.ts";
import type { EvalSession } from "./eval-session.ts";
import { callJudge } from "./grade-run.ts";
import { comparisonKey } from "./keys.ts";
import { comparisonFile, type SavedComparison, toSavedComparisonText, winnerOf } from "./run-files.ts";
import { readSavedTrial } from "./saved-results.ts";

/** Asks the judge which of two outputs is better. The judge sees neither names nor transcripts. */
export async function compareRuns(
  pair: BlindPair,
  known: SavedComparison | undefined,
  session: EvalSession,
): Promise<ComparisonOutcome> {
  const { task, run, key } = pair;
  const sides = { A: pair.A.configuration.name, B: pair.B.configuration.name };
  const outcome = { task, run, sides, kept: known !== undefined };
  const asked: Consulted<Comparison> = known
    ? { ok: true, value: known.comparison, usage: [] }
    : await ask(pair, session);
  const { usage } = asked;
  if (!asked.ok) return { ...outcome, reason: asked.reason, spent: usage };
  const { value: comparison } = asked;
  const text = toSavedComparisonText({ key, comparison, sides, usage });
  const path = `${session.plan.iterationFolder}/${task.folder}/${comparisonFile(run)}`;
  session.host.fs.write(path, new TextEncoder().encode(text), { replacesLink: true });
  const winner = winnerOf(comparison, sides);
  return { ...outcome, comparison, spent: usage, ...compact({ winner }) };
}

async function ask({ task, A, B }: BlindPair, session: EvalSession): Promise<Consulted<Comparison>> {
  const { judge } = session.host;
  const outputs = { A: materialOf(A, session), B: materialOf(B, session) };
  if (judge === undefined || outputs.A === undefined || outputs.B === undefined)
    return { ok: false, reason: "At least one of the two outputs is missing.", usage: [] };
  return askFor({ judge, task, outputs: { A: outputs.A, B: outputs.B } }, session);
}

function materialOf({ folder }: EvalRun, { host }: EvalSession): string | undefined {
  const trial = readSavedTrial(host.fs, folder);
  return trial && toMaterial(trial, { parts: "outputs" });
}

type ToCompare = {
  readonly judge: EvalJudge;
  readonly task: BlindPair["task"];
  readonly outputs: { readonly A: string; readonly B: string };
};

function askFor({ judge, task, outputs }: ToCompare, session: EvalSession): Promise<Consulted<Comparison>> {
  const { prompt, expectedOutput } = task;
  const boundary = boundaryFor([prompt, expectedOutput, outputs.A, outputs.B]);
  const question = toComparisonRequest({ task: prompt, expectedOutput }, outputs, { boundary });
  const read = (answer: string): ReturnType<typeof readComparison> => readComparison(answer, outputs);
  return callJudge(judge, (asking) => consultModel({ question, boundary, read }, asking), session);
}

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
