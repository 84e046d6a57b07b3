import { nodeSha256 } from "@skillwright/core/node";
import type { EvalConfiguration, EvalRun, EvalStatement, EvalTask } from "./eval-plan.ts";
import type { EvalRequest } from "./eval-request.ts";

/** Raised when what agents or judges are told has changed, so that results from before do not count as the same. */
const version = 1;

/** Of all that a run depends on. */
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
    // Not the configuration's name: a version that is the old one now was the new one once.
    skills: configuration.digests,
  });
}

type RunToKey = {
  readonly task: EvalTask;
  readonly configuration: EvalConfiguration;
  readonly run: number;
};

/** Of all that the grades of a run depend on, beyond the run. */
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

/** Of all that a comparison depends on; `runs` are the keys of A and B. */
export function comparisonKey(
  { judgeLabel }: EvalRequest,
  { prompt, expectedOutput }: EvalTask,
  runs: readonly [A: string, B: string],
): string {
  return keyOf("comparison", { prompt, expectedOutput, runs, judgeLabel });
}

/** Of all that an iteration depends on. */
export function planKey(
  { dialect, blind, fresh, seed, judgeLabel }: EvalRequest,
  runs: readonly Pick<EvalRun, "task" | "configuration" | "key" | "gradingKey">[],
): string {
  // With their places: an eval that has another name now is another folder.
  const keys = runs.map((run) => [run.task.folder, run.configuration.name, run.key, run.gradingKey]);
  return keyOf("plan", { dialect, blind: blind ? [seed, judgeLabel] : null, fresh, keys });
}

function keyOf(kind: string, value: object): string {
  return nodeSha256(new TextEncoder().encode(JSON.stringify([kind, version, value])));
}

/** What an agent is told: the prompt, and which files are there for it. */
export function taskText({ prompt, files }: Pick<EvalTask, "prompt" | "files">): string {
  if (files.length === 0) return prompt;
  return `${prompt}\n\nFiles for this task, in your folder: ${files.map(({ to }) => to).join(", ")}`;
}
