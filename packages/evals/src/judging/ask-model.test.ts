import { expect, test } from "vitest";
import {
  type Answer,
  apiError,
  finish,
  say,
  scriptModel,
  text,
} from "../../../runtime/src/agent/test-agent.ts";
import { createRecordingModel } from "../turns/create-recording-model.ts";
import { createReplayModel } from "../turns/create-replay-model.ts";
import { askModel, type ModelAnswer, type Question } from "./ask-model.ts";

type Asked = { readonly answer: ModelAnswer; readonly waits: readonly number[]; readonly requests: number };

async function ask(answers: readonly Answer[], more: Partial<Question> = {}): Promise<Asked> {
  const waits: number[] = [];
  const model = scriptModel(answers);
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  const answer = await askModel({ model, system: "Be brief.", prompt: "Well?", wait, ...more });
  return { answer, waits, requests: model.doStreamCalls.length };
}

test("the model gets the instructions and the question, and nothing else", async () => {
  const model = scriptModel([say("Yes.")]);
  expect(await askModel({ model, system: "Be brief.", prompt: "Well?" })).toEqual({
    ok: true,
    text: "Yes.",
    usage: { model: "scripted", inputTokens: 10, cachedInputTokens: 4, outputTokens: 5 },
  });
  const [call] = model.doStreamCalls;
  expect(call?.tools).toBeUndefined();
  expect(call?.prompt).toMatchObject([
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "Well?" }] },
  ]);
});

test("a transient error is retried, as an agent does, and a partial answer is dropped", async () => {
  const cut = { parts: text("No"), ends: "cut" } as const;
  const { answer, waits } = await ask([{ error: apiError(529, "busy") }, cut, say("Yes.")]);
  expect(answer).toMatchObject({ ok: true, text: "Yes." });
  expect(waits).toEqual([2000, 4000]);
});

test("it waits as long as the provider requests", async () => {
  const { waits } = await ask([{ error: apiError(429, "slow down", { "retry-after": "7" }) }, say("Yes.")]);
  expect(waits).toEqual([7000]);
});

const faults: readonly (readonly [string, Faulty])[] = [
  ["a wrong key", { answer: { error: apiError(401, "bad key") }, requests: 1, kind: "unauthorized" }],
  ["an overloaded provider", { answer: { error: apiError(503, "busy") }, requests: 3, kind: "overloaded" }],
  ["an empty answer", { answer: [...text(" "), finish("stop")], requests: 3, kind: "broken-stream" }],
  [
    "an answer that was cut off",
    { answer: [...text("Ye"), finish("length")], requests: 1, kind: "too-long" },
  ],
  [
    "an answer that a filter stopped",
    { answer: [...text("Ye"), finish("content-filter")], requests: 1, kind: "refused" },
  ],
];

type Faulty = { readonly answer: Answer; readonly requests: number; readonly kind: string };

test.each(faults)("%s is a fault", async (_, { answer, requests, kind }) => {
  const asked = await ask([answer]);
  const message = expect.stringMatching(
    requests === 1 ? /^(?!.* attempts\.$).*\.$/ : /Gave up after 3 attempts\.$/,
  );
  expect(asked).toMatchObject({ requests, answer: { ok: false, fault: { kind, message } } });
});

test("a silent model is abandoned, and the error message contains no secret", async () => {
  const silent = { parts: text("Ye"), ends: "silence" } as const;
  const { answer } = await ask([silent], { silenceMs: 5, maxRetries: 0 });
  expect(answer).toMatchObject({ ok: false, fault: { kind: "timed-out" } });
  const told = await ask([{ error: apiError(400, "what is my-key-4711?") }], { secrets: ["my-key-4711"] });
  expect(JSON.stringify(told.answer)).toContain("what is [redacted]?");
});

test("an answer contains no secret, even one that arrived in pieces", async () => {
  const pieces = [...text("It is my-k", "ey-4711."), finish("stop")];
  const { answer } = await ask([pieces], { secrets: ["my-key-4711"] });
  expect(answer).toMatchObject({ ok: true, text: "It is [redacted]." });
});

test("aborting rejects with the signal's reason, before and during the answer", async () => {
  const reason = new Error("enough");
  await expect(ask([say("Yes.")], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const stop = new AbortController();
  const silent = { parts: text("Ye"), ends: "silence" } as const;
  const asking = ask([silent], { signal: stop.signal });
  stop.abort(reason);
  await expect(asking).rejects.toBe(reason);
});

test("a question can be recorded and replayed, many at a time", async () => {
  const words = ["one", "two", "three"];
  const { model, recording } = createRecordingModel(scriptModel(words.map(say)), { places: [] });
  const askAll = (model: Question["model"]): Promise<readonly ModelAnswer[]> =>
    Promise.all(words.map((prompt) => askModel({ model, prompt })));
  const answers = await askAll(model);
  expect(answers.map((answer) => answer.ok && answer.text)).toEqual(words);
  const replay = createReplayModel(
    { ...recording(), exchanges: recording().exchanges.toReversed() },
    { places: [] },
  );
  expect(await askAll(replay)).toEqual(answers);
});
