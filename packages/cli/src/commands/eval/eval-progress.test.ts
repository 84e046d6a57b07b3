import type { EvalProgress, TriggerProgress } from "@skillwright/evals";
import { expect, test } from "vitest";
import { createTestIo } from "../../test-io.ts";
import { createEvalWatch, type EvalWatch } from "./eval-progress.ts";
import { testFailure, testOutcome, testRun, testTask } from "./test-evaluation.ts";

type Ended = Extract<EvalProgress, { type: "run-ended" }>["outcome"];
type Compared = Extract<EvalProgress, { type: "comparison-ended" }>["outcome"];

const graded = testOutcome(testRun("with_skill", { run: 2 }), { one: true, two: false });
const compared: Compared = {
  ...{ task: testTask(1), run: 1, kept: false, sides: { A: "with_skill", B: "old_skill" }, spent: [] },
};

function runEnded(outcome: Ended, done = 1, total = 4): EvalProgress {
  return { type: "run-ended", outcome, done, total };
}

function comparisonEnded(more: Partial<Compared>): EvalProgress {
  return { type: "comparison-ended", outcome: { ...compared, ...more }, done: 1, total: 4 };
}

function tried(more: Partial<TriggerProgress>): TriggerProgress {
  return { done: 1, total: 4, query: "greet", run: 1, outcome: "triggered", usage: [], ...more };
}

test.each<[progress: EvalProgress, line: string]>([
  [{ type: "run-started", run: testRun(), done: 0, total: 4 }, ""],
  [runEnded(graded), "1 of 4: eval-1 with_skill run 2: 1 of 2 passed\n"],
  [runEnded(testOutcome(testRun(), {})), "1 of 4: eval-1 with_skill run 1: done, no statements to grade\n"],
  [
    runEnded(testFailure(testRun("with_skill", { run: 2 }), "failed", "No key.")),
    "1 of 4: eval-1 with_skill run 2: failed, No key.\n",
  ],
  [
    runEnded(testFailure(testRun(), "skipped", "Stopped.")),
    "1 of 4: eval-1 with_skill run 1: skipped, Stopped.\n",
  ],
  [
    runEnded(testFailure(testRun(), "ungraded", "Busy.")),
    "1 of 4: eval-1 with_skill run 1: ungraded, Busy.\n",
  ],
  [comparisonEnded({ winner: "old_skill" }), "1 of 4: eval-1 compared: old_skill\n"],
  [comparisonEnded({ reason: "No judge." }), "1 of 4: eval-1 compared: No judge.\n"],
  [comparisonEnded({}), "1 of 4: eval-1 compared: no winner\n"],
])("without a screen, each result is a line (%#)", async (progress, line) => {
  for (const quiet of [false, true]) {
    const io = createTestIo();
    const watch = createEvalWatch(io, { quiet, spent: () => 1 });
    await watch.during(Promise.resolve(), { total: 4, kept: 0 });
    watch.outputs(progress);
    expect(io.written).toEqual({ out: "", err: quiet ? "" : line });
  }
});

test("queries are lines too, and a second round can be longer than the first", async () => {
  const io = createTestIo();
  const watch = createEvalWatch(io, { quiet: false, spent: () => undefined });
  await watch.during(Promise.resolve(), { total: 0, kept: 0 });
  watch.triggers(tried({}));
  watch.triggers(tried({ done: 2, total: 6, outcome: "not-triggered" }));
  watch.triggers(tried({ done: 3, total: 6, outcome: "fault", query: "a\n\u001b[2Jb" }));
  expect(io.written.err).toBe(
    "1 of 4: triggered: greet\n2 of 6: not triggered: greet\n3 of 6: fault: a \\u{1b}[2Jb\n",
  );
});

type Step = { readonly at: number; readonly tell: (watch: EvalWatch) => void };

/**
 * The last drawn bar after this many seconds, on a terminal whose clock advances with each wait.
 */
async function drawBar({ seconds, steps = [], kept = 0, spent, total = 4 }: Drawing): Promise<string> {
  const plain = createTestIo({ columns: 80 });
  const work = Promise.withResolvers<void>();
  const pending = [...steps];
  let time = 0;
  const begun = 5000;
  const io = {
    ...plain,
    terminal: { ...plain.terminal, live: true },
    now: () => time,
    wait: async (ms: number) => {
      time += ms;
      const passed = (time - begun) / 1000;
      while (pending[0] !== undefined && pending[0].at <= passed) pending.shift()?.tell(watch);
      if (passed > seconds) work.resolve();
      return true;
    },
  };
  const watch = createEvalWatch(io, { quiet: false, spent: () => spent });
  // Time before the work started does not count.
  time = begun;
  await watch.during(work.promise, { total, kept });
  return plain.written.err.split("\r\u001b[K").findLast((text) => text !== "") ?? "";
}

type Drawing = {
  readonly seconds: number;
  readonly steps?: readonly Step[];
  readonly kept?: number;
  readonly spent?: number;
  readonly total?: number;
};

type Ending = { readonly done: number; readonly total?: number; readonly kept?: boolean };
const ended = ({ done, total = 4, kept = false }: Ending): Step["tell"] => {
  return (watch) => watch.outputs(runEnded({ ...graded, kept }, done, total));
};

const oneOf = (total: number): readonly Step[] => [{ at: 10, tell: ended({ done: 1, total }) }];
const keptOne = { at: 1, tell: ended({ done: 1, kept: true }) };

test.each<[what: string, drawing: Drawing, bar: string]>([
  ["nothing yet", { seconds: 2 }, "░░░░░░░░░░░░░░░░░░░░ 0 of 4"],
  ["some are kept", { seconds: 2, kept: 2 }, "██████████░░░░░░░░░░ 2 of 4"],
  [
    "the time left goes by what was done now: one in 10 s, three to go",
    { seconds: 10, steps: oneOf(4) },
    "█████░░░░░░░░░░░░░░░ 1 of 4 · about 30 s left · eval-1 with_skill run 2: 1 of…",
  ],
  [
    "what is kept takes no time: one in 10 s, two to go",
    { seconds: 10, steps: [keptOne, { at: 10, tell: ended({ done: 2 }) }], kept: 1 },
    "██████████░░░░░░░░░░ 2 of 4 · about 20 s left · eval-1 with_skill run 2: 1 of…",
  ],
  [
    "only what is kept says nothing of the time",
    { seconds: 2, steps: [keptOne], kept: 1 },
    "█████░░░░░░░░░░░░░░░ 1 of 4 · eval-1 with_skill run 2: 1 of 2 passed",
  ],
  [
    "minutes, and dollars",
    { seconds: 10, steps: oneOf(20), spent: 0.5, total: 20 },
    "█░░░░░░░░░░░░░░░░░░░ 1 of 20 · $0.5000 · about 4 min left · eval-1 with_skill…",
  ],
  [
    "all done",
    { seconds: 10, steps: oneOf(1), total: 1 },
    "████████████████████ 1 of 1 · eval-1 with_skill run 2: 1 of 2 passed",
  ],
])("on a screen, a bar is drawn: %s", async (_, drawing, bar) => {
  expect(await drawBar(drawing)).toBe(bar);
});

test("a quiet command draws nothing", async () => {
  const plain = createTestIo();
  let waits = 0;
  const wait = async (): Promise<boolean> => {
    waits += 1;
    return false;
  };
  const io = { ...plain, wait, terminal: { ...plain.terminal, live: true } };
  const watch = createEvalWatch(io, { quiet: true, spent: () => undefined });
  expect(await watch.during(Promise.resolve("done"), { total: 1, kept: 0 })).toBe("done");
  watch.outputs(runEnded(graded));
  expect({ waits, ...plain.written }).toEqual({ waits: 0, out: "", err: "" });
});
