import type { TrialUsage } from "../trials/trial.ts";
import type { EvalEstimate, EvalRun } from "./eval-plan.ts";
import type { SavedRun } from "./saved-results.ts";

export type EvalWork = {
  readonly runs: readonly EvalRun[];
  readonly comparisons: number;
  readonly hasJudge: boolean;
};

/** Estimates the remaining work from the mean of earlier runs in the workspace, or from typical values. */
export function estimateEvals(
  { runs, comparisons, hasJudge }: EvalWork,
  kept: readonly SavedRun[],
): EvalEstimate {
  const ahead = runs.filter(({ state }) => state === "new");
  const judged = hasJudge ? runs.filter(needsJudge).length : 0;
  const sides = new Set(ahead.map(({ configuration }) => configuration.name));
  const means = new Map([...sides].map((side) => [side, meanRun(ofSide(kept, side))]));
  const agents = ahead.flatMap(({ configuration }) => means.get(configuration.name) ?? []);
  const judge = times(meanJudge(kept), judged);
  const comparing = times(usual.comparison, comparisons);
  const agent = agents.reduce(add, nothing);
  return {
    agentRuns: ahead.length,
    // Every remaining run makes at least one call, whatever the earlier runs recorded.
    agentCalls: Math.max(ahead.length, Math.round(agents.reduce((sum, { calls }) => sum + calls, 0))),
    judgeCalls: judged,
    comparisonCalls: comparisons,
    inputTokens: Math.round(agent.input + judge.input + comparing.input),
    outputTokens: Math.round(agent.output + judge.output + comparing.output),
    judgeInputTokens: Math.round(judge.input + comparing.input),
    judgeOutputTokens: Math.round(judge.output + comparing.output),
    basis: ahead.length > 0 && kept.length > 0 ? "measured" : "assumed",
  };
}

/** Typical use of an agent with a few files and four tools, and of a judge with five statements; rounded up. */
const usual = {
  run: { calls: 8, input: 60_000, output: 3000 },
  judge: { input: 8000, output: 1000 },
  comparison: { input: 6000, output: 1500 },
} as const;

const nothing: Tokens = { input: 0, output: 0 };

function needsJudge({ state, task }: EvalRun): boolean {
  return state !== "kept" && task.statements.some(({ check }) => check.by === "judge");
}

/** Earlier runs of the same configuration, or of any when there are none. */
function ofSide(kept: readonly SavedRun[], side: string): readonly SavedRun[] {
  const own = kept.filter(({ folder }) => folder.split("/").at(-2) === side);
  return own.length > 0 ? own : kept;
}

function meanRun(kept: readonly SavedRun[]): Tokens & { readonly calls: number } {
  if (kept.length === 0) return usual.run;
  const calls = kept.reduce((sum, { record }) => sum + record.steps, 0) / kept.length;
  return { ...meanTokens(kept.map(({ record }) => record.usage)), calls };
}

function meanJudge(kept: readonly SavedRun[]): Tokens {
  const judged = kept.map(({ record }) => record.judgeUsage).filter((usage) => usage.length > 0);
  return judged.length === 0 ? usual.judge : meanTokens(judged);
}

function meanTokens(usages: readonly (readonly TrialUsage[])[]): Tokens {
  return times(usages.map(sumTokens).reduce(add, nothing), 1 / usages.length);
}

function times({ input, output }: Tokens, factor: number): Tokens {
  return { input: input * factor, output: output * factor };
}

function add(one: Tokens, other: Tokens): Tokens {
  return { input: one.input + other.input, output: one.output + other.output };
}

type Tokens = { readonly input: number; readonly output: number };

/** Tokens of all models together; the input includes cached tokens. */
export function sumTokens(usage: readonly TrialUsage[]): Tokens {
  return usage.reduce(
    (sum, { inputTokens, outputTokens }) => ({
      input: sum.input + inputTokens,
      output: sum.output + outputTokens,
    }),
    { input: 0, output: 0 },
  );
}
