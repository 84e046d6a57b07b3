import type { EvalProgress, TriggerProgress } from "@skillwright/runtime/evals";
import type { Io } from "../io.ts";
import { formatCost } from "../models/cost.ts";
import { drawWhile } from "../terminal/draw-while.ts";
import { fitText } from "../terminal/fit-text.ts";
import { progressBar } from "../terminal/progress-bar.ts";

/** Tells how far evals are: a bar where somebody watches, a line for each result where not. */
export type EvalWatch = {
  outputs(progress: EvalProgress): void;
  triggers(progress: TriggerProgress): void;
  /** Waits for work, drawing meanwhile. */
  during<Value>(work: Promise<Value>): Promise<Value>;
};

export type WatchOptions = {
  readonly quiet: boolean;
  /** Dollars so far; undefined when not known. */
  readonly spent: () => number | undefined;
};

export function createEvalWatch(io: Io, { quiet, spent }: WatchOptions): EvalWatch {
  const started = io.now();
  let state = { done: 0, total: 1, latest: "" };
  const isDrawn = io.terminal.live && !quiet;
  const tell = (done: number, total: number, words: string): void => {
    state = { done, total, latest: words };
    if (!isDrawn && !quiet) void io.err(`${done} of ${total}: ${fitText(words, 200)}\n`);
  };
  const describe = (): string => {
    const { done, total, latest } = state;
    const cost = spent();
    const left = timeLeft(io.now() - started, done, total);
    const parts = [`${done} of ${total}`, ...(cost ? [formatCost(cost)] : []), ...left, latest];
    return `${progressBar(done, total, 20)} ${fitText(parts.join(" · "), io.terminal.columns - 23)}`;
  };
  return {
    outputs: (progress) => {
      if (progress.type !== "run-started") tell(progress.done, progress.total, describeRun(progress));
    },
    triggers: ({ done, total, query, outcome }) =>
      tell(done, total, `${outcome.replace("-", " ")}: ${query}`),
    during: (work) => (isDrawn ? drawWhile(work, describe, io) : work),
  };
}

function describeRun(progress: Exclude<EvalProgress, { type: "run-started" }>): string {
  const { outcome } = progress;
  if (progress.type === "comparison-ended")
    return `${progress.outcome.task.folder} compared: ${progress.outcome.winner ?? outcome.reason ?? "no winner"}`;
  const { planned, status, grading, reason } = progress.outcome;
  const where = `${planned.task.folder} ${planned.configuration.name} run ${planned.run}`;
  if (status !== "graded" || grading === undefined)
    return `${where}: ${status}${reason ? `, ${reason}` : ""}`;
  const { passed, total } = grading.summary;
  if (total === 0) return `${where}: done, nothing to grade`;
  return `${where}: ${passed} of ${total} passed`;
}

/** Nothing is said before there is something to go by. */
function timeLeft(elapsedMs: number, done: number, total: number): readonly string[] {
  if (done === 0 || done >= total) return [];
  const seconds = ((elapsedMs / done) * (total - done)) / 1000;
  return [seconds < 90 ? `about ${Math.ceil(seconds)} s left` : `about ${Math.ceil(seconds / 60)} min left`];
}
