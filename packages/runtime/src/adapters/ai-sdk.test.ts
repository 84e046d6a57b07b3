import type { AuditEvent } from "@skillwright/core/audit";
import { generateText, isStepCount, jsonSchema, type ModelMessage, streamText, type ToolSet, tool } from "ai";
import { convertArrayToReadableStream } from "ai/test";
import { expect, test } from "vitest";
import {
  prepareStep,
  repairToolCall,
  skillTools,
  toolApproval,
  unguardedTools,
  wrapTools,
} from "./ai-sdk.ts";
import { describeAdapter, type HostTool, openStage } from "./contract.ts";
import { approved, scriptedModel, transcriptOf } from "./test-ai-sdk.ts";

function toToolSet(tools: readonly HostTool[]): ToolSet {
  const inputSchema = jsonSchema({ type: "object" });
  return Object.fromEntries(tools.map(({ name, run }) => [name, tool({ inputSchema, execute: run })]));
}

function toGenerators(tools: readonly HostTool[]): ToolSet {
  const inputSchema = jsonSchema({ type: "object" });
  return Object.fromEntries(
    tools.map(({ name, run }) => {
      async function* execute(input: unknown): AsyncGenerator<string> {
        yield "at work";
        yield await run(input);
      }
      return [name, tool({ inputSchema, execute })];
    }),
  );
}

const messages: ModelMessage[] = [{ role: "user", content: "Go." }];
const stopWhen = isStepCount(10);
type Settings = Omit<Parameters<typeof generateText<ToolSet>>[0], "prompt" | "messages"> & {
  messages: ModelMessage[];
};

/** Both ways to run a conversation to its end; returns the messages that the model added. */
const ways: Readonly<Record<string, (settings: Settings) => Promise<readonly ModelMessage[]>>> = {
  generateText: async (settings) => (await generateText(settings)).responseMessages,
  streamText: async (settings) => {
    const result = streamText(settings);
    await result.consumeStream();
    return result.responseMessages;
  },
};

const kinds = { functions: toToolSet, generators: toGenerators };

for (const [way, converse] of Object.entries(ways))
  for (const [kind, toTools] of Object.entries(kinds))
    describeAdapter(`AI SDK: ${way} with ${kind}`, {
      run: async ({ session, tools: hostTools, turns, show }) => {
        const model = scriptedModel(turns);
        const tools = { ...(await skillTools(session)), ...wrapTools(session, toTools(hostTools)) };
        const hiding = { prepareStep: prepareStep(session, tools), repairToolCall: repairToolCall(session) };
        await converse({ model, messages, tools, stopWhen, ...(show === "everything" ? {} : hiding) });
        return transcriptOf(model);
      },
      replay: async ({ session, tools: hostTools, call, meanwhile, times }) => {
        const tools = wrapTools(session, toTools(hostTools));
        const settings = { tools, stopWhen, toolApproval: toolApproval(session, tools) };
        const asked = await converse({ ...settings, model: scriptedModel([[call]]), messages });
        await meanwhile();
        const answers: string[] = [];
        for (let time = 0; time < times; time++) {
          const model = scriptedModel([]);
          await converse({ ...settings, model, messages: approved(asked) });
          answers.push(transcriptOf(model).results[call.id] ?? "");
        }
        return answers;
      },
    });

const inputSchema = jsonSchema<{ path?: string }>({ type: "object" });
const provided = { type: "provider", id: "acme.web_search", args: {}, isProviderExecuted: true } as const;
const webSearch = { ...provided, inputSchema, outputSchema: inputSchema };
const options = { toolCallId: "c", messages: [], context: {} };

test("results of a generator arrive one by one, and the call ends for the guard after the last", async () => {
  const { session } = await openStage();
  const log: string[] = [];
  session.events.subscribe(({ event }: AuditEvent) => log.push(event));
  const tools = wrapTools(session, {
    read: tool({
      inputSchema,
      async *execute() {
        yield "half";
        log.push("between");
        yield "whole";
      },
    }),
  });
  const turns = [[{ id: "r", tool: "read", input: {} }]];
  const { stream } = streamText({ model: scriptedModel(turns), prompt: "Go.", tools });
  const outputs: unknown[] = [];
  for await (const part of stream)
    if (part.type === "tool-result") outputs.push([part.output, part.preliminary ?? false]);
  expect(outputs).toEqual([
    ["half", true],
    ["whole", true],
    ["whole", false],
  ]);
  expect(log.filter((event) => event !== "session-started")).toEqual([
    "tool-call-allowed",
    "between",
    "tool-call-finished",
  ]);
});

test("a refused generator is never started", async () => {
  const { session } = await openStage();
  await session.activate({ skill: "reader" });
  const model = scriptedModel([[{ id: "b", tool: "bash", input: {} }]]);
  const bash = tool({
    inputSchema,
    // biome-ignore lint/correctness/useYield: it must not come to that
    async *execute(): AsyncGenerator<string> {
      throw new Error("started");
    },
  });
  await generateText({ model, prompt: "Go.", tools: wrapTools(session, { bash }), stopWhen });
  expect(transcriptOf(model).results.b).toMatch(/^Tool 'bash' not allowed by active skill 'reader'\n/);
});

test("a generator's failure is the call's failure, and is recorded", async () => {
  const { session } = await openStage();
  const finished: AuditEvent[] = [];
  session.events.subscribe((event) => event.event === "tool-call-finished" && finished.push(event));
  const read = tool({
    inputSchema,
    async *execute() {
      yield "half";
      throw new Error("disk gone");
    },
  });
  const model = scriptedModel([[{ id: "r", tool: "read", input: {} }]]);
  await generateText({ model, prompt: "Go.", tools: wrapTools(session, { read }), stopWhen });
  expect(transcriptOf(model).results.r).toContain("disk gone");
  expect(finished).toMatchObject([{ tool: "read", ok: false }]);
});

test("if an ordinary function returns a stream, its last value is the result", async () => {
  const { session } = await openStage();
  const execute = (): AsyncIterable<string> => convertArrayToReadableStream(["half", "whole"]);
  const { read } = wrapTools(session, { read: tool({ inputSchema, execute }) });
  expect(await read.execute({}, options)).toBe("whole");
});

test("everything about a tool except its function is kept", async () => {
  const { session } = await openStage();
  const { execute, ...rest } = tool({
    description: "Reads.",
    inputSchema,
    contextSchema: jsonSchema<Record<string, unknown>>({ type: "object" }),
    needsApproval: true,
    metadata: { source: "here" },
    execute: async () => "text",
  });
  const { read } = wrapTools(session, { read: { ...rest, execute } });
  expect(read).toEqual({ ...rest, execute: expect.any(Function) });
  expect(read.execute).not.toBe(execute);
});

test("a tool's own wording of results is used for results and spared refusals", async () => {
  const { session } = await openStage();
  const execute = async (): Promise<{ rows: number }> => ({ rows: 3 });
  const counting = tool({
    inputSchema,
    execute,
    toModelOutput: ({ output }) => ({ type: "text", value: `${output.rows.toFixed()} rows` }),
  });
  const tools = wrapTools(session, { read: counting, bash: counting });
  await session.activate({ skill: "reader" });
  const model = scriptedModel([
    [
      { id: "r", tool: "read", input: {} },
      { id: "b", tool: "bash", input: {} },
    ],
  ]);
  await generateText({ model, prompt: "Go.", tools, stopWhen });
  const { results } = transcriptOf(model);
  expect(results.r).toBe("3 rows");
  expect(results.b).toMatch(/^Tool 'bash' not allowed by active skill 'reader'\n/);
});

test("tools wrapped twice, and the session's own tools when wrapped, pass the guard once", async () => {
  const { session } = await openStage();
  const allowed: string[] = [];
  session.events.subscribe((event) => event.event === "tool-call-allowed" && allowed.push(event.tool));
  const own = await skillTools(session);
  expect(wrapTools(session, own)).toEqual(own);
  const read = tool({ inputSchema, execute: async () => "text" });
  const { read: twice } = wrapTools(session, wrapTools(session, { read }));
  expect(await twice.execute({}, options)).toBe("text");
  expect(allowed).toEqual(["read"]);
});

test("a function that replaces a guarded one is guarded again", async () => {
  const { session } = await openStage();
  await session.activate({ skill: "reader" });
  const bash = tool({ inputSchema, execute: async () => "ran" });
  const { bash: guarded } = wrapTools(session, { bash });
  const { bash: replaced } = wrapTools(session, { bash: { ...guarded, execute: bash.execute } });
  expect(await replaced.execute({}, options)).toMatch(/^Tool 'bash' not allowed/);
});

test("tools that cannot be guarded are reported, and shown only while every use of them is allowed", async () => {
  const { session, tools: hostTools } = await openStage();
  const tools = {
    ...wrapTools(session, toToolSet(hostTools)),
    web_search: webSearch,
    pick_color: { inputSchema, outputSchema: inputSchema },
  };
  expect(unguardedTools(tools)).toEqual(["web_search", "pick_color"]);
  const shownNow = async (): Promise<readonly string[] | undefined> => {
    const model = scriptedModel([]);
    await generateText({ model, prompt: "Go.", tools, prepareStep: prepareStep(session, tools) });
    return transcriptOf(model).shown[0];
  };
  expect(await shownNow()).toEqual(["bash", "read", "deploy", "web_search", "pick_color"]);
  await session.activate({ skill: "reader" });
  expect(await shownNow()).toEqual(["read"]);
  await session.deactivate();
  await session.activate({ skill: "searcher" });
  expect(session.mayOffer("web_search")).toBe(true);
  expect(await shownNow()).toEqual([]);
});

test("a step keeps what the host prepared, except tools that may not be shown", async () => {
  const { session, tools: hostTools } = await openStage();
  const tools = wrapTools(session, toToolSet(hostTools));
  const model = scriptedModel([]);
  const own = () => ({ activeTools: ["bash", "read"], instructions: "Be brief." });
  const settings = { model, prompt: "Go.", tools, prepareStep: prepareStep(session, tools, { own }) };
  await generateText(settings);
  await session.activate({ skill: "reader" });
  await generateText(settings);
  expect(transcriptOf(model).shown).toEqual([["bash", "read"], ["read"]]);
  expect(model.doGenerateCalls[1]?.prompt[0]).toEqual({ role: "system", content: "Be brief." });
});

test("a call of a hidden tool is refused with the guard's message and recorded; other unknown calls are repaired", async () => {
  const { session, tools: hostTools } = await openStage();
  const denied: string[] = [];
  session.events.subscribe((event) => event.event === "tool-call-denied" && denied.push(event.tool));
  const tools = wrapTools(session, toToolSet(hostTools));
  const resultOf = async (name: string): Promise<string | undefined> => {
    const model = scriptedModel([[{ id: "c", tool: name, input: { path: "notes.md" } }]]);
    const repair = repairToolCall<ToolSet>(session, async ({ toolCall }) => ({
      ...toolCall,
      toolName: "read",
    }));
    const settings = { prepareStep: prepareStep(session, tools), repairToolCall: repair };
    await generateText({ model, prompt: "Go.", tools, stopWhen, ...settings });
    return transcriptOf(model).results.c;
  };
  expect(await resultOf("reed")).toContain('"read" says');
  await session.activate({ skill: "reader" });
  expect(await resultOf("bash")).toContain("Tool 'bash' not allowed by active skill 'reader'\n");
  expect(denied).toEqual(["bash"]);
});

test("S3-12: a skill's model is the step's model if the host knows it", async () => {
  const { session } = await openStage();
  const [usual, preferred] = [scriptedModel([]), scriptedModel([])];
  const known = (name: string) => (name === "small" ? preferred : undefined);
  const step = { model: usual, prompt: "Go.", prepareStep: prepareStep(session, {}, { model: known }) };
  await generateText(step);
  await session.activate({ skill: "thrifty" });
  await generateText(step);
  await session.deactivate();
  await session.activate({ skill: "lavish" });
  await generateText(step);
  expect([usual.doGenerateCalls.length, preferred.doGenerateCalls.length]).toEqual([2, 1]);
});

test.each([
  ["prepareStep", prepareStep],
  ["toolApproval", toolApproval],
])("%s without tools reports what is missing", async (name, prepare) => {
  const { session } = await openStage();
  // As a program without types calls it.
  expect(() => Reflect.apply(prepare, undefined, [session])).toThrow(
    expect.objectContaining({
      code: "option-invalid",
      details: {
        name: "tools",
        reason: `pass the tools of the call as the second argument: ${name}(session, tools)`,
      },
    }),
  );
});
