import { skillTools } from "@skillwright/runtime/ai-sdk";
import { APICallError, generateText, isStepCount, RetryError, streamText } from "ai";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { openModel } from "./open-model.ts";
import { createExampleSession } from "./test-example-session.ts";
import {
  startWire,
  type WireFault,
  type WireKind,
  type WireScript,
  type WireServer,
} from "./wire/test-wire.ts";

const providers = [
  {
    kind: "anthropic",
    name: "anthropic/claude-sonnet-5-5",
    variables: { ANTHROPIC_API_KEY: "key-1234567" },
    header: ["x-api-key", "key-1234567"],
    urlVariable: "ANTHROPIC_BASE_URL",
  },
  {
    kind: "openai",
    name: "openai/gpt-6.1-sol",
    variables: { OPENAI_API_KEY: "key-1234567" },
    header: ["authorization", "Bearer key-1234567"],
    urlVariable: "OPENAI_BASE_URL",
  },
  {
    kind: "google",
    name: "google/gemini-3.8-flash",
    variables: { GEMINI_API_KEY: "key-1234567" },
    header: ["x-goog-api-key", "key-1234567"],
    urlVariable: "GOOGLE_GEMINI_BASE_URL",
  },
  {
    kind: "chat",
    name: "vllm/meta-llama/Llama-4-8B",
    variables: { OPENAI_API_KEY: "key-1234567" },
    header: ["authorization", "Bearer key-1234567"],
    urlVariable: "OPENAI_BASE_URL",
  },
] as const satisfies readonly {
  readonly kind: WireKind;
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly header: readonly [string, string];
  readonly urlVariable: string;
}[];
type TestProvider = (typeof providers)[number];

afterEach(() => {
  vi.unstubAllEnvs();
});

async function serve(kind: WireKind, script: WireScript): Promise<WireServer> {
  const wire = await startWire(kind, script);
  onTestFinished(() => wire.close());
  return wire;
}

async function openAt({ name, variables, urlVariable }: TestProvider, url: string) {
  return (await openModel({ name }, { ...variables, [urlVariable]: url })).model;
}

const calling: WireScript = [
  {
    text: "Ich prüfe die Datei … 🔍",
    calls: [
      { id: "call_1", tool: "Skill", input: { skill: "csv-check", args: "für Zoë" } },
      { id: "call_2", tool: "skills_list", input: { limit: 1 } },
    ],
    usage: { input: 1200, cached: 1000, output: 34 },
  },
  { text: "Fertig.", usage: { input: 2000, output: 6 } },
];

test.each(providers)(
  "$name streams text and calls of the skill tools, with its key and our schemas",
  async (provider) => {
    const wire = await serve(provider.kind, calling);
    const session = createExampleSession();
    const tools = await skillTools(session);
    const result = streamText({
      model: await openAt(provider, wire.url),
      instructions: "You are an agent.",
      prompt: "Check data.csv",
      tools,
      stopWhen: isStepCount(3),
    });
    const deltas: string[] = [];
    for await (const part of result.fullStream) if (part.type === "text-delta") deltas.push(part.text);
    const steps = await result.steps;

    expect(deltas).toEqual(["Ich prüfe di", "e Datei … 🔍", "Fert", "ig."]);
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(["tool-calls", "stop"]);
    expect(steps[0]?.toolCalls).toMatchObject([
      { toolName: "Skill", input: { skill: "csv-check", args: "für Zoë" } },
      { toolName: "skills_list", input: { limit: 1 } },
    ]);
    expect(steps[0]?.toolResults).toMatchObject([
      { output: { success: true, result: { skill_name: "csv-check" } } },
      { output: { ok: true } },
    ]);
    expect(steps[0]?.usage).toMatchObject({
      inputTokens: 1200,
      inputTokenDetails: { cacheReadTokens: 1000 },
      outputTokens: 34,
    });
    expect(steps[1]?.usage).toMatchObject({ inputTokens: 2000, outputTokens: 6 });

    const [header, value] = provider.header;
    expect(wire.requests.map(({ headers }) => headers[header])).toEqual([value, value]);
    expect(wire.requests.map(({ model }) => model)).toEqual(
      Array(2).fill(provider.name.replace(/^(?:anthropic|openai|google|vllm)\//, "")),
    );
    expect(wire.requests[0]?.tools).toEqual((await session.tools()).map(({ name }) => name));
    expect(JSON.stringify(wire.requests[1]?.body)).toContain(
      "Find out whether a file says what it seems to say",
    );
  },
);

test.each(providers)("$name answers in one piece as well", async (provider) => {
  const wire = await serve(provider.kind, calling);
  const result = await generateText({
    model: await openAt(provider, wire.url),
    prompt: "Check data.csv",
    tools: await skillTools(createExampleSession()),
    stopWhen: isStepCount(3),
  });
  expect(result.text).toBe("Fertig.");
  expect(result.steps[0]?.usage).toMatchObject({ inputTokens: 1200, outputTokens: 34 });
});

test.each(providers.flatMap((provider) => [1, 2, 7].map((pieces) => ({ ...provider, pieces }))))(
  "$name arrives complete in pieces of $pieces bytes, split inside lines and characters",
  async ({ pieces, ...provider }) => {
    const call = { id: "call_1", tool: "Skill", input: { skill: "größe", args: "„Zoë“ 🔍" } };
    const wire = await serve(provider.kind, [{ text: "Größe 🔍", calls: [call], pieces }]);
    const { Skill } = await skillTools(createExampleSession());
    if (Skill === undefined) throw new Error("no Skill tool");
    const result = streamText({
      model: await openAt(provider, wire.url),
      prompt: "Go",
      tools: { Skill: { description: "", inputSchema: Skill.inputSchema } },
    });
    expect(await result.text).toBe("Größe 🔍");
    expect(await result.toolCalls).toMatchObject([{ toolName: "Skill", input: call.input }]);
  },
);

/** The error that ended a stream. */
async function faultOf(provider: TestProvider, fault: WireFault) {
  const wire = await serve(provider.kind, [{ text: "Well, then", fault }]);
  const errors: unknown[] = [];
  const result = streamText({
    model: await openAt(provider, wire.url),
    prompt: "Go",
    maxRetries: 0,
    onError: ({ error }) => void errors.push(error),
  });
  const types: string[] = [];
  let reason: string | undefined;
  try {
    for await (const part of result.fullStream) {
      types.push(part.type);
      if (part.type === "finish") reason = part.finishReason;
    }
  } catch (error) {
    // A connection that breaks ends the stream itself with some providers, and is a part of it with others.
    errors.push(error);
  }
  return { error: errors[0], types, reason };
}

test.each(
  providers.flatMap((provider) => [401, 404, 429, 500, 529].map((status) => ({ ...provider, status }))),
)(
  "$name: status $status is an error of the call, with the provider's message and headers",
  async ({ status, ...provider }) => {
    const { error } = await faultOf(provider, { kind: "status", status, headers: { "retry-after": "7" } });
    if (!APICallError.isInstance(error)) throw new Error("expected an APICallError", { cause: error });
    expect({
      status: error.statusCode,
      message: error.message,
      wait: error.responseHeaders?.["retry-after"],
    }).toEqual({
      status,
      message: "as the script says",
      wait: "7",
    });
    expect(error.isRetryable).toBe(status === 429 || status >= 500);
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain(
      "key-1234567",
    );
  },
);

const faultWords = {
  cut: /^Failed to process successful response$/,
  malformed: /^JSON parsing failed/,
  "error-event": /overloaded|The server had an error/i,
};

test.each(
  providers.flatMap((provider) =>
    (["cut", "malformed", "error-event"] as const).map((kind) => ({ ...provider, fault: { kind } })),
  ),
)(
  "$name: a stream with the fault $fault.kind ends with an error that says so",
  async ({ fault, ...provider }) => {
    const { error } = await faultOf(provider, fault);
    expect(error).toMatchObject({ message: expect.stringMatching(faultWords[fault.kind]) });
  },
);

test.each(providers)("$name: silence after the first bytes ends when the caller aborts", async (provider) => {
  const giveUp = new AbortController();
  const wire = await serve(provider.kind, [{ text: "Well", fault: { kind: "silence" } }]);
  const result = streamText({
    model: await openAt(provider, wire.url),
    prompt: "Go",
    abortSignal: giveUp.signal,
    onChunk: () => {},
  });
  const types: string[] = [];
  const reading = (async () => {
    for await (const part of result.fullStream) types.push(part.type);
  })();
  await vi.waitUntil(() => wire.requests.length === 1, { timeout: 30_000 });
  giveUp.abort();
  await reading;
  expect(types.at(-1)).toBe("abort");
});

test.each(providers)("$name: an empty answer is not an answer", async (provider) => {
  // Two of the packages read it as an empty answer with an unknown finish reason.
  const { error, types, reason } = await faultOf(provider, { kind: "empty" });
  expect(types).not.toContain("text-delta");
  expect(error === undefined ? reason : "error").not.toBe("stop");
});

test("a rate limit is waited out and retried", async () => {
  const [anthropic] = providers;
  const limited = { kind: "status", status: 429, headers: { "retry-after-ms": "1" } } as const;
  const wire = await serve("anthropic", [{ fault: limited }, { text: "Now." }]);
  const result = streamText({ model: await openAt(anthropic, wire.url), prompt: "Go" });
  expect(await result.text).toBe("Now.");
  expect(wire.requests).toHaveLength(2);
});

test("a persistent error is a retry error, and contains no key", async () => {
  const [anthropic] = providers;
  const limited = { kind: "status", status: 529, headers: { "retry-after-ms": "1" } } as const;
  const wire = await serve("anthropic", () => ({ fault: limited }));
  const failure = await generateText({ model: await openAt(anthropic, wire.url), prompt: "Go" }).catch(
    (error: unknown) => error,
  );
  if (!RetryError.isInstance(failure)) throw new Error("expected a RetryError", { cause: failure });
  expect(failure.errors).toHaveLength(3);
  expect(JSON.stringify(failure)).not.toContain("key-1234567");
});

test.each(providers)("$name reads no environment variables of the process", async (provider) => {
  const wire = await serve(provider.kind, [{ text: "Hello." }]);
  for (const name of Object.keys(allVariables)) vi.stubEnv(name, "http://127.0.0.1:9/poisoned");
  expect(await streamText({ model: await openAt(provider, wire.url), prompt: "Go" }).text).toBe("Hello.");
  expect(JSON.stringify(wire.requests[0]?.headers)).not.toContain("poisoned");
});

const allVariables = {
  ...Object.assign({}, ...providers.map(({ variables }) => variables)),
  ...Object.fromEntries(providers.map(({ urlVariable }) => [urlVariable, ""])),
  ANTHROPIC_AUTH_TOKEN: "",
  GOOGLE_GENERATIVE_AI_API_KEY: "",
};

test("Anthropic's token is sent in the authorization header, and its address can omit the version", async () => {
  const wire = await serve("anthropic", [{ text: "Hello." }]);
  const { model } = await openModel(
    { name: "claude-haiku-4-5" },
    { ANTHROPIC_AUTH_TOKEN: "token-12345", ANTHROPIC_BASE_URL: wire.url.replace("/v1", "/") },
  );
  expect(await streamText({ model, prompt: "Go" }).text).toBe("Hello.");
  expect(wire.requests[0]?.headers.authorization).toBe("Bearer token-12345");
  expect(wire.requests[0]?.headers["x-api-key"]).toBeUndefined();
});

test("Ollama's host can be given as host and port, and needs no key", async () => {
  const wire = await serve("chat", [{ text: "Hello." }]);
  const OLLAMA_HOST = new URL(wire.url).host;
  const { model } = await openModel({ name: "ollama/qwen3" }, { OLLAMA_HOST, OPENAI_API_KEY: "key-1234567" });
  expect(await streamText({ model, prompt: "Go" }).text).toBe("Hello.");
  expect(wire.requests[0]?.headers.authorization).toBeUndefined();
});

test("a key is sent only to the address it was set for", async () => {
  const wire = await serve("chat", [{ text: "Hello." }, { text: "Hello." }]);
  const environment = { OPENAI_API_KEY: "key-of-openai", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
  const foreign = await openModel({ name: "compatible/qwen", baseUrl: wire.url }, environment);
  expect(await streamText({ model: foreign.model, prompt: "Go" }).text).toBe("Hello.");
  const own = await openModel(
    { name: "compatible/qwen", baseUrl: wire.url },
    { ...environment, SKILLWRIGHT_API_KEY: "key-of-server" },
  );
  expect(await streamText({ model: own.model, prompt: "Go" }).text).toBe("Hello.");
  expect(wire.requests.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    "Bearer key-of-server",
  ]);
});

test("the wire servers refuse what the providers would refuse", async () => {
  const { Skill } = await skillTools(createExampleSession());
  if (Skill === undefined) throw new Error("no Skill tool");
  for (const provider of providers) {
    const wire = await serve(provider.kind, [{ text: "Hello." }]);
    const asking = generateText({
      model: await openAt(provider, wire.url),
      prompt: "Go",
      maxRetries: 0,
      tools: { ["n".repeat(65)]: Skill },
    });
    await expect(asking).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("tool name"),
    });
  }
});
