import { expect, test } from "vitest";
import type { Trial } from "../trials/trial.ts";
import { readTrial } from "./run-files.ts";

const trial: Trial = {
  status: "finished",
  answer: "Done.",
  events: [
    { type: "said", text: "I begin." },
    { type: "called", call: "1", tool: "write", input: { path: "a", content: "b" } },
    { type: "answered", call: "1", tool: "write", ok: false, denied: true, output: "no" },
    { agent: "helper", type: "said", text: "Done." },
  ],
  activated: ["tried"],
  files: {
    created: ["a"],
    modified: [],
    deleted: [],
    unchanged: [],
    texts: [{ path: "a", text: "b", isCut: false }],
  },
  steps: 2,
  usage: [{ model: "m", inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 }],
  durationMs: 5,
};

test("a saved run is read back", () => {
  expect(readTrial(JSON.stringify(trial))).toEqual(trial);
});

test("a call without input is one", () => {
  const events = [{ type: "called", call: "1", tool: "glob", input: undefined }];
  expect(readTrial(JSON.stringify({ ...trial, events }))?.events).toMatchObject([
    { type: "called", tool: "glob" },
  ]);
});

test.each([
  ["nothing", ""],
  ["another thing", "[]"],
  ["another status", JSON.stringify({ ...trial, status: "good" })],
  ["an event of another kind", JSON.stringify({ ...trial, events: [{ type: "thought" }] })],
  ["no files", JSON.stringify({ ...trial, files: undefined })],
])("%s is not a trial", (_, text) => {
  expect(readTrial(text)).toBeUndefined();
});
