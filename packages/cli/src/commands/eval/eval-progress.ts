import { type EvalProgress, formatCost, type TriggerProgress } from "@skillwright/evals";

import type { Io } from "../../io.ts";
import { drawWhile, progressBar } from "../../terminal/progress.ts";
import { fitText } from "../../terminal/safe-text.ts";

/** Reports progress: a bar on a terminal, otherwise one line per result. */
export type EvalWatch = {
  outputs(progress: EvalProgress): void;
  triggers(progress: TriggerProgress): void;
  /** Draws progress until the work is done. */
  during<Value>(work: Promise<Value>, stretch: Stretch): Promise<Value>;
};

export type WatchOptions = {
  readonly quiet: boolean;
  /** Dollars so far; undefined when unknown. */
  readonly spent: () => number | undefined;
};

/** A number of steps, some of them already done. */
type Stretch = { readonly total: number; readonly kept: number };

export function createEvalWatch(io: Io, { quiet, spent }: WatchOptions): EvalWatch {
  const isDrawn = io.terminal.live && !quiet;
  let stretch: Stretch & { readonly started: number } = { total: 0, kept: 0, started: io.now() };
  let state = { done: 0, worked: 0, latest: "" };
  const tell = (done: number, words: string, isKept = false): void => {
    state = { done, worked: state.worked + (isKept ? 0 : 1), latest: words };
    if (!isDrawn && !quiet) void io.err(`${done} of ${stretch.total}: ${fitText(words, 200)}\n`);
  };
  const describe = (): string => {
    const { done, worked, latest } = state;
    const { total, kept, started } = stretch;
    const cost = spent();
    const left = timeLeft(io.now() - started, worked, total - kept);
    const parts = [`${done} of ${total}`, ...(cost ? [formatCost(cost)] : []), ...left, latest];
    const words = parts.filter((part) => part !== "").join(" · ");
    return `${progressBar(done, total, 20)} ${fitText(words, io.terminal.columns - 23)}`;
  };
  return {
    outputs: (progress) => {
      if (progress.type === "run-started") return;
      // The total also counts reused comparisons.
      if (progress.total !== stretch.total) stretch = { ...stretch, total: progress.total };
      tell(progress.done, describeRun(progress), progress.outcome.kept);
    },
    triggers: ({ done, total, query, outcome }) => {
      // A search for descriptions repeats the queries.
      if (total !== stretch.total) stretch = { ...stretch, total };
      tell(done, `${outcome.replace("-", " ")}: ${query}`);
    },
    during: (work, begun) => {
      stretch = { ...begun, started: io.now() };
      state = { done: begun.kept, worked: 0, latest: "" };
      return isDrawn ? drawWhile(work, describe, io) : work;
    },
  };
}

function describeRun(progress: Exclude<EvalProgress, { type: "run-started" }>): string {
  if (progress.type === "comparison-ended") {
    const { task, winner, reason } = progress.outcome;
    return `${task.folder} compared: ${winner ?? reason ?? "no winner"}`;
  }
  const { outcome } = progress;
  const { task, configuration, run } = outcome.planned;
  const where = `${task.folder} ${configuration.name} run ${run}`;
  if (outcome.status !== "graded") return `${where}: ${outcome.status}, ${outcome.reason}`;
  const { passed, total } = outcome.grading.summary;
  return `${where}: ${total === 0 ? "done, no statements to grade" : `${passed} of ${total} passed`}`;
}

/** Unknown until the first step is done. */
function timeLeft(elapsedMs: number, done: number, total: number): readonly string[] {
  if (done === 0 || done >= total) return [];
  const seconds = ((elapsedMs / done) * (total - done)) / 1000;
  return [seconds < 90 ? `about ${Math.ceil(seconds)} s left` : `about ${Math.ceil(seconds / 60)} min left`];
}
