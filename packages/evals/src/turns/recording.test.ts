import fc from "fast-check";
import { expect, test } from "vitest";
import type { ModelTurn } from "./model-turn.ts";
import { type Recording, readRecording, toRecordingText } from "./recording.ts";

const digest = "a".repeat(64);
const request = { digest, system: digest, tools: digest, excerpt: "user: Go." };
const turn: ModelTurn = {
  text: "Hello.",
  calls: [
    { tool: "read", input: { path: "a", depth: [1, { b: null, c: true }] } },
    { tool: "read", input: '{"unfinished' },
  ],
  usage: { inputTokens: 3, cachedInputTokens: 1, outputTokens: 2 },
  finish: "length",
};
const recording: Recording = {
  version: 1,
  model: "maker/model-1",
  skills: [`sha256:${digest}`],
  exchanges: [{ request, turn }],
};

/** The error for a modified recording. */
function problemsOf(change: object): readonly string[] {
  const read = readRecording(JSON.stringify({ ...recording, ...change }), "r.json");
  return read.ok ? [] : read.problems.map(({ message }) => message);
}

test("a written recording is read back", () => {
  expect(readRecording(toRecordingText(recording), "r.json")).toEqual({ ok: true, value: recording });
});

test("any turn can be read back", () => {
  const input = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true, maxKeys: 3 }),
  );
  const calls = fc.array(fc.record({ tool: fc.string({ minLength: 1 }), input }), {
    minLength: 1,
    maxLength: 4,
  });
  const text = fc.string({ unit: "binary", maxLength: 20 });
  fc.assert(
    fc.property(fc.record({ text, calls }), (said) => {
      const written = { ...recording, exchanges: [{ request, turn: said }] };
      const value = JSON.parse(JSON.stringify(written));
      expect(readRecording(toRecordingText(written), "r.json")).toEqual({ ok: true, value });
    }),
  );
});

test("invalid JSON is reported with line and column", () => {
  const read = readRecording('{\n  "version": 1,,\n}', "r.json");
  expect(read).toMatchObject({
    ok: false,
    problems: [
      {
        file: "r.json",
        range: { start: { line: 2, column: 16 } },
        message: expect.stringContaining("Invalid JSON"),
      },
    ],
  });
});

test.each([
  ["another version", { version: 2 }, /^version: expected 1, found 2\. .* record it again\.$/],
  ["no version", { version: undefined }, /^version: expected a value, found nothing\.$/],
  ["no list of exchanges", { exchanges: {} }, /^exchanges: expected a list/],
  [
    "an invalid digest",
    { exchanges: [{ request: { ...request, digest: "x" }, turn }] },
    /^exchanges\[0\]\.request: .*64/,
  ],
  ["no answer", { exchanges: [{ request }] }, /^exchanges\[0\]\.turn: expected a value/],
  [
    "an empty answer",
    { exchanges: [{ request, turn: { calls: [] } }] },
    /^exchanges\[0\]\.turn: expected text or calls/,
  ],
  [
    "a call of no tool",
    { exchanges: [{ request, turn: { calls: [{ tool: "", input: {} }] } }] },
    /turn\.calls: expected tool names/,
  ],
  [
    "input that is a list",
    { exchanges: [{ request, turn: { calls: [{ tool: "a", input: [] }] } }] },
    /input: expected/,
  ],
  [
    "an invalid finish",
    { exchanges: [{ request, turn: { ...turn, finish: "stop" } }] },
    /finish: expected length or/,
  ],
  [
    "tokens that cannot be counted",
    {
      exchanges: [
        { request, turn: { ...turn, usage: { inputTokens: -1, cachedInputTokens: 0.5, outputTokens: 0 } } },
      ],
    },
    /turn\.usage: expected non-negative whole numbers/,
  ],
  [
    "too many calls",
    { exchanges: [{ request, turn: { calls: Array(129).fill({ tool: "a", input: {} }) } }] },
    /at most 128/,
  ],
])("%s is reported with its path", (_, change, message) => {
  expect(problemsOf(change)).toContainEqual(expect.stringMatching(message));
});
