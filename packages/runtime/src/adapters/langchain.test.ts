import { AIMessage, ToolMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { type FakeBuiltModel, fakeModel } from "@langchain/core/testing";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { Command, MemorySaver } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { createAgent, createMiddleware, humanInTheLoopMiddleware } from "langchain";
import { expect, test } from "vitest";
import type { Session } from "../session/session.ts";
import {
  describeAdapter,
  type HostTool,
  openStage,
  type Replay,
  type Script,
  type ScriptedCall,
} from "./contract.ts";
import { type SkillMiddleware, skillMiddleware, skillTools, wrapTools } from "./langchain.ts";

describeAdapter("LangChain: createAgent", {
  run: async ({ session, tools, turns, show }) => {
    const shown: string[][] = [];
    const middleware = await skillMiddleware(session);
    const { wrapModelCall, ...showingAll } = middleware;
    const agent = createAgent({
      model: scriptedModel(turns),
      tools: tools.map(toTool),
      middleware: [show === "everything" ? showingAll : middleware, recording(shown)],
    });
    const { messages } = await agent.invoke({ messages: "Go." });
    return { results: resultsOf(messages), shown };
  },
  replay: (replay) => takeUpAgain(replay),
});

describeAdapter("LangChain: a ToolNode of one's own", {
  run: async ({ session, tools, turns, show }) => {
    const all = [...(await skillTools(session)), ...wrapTools(session, tools.map(toTool))];
    const node = new ToolNode(all);
    const results: Record<string, string> = {};
    const offered = (): string[] => all.map(({ name }) => name).filter((name) => session.mayOffer(name));
    const shown = [offered()];
    for (const turn of turns) {
      const { messages } = await node.invoke({ messages: [toMessage(turn)] });
      Object.assign(results, resultsOf(messages));
      shown.push(offered());
    }
    return { results, shown: show === "everything" ? [] : shown };
  },
});

/** A model that makes the calls of its script turn by turn, and then says a word. */
function scriptedModel(turns: Script["turns"]): FakeBuiltModel {
  const model = fakeModel();
  for (const turn of turns) model.respond(toMessage(turn));
  return model.respond(new AIMessage("Done."));
}

function toMessage(turn: readonly ScriptedCall[]): AIMessage {
  const calls = turn.map(({ id, tool: name, input: args }) => ({
    type: "tool_call" as const,
    id,
    name,
    args,
  }));
  return new AIMessage({ content: "", tool_calls: calls });
}

function toTool({ name, run }: HostTool): StructuredToolInterface {
  return tool(run, { name, description: name, schema: { type: "object", properties: {} } });
}

/** Records the tools shown to the model; the innermost middleware, so it sees the final list. */
function recording(shown: string[][]): SkillMiddleware {
  return createMiddleware({
    name: "Recording",
    wrapModelCall: (request, handler) => {
      shown.push(request.tools.map((one) => String(one.name ?? ("type" in one && one.type))));
      return handler(request);
    },
  });
}

function resultsOf(messages: readonly unknown[]): Record<string, string> {
  const results = messages.filter((message) => ToolMessage.isInstance(message));
  return Object.fromEntries(results.map(({ tool_call_id, text }) => [tool_call_id, text]));
}

/** LangChain's own types of it do not fit one another under `exactOptionalPropertyTypes`. */
function humanInTheLoop(name: string): SkillMiddleware {
  return Reflect.apply(humanInTheLoopMiddleware, undefined, [{ interruptOn: { [name]: true } }]);
}

/** Asks in the graph, keeps the checkpoint, and takes it up as often as wanted, with the same answer. */
async function takeUpAgain(
  { session, tools, call, meanwhile, times }: Replay,
  decision: "approve" | "reject" = "approve",
): Promise<readonly string[]> {
  const model = scriptedModel([[call]]);
  for (let time = 1; time < times; time++) model.respond(new AIMessage("Done."));
  const agent = createAgent({
    model,
    tools: tools.map(toTool),
    middleware: [await skillMiddleware(session, { approvals: "run" })],
    checkpointer: new MemorySaver(),
  });
  const thread = { configurable: { thread_id: "1" } };
  const asked = await agent.invoke({ messages: "Go." }, thread);
  expect(asked).toMatchObject({
    __interrupt__: [{ value: { actionRequests: [{ name: call.tool, args: call.input }] } }],
  });
  const { config: kept } = await agent.graph.getState(thread);
  await meanwhile();
  const answers: string[] = [];
  for (let time = 0; time < times; time++) {
    const { messages } = await agent.invoke(
      new Command({ resume: { decisions: [{ type: decision }] } }),
      kept,
    );
    answers.push(resultsOf(messages)[call.id] ?? "");
  }
  return answers;
}

const bash: ScriptedCall = { id: "b", tool: "bash", input: { command: "ls" } };
const read: ScriptedCall = { id: "r", tool: "read", input: { path: "notes.md" } };
const skill: ScriptedCall = { id: "s", tool: "Skill", input: { skill: "reader" } };
const deploy: ScriptedCall = { id: "d", tool: "deploy", input: { target: "site" } };

test("a refusal is a message with error status; a result is not, whichever tool it is", async () => {
  const { session, tools } = await openStage();
  await session.activate({ skill: "reader" });
  const agent = createAgent({
    model: scriptedModel([[bash, read, { id: "s1", tool: "Skill", input: { skill: "nobody" } }, skill]]),
    tools: tools.map(toTool),
    middleware: [await skillMiddleware(session)],
  });
  const { messages } = await agent.invoke({ messages: "Go." });
  const results = messages.filter((message) => ToolMessage.isInstance(message));
  expect(results.map(({ name, status }) => [name, status])).toEqual([
    ["bash", "error"],
    ["read", "success"],
    ["Skill", "error"],
    ["Skill", "success"],
  ]);
});

test("a call that a person rejects in the graph does not run", async () => {
  const { session, tools, ran } = await openStage();
  const replay = { session, tools, call: deploy, meanwhile: async () => {}, times: 1 };
  expect(await takeUpAgain(replay, "reject")).toEqual([
    "Tool 'deploy' was not run\nThe person asked did not approve it.",
  ]);
  expect(ran).toEqual([]);
});

test("a call approved through humanInTheLoopMiddleware is refused if a skill forbids it by then", async () => {
  const { session, tools, ran } = await openStage();
  const agent = createAgent({
    model: scriptedModel([[bash]]),
    tools: tools.map(toTool),
    middleware: [await skillMiddleware(session), humanInTheLoop("bash")],
    checkpointer: new MemorySaver(),
  });
  const thread = { configurable: { thread_id: "1" } };
  await agent.invoke({ messages: "Go." }, thread);
  await session.activate({ skill: "reader" });
  const resume = { decisions: [{ type: "approve" }] };
  const { messages } = await agent.invoke(new Command({ resume }), thread);
  expect(resultsOf(messages).b).toMatch(/^Tool 'bash' not allowed by active skill 'reader'\n/);
  expect(ran).toEqual([]);
});

test("a call that a person edits is decided as edited", async () => {
  const { session, tools, ran } = await openStage();
  await session.activate({ skill: "reader" });
  const agent = createAgent({
    model: scriptedModel([[read]]),
    tools: tools.map(toTool),
    middleware: [await skillMiddleware(session), humanInTheLoop("read")],
    checkpointer: new MemorySaver(),
  });
  const thread = { configurable: { thread_id: "1" } };
  await agent.invoke({ messages: "Go." }, thread);
  const editedAction = { name: "bash", args: { command: "ls" } };
  await agent.invoke(new Command({ resume: { decisions: [{ type: "edit", editedAction }] } }), thread);
  expect(ran).toEqual([]);
});

test("a tool added by other middleware during a run is guarded too", async () => {
  const { session, tools, ran } = await openStage();
  await session.activate({ skill: "reader" });
  const [brought] = tools.map(toTool);
  const bringing = createMiddleware({
    name: "Bringing",
    wrapModelCall: (request, handler) =>
      handler({ ...request, tools: [...request.tools, ...(brought ? [brought] : [])] }),
    wrapToolCall: (request, handler) => handler({ ...request, tool: brought }),
  });
  const agent = createAgent({
    model: scriptedModel([[bash]]),
    middleware: [await skillMiddleware(session), bringing],
  });
  await agent.invoke({ messages: "Go." });
  expect(ran).toEqual([]);
});

test("a slow inner middleware lets no later call overtake a skill", async () => {
  const { session, tools, ran } = await openStage();
  const slow = createMiddleware({
    name: "Slow",
    wrapToolCall: async (request, handler) => {
      await new Promise((resolve) => setImmediate(resolve));
      return handler(request);
    },
  });
  const agent = createAgent({
    model: scriptedModel([[skill, bash]]),
    tools: tools.map(toTool),
    middleware: [await skillMiddleware(session), slow],
  });
  await agent.invoke({ messages: "Go." });
  expect(ran).toEqual([]);
});

test("a skill's preferred model is used if the host has one with that name", async () => {
  const { session, tools } = await openStage();
  for (const [preferred, answer] of [
    ["small", "I am small."],
    ["unheard-of", "Done."],
  ] as const) {
    const small = fakeModel().respond(new AIMessage("I am small."));
    const preferring: Session = { ...session, model: () => preferred };
    const agent = createAgent({
      model: scriptedModel([]),
      tools: tools.map(toTool),
      middleware: [
        await skillMiddleware(preferring, { model: (name) => (name === "small" ? small : undefined) }),
      ],
    });
    const { messages } = await agent.invoke({ messages: "Go." });
    expect(messages.at(-1)?.text).toBe(answer);
  }
});

test("a hook's message about a call follows its result", async () => {
  const { session, tools } = await openStage();
  const agent = createAgent({
    model: scriptedModel([[read]]),
    tools: tools.map(toTool),
    middleware: [await skillMiddleware(withHookNote(session))],
  });
  const { messages } = await agent.invoke({ messages: "Go." });
  expect(resultsOf(messages).r).toMatch(/<b>\n\nMind the gap\.$/);
});

test("a guarded tool can be called without a model, and returns a refusal as text", async () => {
  const { session, tools, ran } = await openStage();
  await session.activate({ skill: "reader" });
  const [guarded, reading] = wrapTools(session, tools.map(toTool));
  expect(await guarded?.invoke({ command: "ls" })).toMatch(
    /^Tool 'bash' not allowed by active skill 'reader'\n/,
  );
  expect(await reading?.invoke({ path: "notes.md" })).toContain("says");
  expect(ran).toEqual(["read notes.md"]);
});

test("no way of calling a guarded tool bypasses the guard", async () => {
  const { session, tools, ran } = await openStage();
  await session.activate({ skill: "reader" });
  const [guarded] = wrapTools(session, tools.map(toTool));
  if (guarded === undefined) throw new Error("no tool");
  const input = { command: "ls" };
  await guarded.call(input);
  await guarded.batch([input]);
  for await (const _ of await guarded.stream(input));
  await RunnableLambda.from((given: typeof input) => given)
    .pipe(guarded)
    .invoke(input);
  await guarded.invoke({ type: "tool_call", id: "b", name: "read", args: input });
  expect(ran).toEqual([]);
});

test("a provider's own tool is shown only while every use of it is allowed", async () => {
  const { session } = await openStage();
  const shown: string[][] = [];
  const agent = createAgent({
    model: scriptedModel([[skill]]),
    tools: [{ type: "web_search_20250305", name: "web_search" }, { type: "deploy" }],
    middleware: [await skillMiddleware(session), recording(shown)],
  });
  await agent.invoke({ messages: "Go." });
  expect(shown.map((names) => names.filter((name) => /web_search|deploy/.test(name)))).toEqual([
    ["web_search"],
    [],
  ]);
});

test("a tool guarded by wrapTools is not guarded again by the middleware", async () => {
  const { session, tools, ran } = await openStage();
  const seen: string[] = [];
  session.events.subscribe(({ event }) => seen.push(event));
  const agent = createAgent({
    model: scriptedModel([[bash]]),
    tools: wrapTools(session, wrapTools(session, tools.map(toTool))),
    middleware: [await skillMiddleware(session)],
  });
  await agent.invoke({ messages: "Go." });
  expect(ran).toEqual(["bash ls"]);
  expect(seen.filter((event) => event.startsWith("tool-call"))).toEqual([
    "tool-call-allowed",
    "tool-call-finished",
  ]);
});

function withHookNote(session: Session): Session {
  const guard: Session["guard"] = async (...call) => {
    const answer = await session.guard(...call);
    return answer.ok ? { ...answer, note: "Mind the gap." } : answer;
  };
  return { ...session, guard };
}
