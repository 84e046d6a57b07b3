import {
  Agent,
  type AgentInputItem,
  type FunctionTool,
  handoff,
  hostedMcpTool,
  RunContext,
  Runner,
  RunState,
  shellTool,
  tool,
} from "@openai/agents-core";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents-core/testing";
import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import type { Session } from "../session/session.ts";
import {
  describeAdapter,
  type HostTool,
  openStage,
  type Script,
  type ScriptedCall,
  type Transcript,
} from "./contract.ts";
import { type ApprovalOptions, runOptions, skillTools, wrapTools } from "./openai-agents.ts";

const runner = new Runner({ tracingDisabled: true });

type Played = {
  readonly agent: Agent;
  readonly model: ScriptedModel;
  readonly state: RunState<undefined, Agent>;
};

/** Lets a scripted model play with the real SDK. */
async function play(
  { session, tools, turns, show }: Script,
  { stream = false, ...options }: ApprovalOptions & { readonly stream?: boolean } = {},
): Promise<Played> {
  const model = new ScriptedModel(toResponses(turns));
  const all = [
    ...(await skillTools(session, options)),
    ...wrapTools(session, tools.map(toFunction), options),
  ];
  const shown = show === "everything" ? all.map((one) => ({ ...one, isEnabled: async () => true })) : all;
  const agent = new Agent({ name: "agent", model, tools: shown });
  if (!stream) return { agent, model, state: (await runner.run(agent, "Go.", runOptions(session))).state };
  const streamed = await runner.run(agent, "Go.", { ...runOptions(session), stream: true });
  await streamed.completed;
  return { agent, model, state: streamed.state };
}

function toResponses(turns: Script["turns"]): ReturnType<typeof assistantMessage | typeof functionCall>[][] {
  const calls = turns.map((turn) =>
    turn.map(({ id, tool: name, input }) => functionCall(name, input, { callId: id })),
  );
  return [...calls, [assistantMessage("Done.")]];
}

function toFunction({ name, run }: HostTool): FunctionTool<unknown, ReturnType<typeof anyObject>> {
  return tool({ name, description: name, parameters: anyObject(), strict: false, execute: run });
}

function anyObject() {
  return { type: "object" as const, properties: {}, required: [], additionalProperties: true as const };
}

/** The results that the model received for its calls. */
function resultsOf(history: readonly AgentInputItem[]): Record<string, string> {
  const results = history.filter((item) => item.type === "function_call_result");
  return Object.fromEntries(results.map(({ callId, output }) => [callId, textOf(output)]));
}

function textOf(output: unknown): string {
  if (typeof output === "string") return output;
  return String(Object(output).text);
}

function transcriptOf({ state, model }: Played): Transcript {
  const shown = model.calls.map(({ request }) => request.tools.map(({ name }) => name));
  return { results: resultsOf(state.history), shown };
}

for (const stream of [false, true]) {
  describeAdapter(stream ? "OpenAI Agents, streamed" : "OpenAI Agents", {
    run: async (script) => transcriptOf(await play(script, { stream })),
    replay: async ({ session, tools, call, meanwhile, times }) => {
      const script: Script = { session, tools, turns: [[call]], show: "what-may-run" };
      const played = await play(script, { stream, approvals: "run" });
      const kept = approve(played.state);
      await meanwhile();
      const answers: string[] = [];
      for (let time = 0; time < times; time++) {
        if (time > 0) played.model.enqueue([assistantMessage("Done.")]);
        answers.push((await takeUp(session, played.agent, kept))[call.id] ?? "");
      }
      return answers;
    },
  });
}

/** Approves the call that the run waits for; returns the saved run. */
function approve(state: Played["state"], options: { readonly alwaysApprove?: boolean } = {}): string {
  const [interruption] = state.getInterruptions();
  if (interruption === undefined) throw new Error("no one was asked");
  state.approve(interruption, options);
  return state.toString();
}

async function takeUp(session: Session, agent: Agent, kept: string): Promise<Record<string, string>> {
  const state = await RunState.fromString(agent, kept);
  const result = await runner.run(agent, state, runOptions(session));
  return resultsOf(result.history);
}

const bash: ScriptedCall = { id: "b", tool: "bash", input: { command: "ls" } };
const deploy: ScriptedCall = { id: "d", tool: "deploy", input: { target: "site" } };
const skill: ScriptedCall = { id: "s", tool: "Skill", input: { skill: "reader" } };
const allowing = { name: "allowing", run: async () => ({ behavior: { type: "allow" as const } }) };
const refusal = /^Tool 'bash' not allowed by active skill 'reader'\n/;

test("tools that run elsewhere are refused by name, not passed on", async () => {
  const { session } = await openStage();
  const shell = shellTool({ shell: { run: async () => ({ output: [] }) } });
  const hosted = hostedMcpTool({ serverLabel: "wiki", serverUrl: "https://wiki.example" });
  expect(() =>
    wrapTools(session, [toFunction({ name: "read", run: async () => "" }), shell, hosted]),
  ).toThrow(new SkillError("tool-unguardable", { names: "shell, hosted_mcp" }));
});

test("a tool keeps its other properties, including its own approval and enablement checks", async () => {
  const { session } = await openStage();
  const original = tool({
    name: "read",
    description: "Reads.",
    parameters: anyObject(),
    strict: false,
    timeoutMs: 1000,
    inputGuardrails: [allowing],
    needsApproval: true,
    isEnabled: false,
    execute: async () => "text",
  });
  const [wrapped] = wrapTools(session, [original]);
  const { invoke, needsApproval, isEnabled, ...rest } = original;
  expect(wrapped).toMatchObject(rest);
  expect(await wrapped?.needsApproval(new RunContext(), "", "r")).toBe(true);
  expect(await wrapped?.isEnabled(new RunContext(), new Agent({ name: "agent" }))).toBe(false);
});

test("a tool's own approval also satisfies a policy that requires one: the person is asked once", async () => {
  const { session, tools, ran } = await openStage();
  const careful = tools.map((one) => ({ ...toFunction(one), needsApproval: async () => true }));
  const model = new ScriptedModel(toResponses([[deploy]]));
  const agent = new Agent({ name: "agent", model, tools: wrapTools(session, careful) });
  const { state } = await runner.run(agent, "Go.", runOptions(session));
  await takeUp(session, agent, approve(state));
  expect(ran).toEqual(["deploy site"]);
});

test("a permanent approval belongs to the SDK; the policy still decides each call", async () => {
  const { session, tools, ran } = await openStage();
  const again = { ...deploy, id: "d2" };
  const script: Script = { session, tools, turns: [[deploy], [again]], show: "what-may-run" };
  const { agent, state } = await play(script, { approvals: "run" });
  const results = await takeUp(session, agent, approve(state, { alwaysApprove: true }));
  expect(ran).toEqual(["deploy site"]);
  expect(results.d2).toContain("Tool 'deploy' was not run");
});

test("an approval of one call is invalid for another with the same id", async () => {
  const { session, tools, ran } = await openStage();
  const { agent, state } = await play(
    { session, tools, turns: [[deploy]], show: "what-may-run" },
    { approvals: "run" },
  );
  const forged = approve(state).replaceAll("site", "evil");
  const outcome = await takeUp(session, agent, forged).catch((error: unknown) => error);
  expect(outcome).not.toMatchObject({ d: expect.stringContaining("says") });
  expect(ran).toEqual([]);
});

test("a call that a person rejected does not run", async () => {
  const { session, tools, ran } = await openStage();
  const { agent, state } = await play(
    { session, tools, turns: [[deploy]], show: "what-may-run" },
    { approvals: "run" },
  );
  for (const interruption of state.getInterruptions()) state.reject(interruption);
  await takeUp(session, agent, state.toString());
  expect(ran).toEqual([]);
});

test("a delayed tool call does not overtake a skill called before it", async () => {
  const base = { description: "Runs.", parameters: anyObject(), strict: false as const };
  const { session, tools, ran } = await openStage();
  const execute = tools.find(({ name }) => name === "bash")?.run ?? (async () => "");
  const ways = [
    tool({ ...base, name: "bash_exec", execute }),
    tool({ ...base, name: "shell", execute, needsApproval: false }),
    tool({ ...base, name: "terminal", execute, needsApproval: async () => false }),
    tool({ ...base, name: "run_command", execute, timeoutMs: 1000 }),
    tool({ ...base, name: "exec", execute, inputGuardrails: [allowing], outputGuardrails: [allowing] }),
    { ...tool({ ...base, name: "execute", execute }), needsApproval: () => Promise.resolve(false) },
  ];
  const calls = ways.map(({ name }) => ({ id: name, tool: name, input: { command: "ls" } }));
  const model = new ScriptedModel(toResponses([[skill, ...calls]]));
  const agent = new Agent({
    name: "agent",
    model,
    tools: [...(await skillTools(session)), ...wrapTools(session, ways)],
  });
  const { history } = await runner.run(agent, "Go.", runOptions(session));
  expect(Object.keys(resultsOf(history))).toHaveLength(calls.length + 1);
  expect(ran).toEqual([]);
});

test("a hook's message about a call follows its result", async () => {
  const { session, tools } = await openStage();
  const guard: Session["guard"] = async (...call) => {
    const answer = await session.guard(...call);
    return answer.ok ? { ...answer, note: "Mind the gap." } : answer;
  };
  const [wrapped] = wrapTools({ ...session, guard }, tools.map(toFunction));
  const result = await wrapped?.invoke(new RunContext(), JSON.stringify(bash.input));
  expect(result).toMatch(/<b>\n\nMind the gap\.$/);
});

test("a tool wrapped twice is recorded once", async () => {
  const { session, tools } = await openStage();
  const seen: string[] = [];
  session.events.subscribe(({ event }) => seen.push(event));
  const [twice] = wrapTools(session, wrapTools(session, tools.map(toFunction)));
  await twice?.invoke(new RunContext(), JSON.stringify(bash.input));
  expect(seen.filter((event) => event.startsWith("tool-call"))).toEqual([
    "tool-call-allowed",
    "tool-call-finished",
  ]);
});

test("a call of a hidden tool is refused with the same message and recorded", async () => {
  const { session, tools } = await openStage();
  await session.activate({ skill: "reader" });
  const seen: string[] = [];
  session.events.subscribe(({ event }) => seen.push(event));
  const played = await play({ session, tools, turns: [[bash]], show: "what-may-run" });
  expect(transcriptOf(played).results.b).toMatch(refusal);
  expect(seen).toEqual(["tool-call-denied"]);
});

test("an unknown tool is not found, whichever skill is active", async () => {
  const { session, tools } = await openStage();
  const ghost = { id: "g", tool: "ghost", input: {} };
  const played = await play({ session, tools, turns: [[ghost]], show: "what-may-run" });
  expect(transcriptOf(played).results.g).toMatch(/ghost.*not found/i);
});

test("arguments that are not a JSON object are decided about and passed on unchanged", async () => {
  const { session } = await openStage();
  const inputs: string[] = [];
  const invoke = async (_context: unknown, text: string): Promise<string> => {
    inputs.push(text);
    return "noted";
  };
  const [wrapped] = wrapTools(session, [{ ...toFunction({ name: "note", run: async () => "" }), invoke }]);
  for (const text of ["a word", "[1,2]", '"quoted"', ""]) await wrapped?.invoke(new RunContext(), text);
  expect(inputs).toEqual(["a word", "[1,2]", '"quoted"', ""]);
});

test("unreadable arguments are shown to a person by the SDK, and do not run", async () => {
  const { session, tools, ran } = await openStage();
  const model = new ScriptedModel([
    [functionCall("bash", '{"command":', { callId: "b" })],
    [assistantMessage("Done.")],
  ]);
  const agent = new Agent({ name: "agent", model, tools: wrapTools(session, tools.map(toFunction)) });
  const { state } = await runner.run(agent, "Go.", runOptions(session));
  await takeUp(session, agent, approve(state));
  expect(ran).toEqual([]);
});

test("an agent used as a tool is guarded, as are its own tools when wrapped with the same session", async () => {
  const { session, tools, ran } = await openStage();
  const inner = new Agent({
    name: "helper",
    model: new ScriptedModel(toResponses([[bash]])),
    tools: wrapTools(session, tools.map(toFunction)),
  });
  const helper = inner.asTool({ toolName: "helper", toolDescription: "Helps." });
  const ask = { id: "h", tool: "helper", input: { input: "List the files." } };
  const turns = [[ask], [skill], [{ ...ask, id: "h2" }]];
  const model = new ScriptedModel(toResponses(turns));
  const agent = new Agent({
    name: "agent",
    model,
    tools: [...(await skillTools(session)), ...wrapTools(session, [helper])],
  });
  const { history } = await runner.run(agent, "Go.", runOptions(session));
  expect(resultsOf(history)).toMatchObject({
    h: "Done.",
    h2: expect.stringMatching(/^Tool 'helper' not allowed by active skill 'reader'/),
  });
  expect(ran).toEqual(["bash ls"]);
});

test("an agent that receives a handoff works under the skill of the previous one", async () => {
  const { session, tools, ran } = await openStage();
  const second = new Agent({
    name: "second",
    model: new ScriptedModel(toResponses([[bash]])),
    tools: wrapTools(session, tools.map(toFunction)),
  });
  const turns = [[skill], [{ id: "t", tool: "transfer_to_second", input: {} }]];
  const first = new Agent({
    name: "first",
    model: new ScriptedModel(toResponses(turns)),
    tools: await skillTools(session),
    handoffs: [handoff(second)],
  });
  const { history } = await runner.run(first, "Go.", runOptions(session));
  expect(resultsOf(history).b).toMatch(refusal);
  expect(ran).toEqual([]);
});
