import { nodeSha256 } from "@skillwright/core/node";
import type { EvalConfiguration, EvalRequest, EvalRun, EvalStatement, EvalTask } from "./eval-plan.ts";

/** Increased when the prompts for agents or judges change, so that older results are not reused. */
const version = 1;

/** Hashes everything a run depends on. */
export function runKey(
  request: EvalRequest,
  { task, configuration, run }: Pick<RunToKey, "task" | "configuration" | "run">,
): string {
  const { modelLabel, activation = "person", maxSteps, surroundings } = request;
  return keyOf("run", {
    task: taskText(task),
    files: task.files.map(({ to, hash }) => [to, hash]),
    timeoutSeconds: task.timeoutSeconds,
    ...{ maxSteps, modelLabel, activation, surroundings, run },
    // Without the configuration's name: today's old version was once the new one.
    skills: configuration.digests,
  });
}

type RunToKey = {
  readonly task: EvalTask;
  readonly configuration: EvalConfiguration;
  readonly run: number;
};

/** Hashes everything the grades of a run depend on, beyond the run. */
export function gradingKey({ judgeLabel }: EvalRequest, task: EvalTask): string {
  const { prompt, expectedOutput, statements, evalCase } = task;
  const isJudged = statements.some(({ check }) => check.by === "judge");
  return keyOf("grading", {
    ...{ prompt, expectedOutput },
    statements: statements.map(({ text, check }: EvalStatement) => [text, check]),
    isCase: evalCase !== undefined,
    judge: isJudged ? judgeLabel : undefined,
  });
}

/** Hashes everything a comparison depends on; `runs` are the keys of A and B. */
export function comparisonKey(
  { judgeLabel }: EvalRequest,
  { prompt, expectedOutput }: EvalTask,
  runs: readonly [A: string, B: string],
): string {
  return keyOf("comparison", { prompt, expectedOutput, runs, judgeLabel });
}

/** Hashes everything an iteration depends on. */
export function planKey(
  { dialect, blind, fresh, seed, judgeLabel }: EvalRequest,
  runs: readonly Pick<EvalRun, "task" | "configuration" | "key" | "gradingKey">[],
): string {
  // Including the folders: a renamed eval has another folder.
  const keys = runs.map((run) => [run.task.folder, run.configuration.name, run.key, run.gradingKey]);
  return keyOf("plan", { dialect, blind: blind ? [seed, judgeLabel] : null, fresh, keys });
}

function keyOf(kind: string, value: object): string {
  return nodeSha256(new TextEncoder().encode(JSON.stringify([kind, version, value])));
}

/** The task for the agent: the prompt and its input files. */
export function taskText({ prompt, files }: Pick<EvalTask, "prompt" | "files">): string {
  if (files.length === 0) return prompt;
  return `${prompt}\n\nFiles for this task, in your folder: ${files.map(({ to }) => to).join(", ")}`;
}
