import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import {
  apiError,
  call,
  finish,
  runScripted,
  say,
  scriptModel,
  text,
  use,
} from "../../../runtime/src/agent/test-agent.ts";
import { createRecordingModel } from "./create-recording-model.ts";
import { createReplayModel } from "./create-replay-model.ts";
import { createScriptedModel, type StreamPart } from "./create-turn-model.ts";
import { toRecordingText } from "./recording.ts";

import { asV4, partsOf, requestOf, userSays } from "./test-turns.ts";

const request = requestOf([userSays("Go.")]);
const none = { places: [] };

test("all parts of an answer pass unchanged, including those that are not recorded", async () => {
  const parts: readonly StreamPart[] = [
    { type: "stream-start", warnings: [{ type: "other", message: "beware" }] },
    { type: "response-metadata", id: "r1", modelId: "exact", timestamp: new Date(0) },
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "Hm." },
    { type: "reasoning-end", id: "0", providerMetadata: { maker: { signature: "x" } } },
    ...text("Hel", "lo."),
    call("read", { path: "a" }),
    finish("tool-calls"),
  ];
  const inner = new MockLanguageModelV4({
    doStream: async () => ({ stream: ReadableStream.from([...parts]) }),
  });
  const { model, recording } = createRecordingModel(inner, none);
  expect(await partsOf(model, request)).toEqual(parts);
  expect(recording().exchanges.map(({ turn }) => turn)).toEqual([
    {
      text: "Hello.",
      calls: [{ tool: "read", input: { path: "a" } }],
      usage: { inputTokens: 10, cachedInputTokens: 4, outputTokens: 5 },
    },
  ]);
});

test("a failed answer is not recorded; the one after it is, and is replayed without a wait", async () => {
  const cut = { parts: text("Hel"), ends: "cut" } as const;
  const broken: readonly StreamPart[] = [
    ...text("He"),
    { type: "error", error: apiError(529, "overloaded") },
  ];
  const inner = scriptModel([{ error: apiError(500, "no") }, cut, broken, say("Hello.")]);
  const { model, recording } = createRecordingModel(inner, none);
  const recorded = await runScripted(model, { maxRetries: 3 });
  expect(recorded.waits).toHaveLength(3);
  expect(recording().exchanges).toHaveLength(1);
  const replayed = await runScripted(createReplayModel(recording(), none));
  expect([replayed.result, replayed.waits]).toEqual([recorded.result, []]);
});

test.each([
  ["says nothing", [...text(" "), finish("stop")]],
  ["ends in the middle", [...text("Hel"), finish("interrupted")]],
  ["has an error in it", [...text("Hel"), { type: "error" as const, error: "no" }, finish("stop")]],
  ["ends with an error", [...text("Hel"), finish("error")]],
])("an answer that %s is not recorded, since the agent retries", async (_, parts) => {
  const { model, recording } = createRecordingModel(scriptModel([parts]), none);
  await partsOf(model, request);
  expect(recording().exchanges).toEqual([]);
});

test("a canceled answer is not recorded, and its source is canceled", async () => {
  let isCancelled = false;
  const stream = new ReadableStream<StreamPart>({
    pull: (controller) => controller.enqueue({ type: "text-delta", id: "t", delta: "la" }),
    cancel: () => {
      isCancelled = true;
    },
  });
  const inner = new MockLanguageModelV4({ doStream: async () => ({ stream }) });
  const { model, recording } = createRecordingModel(inner, none);
  const reader = (await asV4(model).doStream(request)).stream.getReader();
  await reader.read();
  await reader.cancel();
  expect([isCancelled, recording().exchanges]).toEqual([true, []]);
});

test("an answer to an aborted request is not recorded", async () => {
  const stop = new AbortController();
  const { model, recording } = createRecordingModel(
    createScriptedModel([{ text: "Hello.", calls: [] }]),
    none,
  );
  const { stream } = await asV4(model).doStream({ ...request, abortSignal: stop.signal });
  stop.abort();
  for await (const part of stream) expect(part.type).not.toBe("error");
  expect(recording().exchanges).toEqual([]);
});

test("answers are recorded in the order of the requests, whichever finishes first", async () => {
  const waiting = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const inner = new MockLanguageModelV4({
    doStream: async ({ prompt }) => {
      const index = JSON.stringify(prompt).includes("one") ? 0 : 1;
      await waiting[index]?.promise;
      return { stream: ReadableStream.from<StreamPart>([...say(`answer ${index}`)]) };
    },
  });
  const { model, recording } = createRecordingModel(inner, none);
  const both = ["one", "two"].map((word) => partsOf(model, requestOf([userSays(word)])));
  waiting[1]?.resolve();
  await both[1];
  expect(recording().exchanges.map(({ turn }) => turn.text)).toEqual(["answer 1"]);
  waiting[0]?.resolve();
  await both[0];
  expect(recording().exchanges.map(({ turn }) => turn.text)).toEqual(["answer 0", "answer 1"]);
});

test("equal requests are answered in the order recorded, and one more than that is not", async () => {
  const inner = createScriptedModel(["one", "two"].map((word) => ({ text: word, calls: [] })));
  const { model, recording } = createRecordingModel(inner, none);
  for (const _ of ["one", "two"]) await partsOf(model, request);
  const replay = createReplayModel(recording(), none);
  const texts = [await partsOf(replay, request), await partsOf(replay, request)].map((parts) =>
    parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : [])).join(""),
  );
  expect(texts).toEqual(["one", "two"]);
  await expect(partsOf(replay, request)).rejects.toThrow(
    "this request was recorded 2 times, and is made once more",
  );
});

test("a whole answer is recorded like a streamed one", async () => {
  const turn = { text: "Hello.", calls: [{ tool: "read", input: { path: "a" } }] };
  const { model, recording } = createRecordingModel(createScriptedModel([turn, turn]), none);
  await asV4(model).doGenerate(request);
  await partsOf(model, request);
  const [whole, streamed] = recording().exchanges;
  expect(whole).toEqual(streamed);
});

test("reasoning, ids and the order of text and calls do not matter for finding an answer", async () => {
  const thinking: readonly StreamPart[] = [
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "Hm." },
    { type: "reasoning-end", id: "0" },
    call("skills_list", {}, "toolu_1"),
    ...text("I looked."),
    { type: "text-end", id: "t" },
    call("skills_search", { query: "x" }, "toolu_2"),
    finish("tool-calls"),
  ];
  const { model, recording } = createRecordingModel(scriptModel([thinking, say("Done.")]), none);
  const recorded = await runScripted(model);
  const replayed = await runScripted(createReplayModel(recording(), none));
  expect(replayed.result).toEqual(recorded.result);
});

test("input that is not JSON, or nested too deeply for the file, is recorded as text", async () => {
  const deep = `{"a":${"[".repeat(60)}${"]".repeat(60)}}`;
  const inner = scriptModel([use(call("read", '{"unfinished'), call("read", deep))]);
  const { model, recording } = createRecordingModel(inner, none);
  await partsOf(model, request);
  expect(recording().exchanges[0]?.turn.calls.map(({ input }) => input)).toEqual(['{"unfinished', deep]);
});

test("given secrets are in no part of a recording, however they are spelled", async () => {
  const secret = 'top"secret&4711';
  const inner = scriptModel([
    [
      ...text(`It is ${secret}.`),
      call("bash", { [secret]: `curl x?k=${encodeURIComponent(secret)}` }),
      call(`tool-${secret}`, {}, "other"),
      finish("tool-calls"),
    ],
    use(call("bash", `no JSON: ${secret}, and ${JSON.stringify({ secret })}`)),
  ]);
  const { model, recording } = createRecordingModel(inner, { places: [], secrets: [secret, "Go"] });
  for (const _ of [1, 2]) await partsOf(model, requestOf([userSays(`The key is ${secret}.`)]));
  const kept = toRecordingText(recording());
  expect(kept).not.toMatch(/4711/);
  expect(kept).toContain("It is [redacted].");
  expect(kept).toContain("The key is [redacted].");
});

test("a changed secret does not change the request", async () => {
  const ask = (secret: string) => requestOf([userSays(`The key is ${secret}.`)]);
  const inner = createScriptedModel([{ text: "Thanks.", calls: [] }]);
  const { model, recording } = createRecordingModel(inner, { places: [], secrets: ["first-key"] });
  await partsOf(model, ask("first-key"));
  const replay = createReplayModel(recording(), { places: [], secrets: ["other-key"] });
  expect(await partsOf(replay, ask("other-key"))).toContainEqual({
    type: "text-delta",
    id: "text",
    delta: "Thanks.",
  });
});
