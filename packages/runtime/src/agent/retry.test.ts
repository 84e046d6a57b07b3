import { jsonSchema, type Tool, type ToolSet, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import {
  type Answer,
  apiError,
  call,
  finish,
  type Part,
  type Run,
  runScripted,
  say,
  scriptModel,
  text,
  use,
} from "./test-agent.ts";

const inputSchema = jsonSchema<Record<string, unknown>>({ type: "object" });

function sender(): { readonly tools: ToolSet; readonly sent: unknown[] } {
  const sent: unknown[] = [];
  const execute = async (input: unknown): Promise<string> => `sent ${sent.push(input)}`;
  return { sent, tools: { send: tool({ inputSchema, execute }) } };
}

function retries({ seen }: Run): readonly (readonly [string, number, number])[] {
  return seen.flatMap((event) =>
    event.type === "retrying" ? [[event.fault.kind, event.attempt, event.waitMs] as const] : [],
  );
}

const passing: readonly (readonly [string, Answer, string])[] = [
  ["a connection cut in the middle", { parts: text("Half"), ends: "cut" }, "broken-stream"],
  ["a stream that ends without a finish", { parts: text("Half"), ends: "end" }, "broken-stream"],
  ["an error in the stream", [...text("Half"), { type: "error", error: overloaded() }], "overloaded"],
  [
    "an error that is a mere text",
    [{ type: "error", error: "Malformed chunk" }, finish("error")],
    "broken-stream",
  ],
  [
    "an answer that its provider calls interrupted",
    [...text("Half"), finish("interrupted")],
    "broken-stream",
  ],
  ["an answer that ended with an error", [...text("Half"), finish("error")], "broken-stream"],
  ["an empty answer", [finish("stop")], "broken-stream"],
  ["an answer of whitespace", [...text(" ", "\n"), finish("stop")], "broken-stream"],
  ["a provider that is overloaded", { error: apiError(529, "Overloaded") }, "overloaded"],
  ["a provider's own fault", { error: apiError(500, "Internal") }, "overloaded"],
  ["too many requests", { error: apiError(429, "Slow down") }, "rate-limited"],
  ["an unreachable server", { error: refusedConnection() }, "unreachable"],
];

function overloaded(): unknown {
  return { type: "overloaded_error", message: "Overloaded" };
}

function refusedConnection(): Error {
  return Object.assign(new TypeError("fetch failed"), {
    cause: Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" }),
  });
}

for (const [name, fault, kind] of passing)
  test(`${name} is retried, and earlier text is not in the answer`, async () => {
    const run = await runScripted(scriptModel([fault, say("Whole.")]));
    expect(run.result).toMatchObject({ status: "finished", text: "Whole.", steps: 1 });
    expect(retries(run)).toEqual([[kind, 2, 2000]]);
  });

test("a persistent error is given up on after the retries, and the message states the number of attempts", async () => {
  const model = scriptModel([{ error: apiError(503, "Down for now") }]);
  const run = await runScripted(model, { maxRetries: 3 });
  expect(model.doStreamCalls).toHaveLength(4);
  expect(run.waits).toEqual([2000, 4000, 8000]);
  expect(run.result).toEqual({
    status: "failed",
    text: "",
    steps: 0,
    usage: [],
    fault: {
      kind: "overloaded",
      message:
        "The provider is overloaded or has an internal error (status 503). It says: Down for now. Try again later, or use another model. Gave up after 4 attempts.",
    },
  });
});

test("the delay that a provider requests is respected and reported", async () => {
  const limited = { error: apiError(429, "Slow down", { "retry-after": "7" }) };
  const run = await runScripted(scriptModel([limited, say("Here.")]));
  expect(run.waits).toEqual([7000]);
  const [event] = run.seen;
  expect(event).toMatchObject({ type: "retrying", fault: { retryAfterSeconds: 7 } });
  expect(event).toMatchObject({ fault: { message: expect.stringContaining("It asks to wait 7 s.") } });
});

test("an unreasonable delay requested by a provider is not waited for", async () => {
  const model = scriptModel([{ error: apiError(429, "Tomorrow", { "retry-after": "86400" }) }]);
  const { result, waits } = await runScripted(model);
  expect(waits).toEqual([]);
  expect(result.fault).toMatchObject({ kind: "rate-limited", retryAfterSeconds: 86_400 });
});

test.each([
  [apiError(401, "bad key"), "unauthorized"],
  [apiError(403, "not yours"), "unauthorized"],
  [apiError(404, "model 'x' not found"), "unknown-model"],
  [apiError(400, "prompt is too long: 300000 tokens"), "too-long"],
  [apiError(400, "rejected by our content_filter"), "refused"],
  [apiError(400, "what is this"), "failed"],
  [apiError(429, "You exceeded your current quota, check your billing"), "rate-limited"],
])("%s is permanent, so it is not retried", async (error, kind) => {
  const model = scriptModel([{ error }]);
  const { result } = await runScripted(model);
  expect(result).toMatchObject({ status: "failed", fault: { kind } });
  expect(model.doStreamCalls).toHaveLength(1);
});

test("a model that goes silent midway is abandoned, and called again", async () => {
  const model = scriptModel([{ parts: text("Half"), ends: "silence" }, say("Whole.")]);
  const seen: unknown[] = [];
  const { result } = await runScripted(model, {
    silenceMs: 30,
    onEvent: (event) => {
      if (event.type === "retrying")
        seen.push(event.fault.kind, model.doStreamCalls[0]?.abortSignal?.aborted);
    },
  });
  expect(result).toMatchObject({ status: "finished", text: "Whole." });
  expect(seen).toEqual(["timed-out", true]);
});

test("a model that never answers and ignores the signal is abandoned too", async () => {
  const model = new MockLanguageModelV4({ doStream: () => new Promise(() => {}) });
  const { result } = await runScripted(model, { silenceMs: 20, maxRetries: 1 });
  expect(result).toMatchObject({ status: "failed", fault: { kind: "timed-out" } });
  expect(result.fault?.message).toBe(
    "The model did not answer in time: it sent nothing for 20 ms. Try again, or use another model. Gave up after 2 attempts.",
  );
});

test("the time that tools and listeners take is not the model's silence", async () => {
  const slow = async (): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    return "slow";
  };
  const model = scriptModel([use(call("work", {})), say("Done.")]);
  const onEvent = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 150));
  };
  const tools = { work: tool({ inputSchema, execute: slow }) };
  const { result } = await runScripted(model, { tools, onEvent, silenceMs: 100 });
  expect(result).toMatchObject({ status: "finished", text: "Done." });
});

test("a truncated answer runs none of its calls, and its replacement runs them once", async () => {
  const { tools, sent } = sender();
  const cut: Answer = { parts: [call("send", { to: "ann" })], ends: "cut" };
  const model = scriptModel([cut, use(call("send", { to: "ann" })), say("Sent.")]);
  const { result } = await runScripted(model, { tools });
  expect(result).toMatchObject({ status: "finished", steps: 2 });
  expect(sent).toEqual([{ to: "ann" }]);
});

test("an answer with an error between its call and its finish runs nothing", async () => {
  const { tools, sent } = sender();
  const torn = [
    call("send", {}),
    { type: "error" as const, error: new Error("chunk") },
    finish("tool-calls"),
  ];
  const { result } = await runScripted(scriptModel([torn, say("Nothing.")]), { tools });
  expect(result).toMatchObject({ status: "finished", text: "Nothing.", steps: 1 });
  expect(sent).toEqual([]);
});

test("a connection lost after the finish loses nothing: the calls run once, and no step is repeated", async () => {
  const { tools, sent } = sender();
  const late: Answer = { parts: use(call("send", { to: "ann" })), ends: "cut" };
  const run = await runScripted(scriptModel([late, say("Sent.")]), { tools });
  expect(run.result).toMatchObject({ status: "finished", steps: 2 });
  expect(sent).toEqual([{ to: "ann" }]);
  expect(retries(run)).toEqual([]);
});

test("an error in a later step repeats that step, not those whose tools have run", async () => {
  const { tools, sent } = sender();
  const cut: Answer = { parts: text("Ha"), ends: "cut" };
  const model = scriptModel([use(call("send", { to: "ann" })), cut, cut, say("Sent.")]);
  const run = await runScripted(model, { tools });
  expect(run.result).toMatchObject({ status: "finished", text: "Sent.", steps: 2 });
  expect(sent).toEqual([{ to: "ann" }]);
  expect(retries(run).map(([, attempt]) => attempt)).toEqual([2, 3]);
});

test("a step whose tool has run is not repeated, whatever follows", async () => {
  const { tools, sent } = sender();
  const toModelOutput = (): never => {
    throw new TypeError("fetch failed");
  };
  const model = scriptModel([use(call("send", { to: "ann" })), say("Sent again.")]);
  const { result } = await runScripted(model, { tools: { send: { ...tools.send, toModelOutput } as Tool } });
  expect(result).toMatchObject({ status: "failed", fault: { kind: "unreachable" } });
  expect(sent).toEqual([{ to: "ann" }]);
  expect(model.doStreamCalls).toHaveLength(1);
});

test("a step in which the provider ran its own tool is not repeated", async () => {
  const provided = { type: "provider", id: "acme.pay", args: {}, isProviderExecuted: true } as const;
  const tools: ToolSet = { pay: { ...provided, inputSchema, outputSchema: inputSchema } };
  const paid: Part = {
    type: "tool-call",
    toolCallId: "p",
    toolName: "pay",
    input: "{}",
    providerExecuted: true,
  };
  const model = scriptModel([{ parts: [paid], ends: "cut" }, say("Paid again.")]);
  const { result } = await runScripted(model, { tools });
  expect(result).toMatchObject({ status: "failed", fault: { kind: "broken-stream" } });
  expect(model.doStreamCalls).toHaveLength(1);
});

test("an answer truncated at the maximum length is an error, keeps its text and runs no call", async () => {
  const { tools, sent } = sender();
  const model = scriptModel([[...text("A long sto"), call("send", {}), finish("length")]]);
  const { result } = await runScripted(model, { tools });
  expect(result).toMatchObject({
    status: "failed",
    text: "A long sto",
    steps: 1,
    fault: { kind: "too-long" },
  });
  expect(result.fault?.message).toContain("was cut off");
  expect(sent).toEqual([]);
});

test("an answer that a filter stopped is a refusal", async () => {
  const { result } = await runScripted(scriptModel([[...text("The way to"), finish("content-filter")]]));
  expect(result).toMatchObject({ status: "failed", text: "The way to", fault: { kind: "refused" } });
});

test("calls skipped because of the provider's unusual finish reason are reported", async () => {
  const { tools, sent } = sender();
  const { result } = await runScripted(scriptModel([[call("send", {}), finish("other")]]), { tools });
  expect(result).toMatchObject({ status: "failed", fault: { kind: "failed" } });
  expect(sent).toEqual([]);
});

test("a model that talks for ever is cut off", async () => {
  const endless: ReadableStream<Part> = new ReadableStream({
    start: (controller) => controller.enqueue({ type: "text-start", id: "t" }),
    pull: (controller) => controller.enqueue({ type: "text-delta", id: "t", delta: "x".repeat(1_000_000) }),
  });
  const model = new MockLanguageModelV4({ doStream: async () => ({ stream: endless }) });
  const { result } = await runScripted(model, { maxRetries: 0 });
  expect(result.fault).toMatchObject({
    kind: "broken-stream",
    message: expect.stringContaining("longer than"),
  });
});

test("an answer can have as many calls as the limit, and not one more", async () => {
  for (const [count, ran] of [
    [128, 128],
    [129, 0],
  ] as const) {
    const { tools, sent } = sender();
    const calls = Array.from({ length: count }, (_, n) => call("send", { n }, `c${n}`));
    const model = scriptModel([use(...calls), say("Done.")]);
    await runScripted(model, { tools, maxRetries: 0 });
    expect(sent).toHaveLength(ran);
  }
});

test("an answer with a thousand calls runs none of them", async () => {
  const { tools, sent } = sender();
  const calls = Array.from({ length: 1000 }, (_, n) => call("send", { n }, `c${n}`));
  const { result } = await runScripted(scriptModel([use(...calls)]), { tools, maxRetries: 0 });
  expect(result.fault?.kind).toBe("broken-stream");
  expect(sent).toEqual([]);
});
