import { expect, test } from "vitest";
import { evalsLimits } from "../limits.ts";
import type { Trial, TrialEvent } from "../trials/trial.ts";
import { boundTrial } from "./bound-trial.ts";
import { readTrial } from "./run-files.ts";

const trial = (events: readonly TrialEvent[], more: Partial<Trial> = {}): Trial => ({
  ...{ status: "finished", answer: "Done.", events, activated: [], steps: 1, usage: [], durationMs: 1 },
  files: { created: ["a"], modified: [], deleted: [], unchanged: [], texts: [] },
  ...more,
});

const called = (input: unknown): TrialEvent => ({ type: "called", call: "1", tool: "write", input });
const answered = (output: string): TrialEvent => ({
  ...{ type: "answered", call: "1", tool: "write", ok: true },
  output,
});

const long = "x".repeat(evalsLimits.trialEventCharacters);
const mark = /^x+\n… \d+ characters left out …\nx+$/;

test("short text is unchanged", () => {
  const short = trial([{ type: "said", text: long }, called({ path: "a", content: "b" }), answered(long)]);
  expect(boundTrial(short)).toEqual(short);
});

test("a long text or answer is cut in the middle, with a note", () => {
  const events: readonly TrialEvent[] = [{ type: "said", text: `${long}x` }, answered(long + long)];
  const kept = boundTrial(trial(events, { answer: long + long }));
  const text = expect.stringMatching(mark);
  expect(kept).toMatchObject({ answer: text, events: [{ text }, { output: text }] });
});

test("of too many events the first and the last are kept, with the number of omitted ones", () => {
  const events = Array.from({ length: 1000 }, (_, at) => answered(`${at} ${"x".repeat(50_000)}`));
  const { events: kept } = boundTrial(trial(events));
  expect(kept[0]).toEqual(events[0]);
  expect(kept.at(-1)).toEqual(events.at(-1));
  expect(JSON.stringify(kept)).toContain(`… ${1000 - kept.length + 1} events left out …`);
});

test("whatever an agent did, the saved trial can be read back", () => {
  const nasty = "\u0001".repeat(300_000);
  const paths = Array.from({ length: 20_000 }, (_, at) => `${"\u0001".repeat(100)}${at}`);
  const files = { created: paths, modified: paths, deleted: paths, unchanged: paths };
  const text = { path: "a", text: "\u0001".repeat(evalsLimits.trialTextCharacters), isCut: true };
  const events = [nasty, nasty, nasty].flatMap((one): readonly TrialEvent[] => [
    { type: "said", text: one },
    called({ [one]: one }),
    answered(one),
  ]);
  const all = Array.from({ length: 3 }, () => events).flat();
  const kept = boundTrial(trial(all, { answer: nasty, files: { ...files, texts: [text] } }));
  const json = JSON.stringify(kept);
  expect(Buffer.byteLength(json)).toBeLessThan(evalsLimits.evalResultCharacters);
  expect(readTrial(json)).toEqual(kept);
});
