import { tokenizeTools } from "@skillwright/core/parse";
import { jsonSchema, type ToolSet, tool } from "ai";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestSession, skillText } from "../session/test-session.ts";
import { runAgent } from "./run-agent.ts";
import { apiError, call, finish, resultsIn, runScripted, say, scriptModel, text, use } from "./test-agent.ts";

const inputSchema = jsonSchema<Record<string, unknown>>({ type: "object" });

/** Host's tools, and what ran. */
function hostTools(...names: readonly string[]): { readonly tools: ToolSet; readonly ran: string[] } {
  const ran: string[] = [];
  const entries = names.map((name) => {
    const execute = async (): Promise<string> => `${name} ${ran.push(name)}`;
    return [name, tool({ description: "Works.", inputSchema, execute })];
  });
  return { ran, tools: Object.fromEntries(entries) };
}

test("an agent runs until the model has nothing more to do", async () => {
  const { tools, ran } = hostTools("count");
  const model = scriptModel([use(call("count", { n: 1 })), say("All done.")]);
  const { result, seen } = await runScripted(model, { tools, system: "Be brief." });
  expect(result).toEqual({
    status: "finished",
    text: "All done.",
    steps: 2,
    usage: [{ model: "scripted", inputTokens: 20, cachedInputTokens: 8, outputTokens: 10 }],
  });
  expect(ran).toEqual(["count"]);
  const usage = { inputTokens: 10, cachedInputTokens: 4, outputTokens: 5 };
  expect(seen).toEqual([
    { type: "tool-called", call: "call-count-1", tool: "count", input: { n: 1 } },
    { type: "tool-answered", call: "call-count-1", tool: "count", ok: true, output: "count 1" },
    { type: "step-finished", step: 1, model: "scripted", usage },
    { type: "text", delta: "All done." },
    { type: "step-finished", step: 2, model: "scripted", usage },
  ]);
  expect(resultsIn(model)).toEqual({ "call-count-1": "count 1" });
});

test("the model receives the system prompt, the task, and its own earlier steps", async () => {
  const { tools } = hostTools("count");
  const model = scriptModel([use(...text("Let me see."), call("count", {})), say("One.")]);
  await runScripted(model, { tools, system: "Be brief.", task: "Count." });
  const prompts = model.doStreamCalls.map(({ prompt }) =>
    prompt.map(({ role, content }) => (typeof content === "string" ? `${role}: ${content}` : role)),
  );
  expect(prompts).toEqual([
    ["system: Be brief.", "user"],
    ["system: Be brief.", "user", "assistant", "tool"],
  ]);
  expect(model.doStreamCalls[0]?.prompt[1]).toMatchObject({ content: [{ type: "text", text: "Count." }] });
});

test("reasoning is distinguished from text", async () => {
  const thought = { type: "reasoning-delta" as const, id: "r", delta: "Hm." };
  const model = scriptModel([
    [{ type: "reasoning-start", id: "r" }, thought, { type: "reasoning-end", id: "r" }, ...say("Yes.")],
  ]);
  const { result, seen } = await runScripted(model);
  expect(seen.slice(0, 2)).toEqual([
    { type: "reasoning", delta: "Hm." },
    { type: "text", delta: "Yes." },
  ]);
  expect(result.text).toBe("Yes.");
});

test("S3-38: a tool that an active skill does not allow is hidden, refused when called, and reported as refused", async () => {
  const { tools, ran } = hostTools("read", "deploy");
  const model = scriptModel([
    use(call("Skill", { skill: "reader" })),
    use(call("deploy", {}), call("read", { path: "notes.md" })),
    say("Done."),
  ]);
  const { seen } = await runScripted(model, { tools });
  const shown = model.doStreamCalls.map(({ tools: list = [] }) => list.some(({ name }) => name === "deploy"));
  expect(shown).toEqual([true, false, false]);
  expect(ran).toEqual(["read"]);
  const answered = seen.filter((event) => event.type === "tool-answered");
  expect(answered.map(({ tool: name, ok }) => [name, ok])).toEqual([
    ["Skill", true],
    ["deploy", false],
    ["read", true],
  ]);
  expect(resultsIn(model)["call-deploy-2"]).toMatch(/^Tool 'deploy' not allowed by active skill 'reader'\n/);
});

const asking = { policy: { layer: { kind: "user", name: "user", ask: tokenizeTools("deploy") } } } as const;

test("the session's approver is asked; its refusal is the call's result and is reported", async () => {
  const { tools, ran } = hostTools("deploy");
  const script = [use(call("deploy", { to: "a" })), use(call("deploy", { to: "b" })), say("Done.")];
  const model = scriptModel(script);
  const words = [true, false];
  const approver = async () => ({ approved: words.shift() ?? false, by: "ann" });
  const { seen } = await runScripted(model, { tools }, { ...asking, approver });
  expect(ran).toEqual(["deploy"]);
  const oks = seen.flatMap((event) => (event.type === "tool-answered" ? [event.ok] : []));
  expect(oks).toEqual([true, false]);
  expect(resultsIn(model)["call-deploy-2"]).toMatch(/^Tool 'deploy' was not run\n/);
});

test("an allowed call is not confused with one denied under the same id: some servers always send call_0", async () => {
  const { tools } = hostTools("deploy", "count");
  const script = [use(call("deploy", {}, "call_0")), use(call("count", {}, "call_0")), say("Done.")];
  const approver = async () => ({ approved: false });
  const { seen } = await runScripted(scriptModel(script), { tools }, { ...asking, approver });
  const oks = seen.flatMap((event) => (event.type === "tool-answered" ? [event.ok] : []));
  expect(oks).toEqual([false, true]);
});

test("a failing tool is a result, and the agent continues", async () => {
  const execute = async (): Promise<string> => {
    throw new Error("disk gone");
  };
  const model = scriptModel([use(call("read", {})), say("Sorry.")]);
  const { result, seen } = await runScripted(model, { tools: { read: tool({ inputSchema, execute }) } });
  expect(result).toMatchObject({ status: "finished", text: "Sorry." });
  expect(seen[1]).toMatchObject({ type: "tool-answered", tool: "read", ok: false, output: "disk gone" });
});

test("an agent that never finishes is stopped after its steps, and the number is reported", async () => {
  const { tools, ran } = hostTools("count");
  const model = scriptModel(Array.from({ length: 20 }, (_, n) => use(call("count", { n }))));
  const { result } = await runScripted(model, { tools, maxSteps: 7 });
  expect(result).toMatchObject({ status: "out-of-steps", steps: 7 });
  expect(ran).toHaveLength(7);
  expect(model.doStreamCalls).toHaveLength(7);
});

test("the model of a skill is used while the skill is active, and each model's use is summed", async () => {
  const { tools } = hostTools("count");
  const own = scriptModel([use(call("Skill", { skill: "thrifty" })), say("Never.")], "own");
  const small = scriptModel(
    [use(call("count", {})), use(call("skills_deactivate", { name: "thrifty" })), say("Small.")],
    "small-1",
  );
  const findModel = (name: string) => (name === "small" ? small : undefined);
  const { result, seen } = await runScripted(own, { tools, findModel });
  const [first, second] = result.usage;
  expect([first?.model, first?.inputTokens]).toEqual(["own", 20]);
  expect([second?.model, second?.inputTokens]).toEqual(["small-1", 20]);
  expect(seen.filter(({ type }) => type === "model-chosen")).toEqual([
    { type: "model-chosen", name: "small", found: true },
  ]);
  expect(result.text).toBe("Never.");
});

test("a missing model is reported once, and the agent's own is used", async () => {
  const { tools } = hostTools("count");
  const script = [use(call("Skill", { skill: "lavish" })), use(call("count", {})), say("Done.")];
  const { result, seen } = await runScripted(scriptModel(script), { tools, findModel: () => undefined });
  expect(seen.filter(({ type }) => type === "model-chosen")).toEqual([
    { type: "model-chosen", name: "huge", found: false },
  ]);
  expect(result).toMatchObject({ status: "finished", usage: [{ model: "scripted", inputTokens: 30 }] });
});

test("a skill that requests the agent's own model, by Claude Code's word for it, changes nothing", async () => {
  const { session } = createTestSession({ "plain/SKILL.md": skillText("plain", "model: inherit") });
  await session.activate({ skill: "plain" });
  const seen: string[] = [];
  const model = scriptModel([say("Done.")]);
  await runAgent({ session, model, task: "Go.", onEvent: ({ type }) => void seen.push(type) });
  expect(seen).toEqual(["text", "step-finished"]);
  await session.close();
});

test("skills activated for the turn are deactivated at its end, and the session stays open", async () => {
  const { session } = createTestSession({ "plain/SKILL.md": skillText("plain") });
  await session.activate({ skill: "plain", lifetime: "turn" });
  await runAgent({ session, model: scriptModel([say("Done.")]), task: "Go." });
  expect(session.active()).toEqual([]);
  expect(await session.activate({ skill: "plain" })).toMatchObject({ status: "activated" });
  await session.close();
});

test("an activated skill's instructions are in the model's context in every later step", async () => {
  const { tools } = hostTools("count");
  const more = Array.from({ length: 5 }, (_, n) => use(call("count", { n })));
  const model = scriptModel([use(call("Skill", { skill: "pdf-extract" })), ...more, say("Done.")]);
  await runScripted(model, { tools });
  for (const { prompt } of model.doStreamCalls.slice(1))
    expect(JSON.stringify(prompt)).toContain("Extract the text.");
});

test("a failing listener ends the run with its error: that is the host's bug, not the model's", async () => {
  const onEvent = (): void => {
    throw new Error("broken pipe");
  };
  const model = scriptModel([{ parts: text("Hm"), ends: "silence" }]);
  await expect(runScripted(model, { onEvent })).rejects.toThrow("broken pipe");
  expect(model.doStreamCalls).toHaveLength(1);
  expect(model.doStreamCalls[0]?.abortSignal?.aborted).toBe(true);
});

test("nothing is printed, neither a model's warnings nor its errors", async () => {
  const printing = [vi.spyOn(console, "error"), vi.spyOn(console, "warn"), vi.spyOn(process, "emitWarning")];
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const warnings = [{ type: "other" as const, message: "This model is old." }];
  await runScripted(
    scriptModel([{ error: apiError(500, "x") }, [{ type: "stream-start", warnings }, ...say("Done.")]]),
  );
  for (const print of printing) expect(print).not.toHaveBeenCalled();
});

test.each([
  ["a tool without a function", { pick: { inputSchema, outputSchema: inputSchema } }, /pick has no function/],
  [
    "a tool that asks by itself",
    { pay: tool({ inputSchema, needsApproval: true, execute: async () => "paid" }) },
    /pay has its own approval/,
  ],
  ["a tool with the name of a skill tool", hostTools("Skill").tools, /another tool has this name/],
  ["a second bash", hostTools("Bash").tools, /another tool has this name/],
])("%s is refused before the model is called", async (_, tools: ToolSet, reason) => {
  const model = scriptModel([say("Done.")]);
  const run = runScripted(model, { tools }, { agentTools: true });
  await expect(run).rejects.toMatchObject({ details: { reason: expect.stringMatching(reason) } });
  expect(model.doStreamCalls).toEqual([]);
});

test("a provider's own tool is shown only while every use of it is allowed", async () => {
  const provided = { type: "provider", id: "acme.web_search", args: {}, isProviderExecuted: true } as const;
  const tools = { web_search: { ...provided, inputSchema, outputSchema: inputSchema } };
  const model = scriptModel([use(call("Skill", { skill: "reader" })), say("Done.")]);
  await runScripted(model, { tools });
  const shown = model.doStreamCalls.map(({ tools: list = [] }) =>
    list.some(({ name }) => name === "web_search"),
  );
  expect(shown).toEqual([true, false]);
});

test("the last of two texts is the answer, and a step without text does not erase it", async () => {
  const { tools } = hostTools("count");
  const said = [...text("Working on it."), call("count", {}), finish("tool-calls")];
  const model = scriptModel([said, use(call("count", { n: 1 })), use(call("count", { n: 2 }))]);
  const { result } = await runScripted(model, { tools, maxSteps: 3 });
  expect(result).toMatchObject({ status: "out-of-steps", text: "Working on it." });
});
