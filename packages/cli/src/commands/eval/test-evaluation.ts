import { createMemoryFileSystem } from "@skillwright/core/discover";
import type {
  EvalEstimate,
  EvalOutcome,
  EvalPlan,
  EvalRun,
  EvalTask,
  ReadyTriggers,
  RunOutcome,
  TriggerOutcome,
} from "@skillwright/evals";
import {
  aggregate,
  type EvalId,
  gradingOf,
  judgeTrigger,
  measureTriggers,
  type TrialUsage,
  toRunResult,
} from "@skillwright/evals";
import { parseInvocation } from "../../parse-invocation.ts";
import { createTestIo, createTestMachine, type TestIo, type TestIoOptions } from "../../test-io.ts";
import { evalCommand } from "./eval.ts";
import type { EvaluationResult } from "./evaluate-skill.ts";
import { type Evaluation, withEvaluation } from "./open-evaluation.ts";
import { evalFiles } from "./test-eval.ts";

export type TestEvaluation = Evaluation & { readonly io: TestIo };

/** The evaluation of a small skill as the command opens it, by models that are never asked. */
export async function openTestEvaluation(
  words: readonly string[] = ["--offline"],
  options: TestIoOptions = {},
): Promise<TestEvaluation> {
  const { folder } = createTestMachine(evalFiles);
  const io = createTestIo({
    cwd: `${folder}/repo`,
    place: { home: `${folder}/home`, dataFolder: `${folder}/data`, cacheFolder: `${folder}/cache` },
    environment: { ANTHROPIC_API_KEY: "key-of-a-test" },
    ...options,
  });
  const opened: Evaluation[] = [];
  await withEvaluation(parseInvocation(evalCommand, ["skills/greeter", ...words]), io, async (evaluation) =>
    opened.push(evaluation),
  );
  const [evaluation] = opened;
  if (evaluation === undefined) throw new Error("the skill is not there");
  // Earlier output, for instance about a sandbox, depends on the machine.
  io.written.err = "";
  return { ...evaluation, io };
}

export function testTask(id: EvalId, more: Partial<EvalTask> = {}): EvalTask {
  const task = {
    prompt: `Do task ${id}.`,
    expectedOutput: "",
    files: [],
    statements: [],
    timeoutSeconds: 60,
  };
  return { id, folder: `eval-${id}`, ...task, ...more };
}

export function testRun(configuration = "with_skill", more: Partial<EvalRun> = {}): EvalRun {
  const keys = { key: "", gradingKey: "", folder: "/w/iteration-1" };
  return {
    task: testTask(1),
    configuration: { name: configuration, digests: [] },
    run: 1,
    state: "new",
    ...keys,
    ...more,
  };
}

/** A run with passed and failed statements. */
export function testOutcome(
  planned: EvalRun,
  grades: Readonly<Record<string, boolean>>,
  more: Partial<Pick<RunOutcome, "kept" | "spent">> & { readonly unjudged?: number } = {},
): RunOutcome {
  const grading = gradingOf(Object.entries(grades).map(([text, passed]) => ({ text, passed, evidence: "" })));
  const finished = { trialStatus: "finished" as const, seconds: 1, kept: false, unjudged: 0 };
  return { planned, status: "graded", grading, ...finished, ...noUsage, ...more };
}

/** A run without grades. */
export function testFailure(
  planned: EvalRun,
  status: "ungraded" | "failed" | "skipped",
  reason: string,
): RunOutcome {
  const failure = { planned, reason, kept: false, ...noUsage };
  if (status === "ungraded") return { ...failure, status, trialStatus: "finished", seconds: 1 };
  return { ...failure, status };
}

const noUsage = { usage: [], judgeUsage: [], spent: [] };

export function testOutputs(runs: readonly RunOutcome[], more: Partial<EvalOutcome> = {}): EvalOutcome {
  const results = runs.flatMap((outcome) => {
    const { task, configuration, run } = outcome.planned;
    return outcome.status !== "graded"
      ? []
      : toRunResult({ evalId: task.id, configuration: configuration.name, run }, outcome.grading, {
          seconds: run * 10,
          tokens: run * 1000,
        });
  });
  return {
    iteration: 1,
    iterationFolder: "/w/iteration-1",
    benchmark: aggregate(results),
    runs,
    failed: runs.filter((run) => run.status !== "graded"),
    comparisons: [],
    notes: [],
    isComplete: true,
    ...more,
  };
}

type Query = readonly [query: string, shouldTrigger: boolean, triggers: number, runs?: number];

export function testTriggers(rows: readonly Query[], more: Partial<TriggerOutcome> = {}): TriggerOutcome {
  const results = rows.map(([query, shouldTrigger, triggers, runs = 3]) =>
    judgeTrigger({ query, shouldTrigger, triggers, runs }),
  );
  const nothing = { usage: [], faults: [], kept: 0, missing: 0 };
  return { status: "finished", results, metrics: measureTriggers(results), ...nothing, ...more };
}

export function testEvaluated(more: Partial<EvaluationResult>): EvaluationResult {
  return { outputs: undefined, triggers: undefined, spent: [], durationMs: 4000, isSpent: false, ...more };
}

export function testUsage(model: string, inputTokens: number, outputTokens: number): TrialUsage {
  return { model, inputTokens, cachedInputTokens: 0, outputTokens };
}

const place = {
  fs: createMemoryFileSystem({}),
  skill: { name: "greeter", directory: "/skills/greeter" },
  workspace: "/skills/greeter-workspace",
};

const noCalls: EvalEstimate = {
  ...{ agentRuns: 0, agentCalls: 0, judgeCalls: 0, comparisonCalls: 0 },
  ...{ inputTokens: 0, outputTokens: 0, judgeInputTokens: 0, judgeOutputTokens: 0 },
  basis: "assumed",
};

export function testPlan(
  runs: readonly EvalRun[],
  {
    estimate,
    ...more
  }: Partial<Omit<EvalPlan, "estimate">> & { readonly estimate?: Partial<EvalEstimate> } = {},
): EvalPlan {
  return {
    request: {
      ...place,
      ...{
        runs: 1,
        only: [],
        dialect: "skill-creator",
        modelLabel: "demo",
        blind: false,
        fresh: false,
        seed: 1,
      },
      baseline: { kind: "without" },
    },
    skill: place.skill,
    workspace: place.workspace,
    iteration: 1,
    iterationFolder: `${place.workspace}/iteration-1`,
    resumes: false,
    tasks: [...new Map(runs.map(({ task }) => [task.id, task])).values()],
    configurations: [...new Map(runs.map((run) => [run.configuration.name, run.configuration])).values()],
    runs,
    estimate: { ...noCalls, ...estimate },
    ...{ comparisons: 0, problems: [], notes: [], key: "", skipped: [] },
    ...more,
  };
}

export function testTriggerPlan(
  queries: readonly string[],
  { neighbors = 0, kept = 0, runs = 1, calls = 0 }: TriggerNumbers = {},
): ReadyTriggers {
  const source = { directory: "/skills/x", manifest: "", name: "x", description: "", isOffered: true };
  const asked = queries.map((query) => ({ query, shouldTrigger: true }));
  return {
    status: "ready",
    request: {
      fs: place.fs,
      skill: { ...place.skill, description: "Greets." },
      workspace: place.workspace,
      ...{ neighbors: [], runs, threshold: 0.5, rule: "above", maxSteps: 3, timeoutSeconds: 60 },
      ...{ modelLabel: "demo", fresh: false },
    },
    file: "evals/eval_queries.json",
    queries: asked,
    notes: [],
    sources: { skill: source, neighbors: Array.from({ length: neighbors }, () => source) },
    runs: asked.flatMap((query) =>
      Array.from({ length: runs }, (_, at) => ({ ...query, run: at + 1, key: "" })),
    ),
    kept,
    estimate: { trials: calls, calls, inputTokens: calls * 1000, outputTokens: calls * 100 },
  };
}

type TriggerNumbers = {
  readonly neighbors?: number;
  readonly kept?: number;
  readonly runs?: number;
  readonly calls?: number;
};
