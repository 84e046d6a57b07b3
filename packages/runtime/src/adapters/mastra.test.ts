import { expect, test } from "vitest";
import type { Session } from "../session/session.ts";
import { openStage } from "./contract.ts";
import { expectApproval, hooks, prepareStep, requireToolApproval, skillTools, wrapTools } from "./mastra.ts";

// With the real SDK: test-optional/mastra.

const refusal = "Tool 'bash' not allowed by active skill 'reader'";
const mark = Symbol.for("mastra.core.tool.Tool");

test("the session's tools have a name, a schema and an execute function", async () => {
  const { session } = await openStage();
  const tools = await skillTools(session);
  expect(Object.keys(tools)).toContain("Skill");
  expect(tools.Skill).toMatchObject({ id: "Skill", inputSchema: { type: "object" } });
  await tools.Skill?.execute({ skill: "reader" });
  expect(session.active().map(({ name }) => name)).toEqual(["reader"]);
});

test("a wrapped tool is refused with OmniForge's message and does not run", async () => {
  const { session } = await openStage();
  await session.activate({ skill: "reader" });
  const { bash } = wrapTools(session, { bash: createTool("bash") });
  expect(firstLine(await bash.execute({ command: "ls" }, context))).toBe(refusal);
});

test("an allowed wrapped tool gets its input, its context and its own `this`", async () => {
  const { session } = await openStage();
  const { bash } = wrapTools(session, { bash: createTool("bash") });
  expect(await bash.execute({ command: "ls" }, context)).toEqual([{ command: "ls" }, context, "bash"]);
});

test("wrapping keeps Mastra's marker and all other properties", async () => {
  const { session } = await openStage();
  const tool = { ...createTool("bash"), requireApproval: true };
  const { bash } = wrapTools(session, { bash: tool });
  expect({ ...bash, execute: tool.execute }).toEqual(tool);
  expect(mark in bash).toBe(true);
});

test("a tool wrapped twice, and one of the session's own, are guarded once", async () => {
  const { session } = await openStage();
  const once = wrapTools(session, { bash: createTool("bash") });
  expect(wrapTools(session, once).bash).toBe(once.bash);
  const own = await skillTools(session);
  expect(wrapTools(session, own).Skill).toBe(own.Skill);
});

test("a tool that runs elsewhere is returned unchanged, and shown only while each of its uses is allowed", async () => {
  const { session } = await openStage();
  const search = { id: "provider.web_search", type: "provider-defined" };
  const tools = wrapTools(session, { search, read: createTool("read"), bash: createTool("bash") });
  expect(tools.search).toBe(search);
  const prepare = prepareStep(session);
  expect(prepare({ tools })).toEqual({ activeTools: ["search", "read", "bash"] });
  await session.activate({ skill: "reader" });
  expect(prepare({ tools })).toEqual({ activeTools: ["read"] });
});

test("a tool's own wording is for its results, not for refusals", async () => {
  const { session } = await openStage();
  const tool = { ...createTool("bash"), toModelOutput: () => ({ type: "text", value: "worded" }) };
  const { bash } = wrapTools<{ bash: { toModelOutput: (output: unknown) => unknown } }>(session, {
    bash: tool,
  });
  expect(bash.toModelOutput("fine")).toEqual({ type: "text", value: "worded" });
  expect(bash.toModelOutput(refusal)).toEqual({ type: "error-text", value: refusal });
});

test("a skill hook's message about a call follows its result", async () => {
  const { session } = await openStage();
  const tool = { execute: async () => "done" };
  const { bash } = wrapTools({ ...session, guard: withNote(session) }, { bash: tool });
  expect(await bash.execute()).toBe("done\n\nMind the gap.");
});

test("with hooks, an allowed call runs, and its end is recorded", async () => {
  const { session } = await openStage();
  const events = listen(session);
  const { beforeToolCall, afterToolCall } = await hooks(session);
  const call = { toolName: "bash", input: { command: "ls" }, context: { toolCallId: "c" } };
  expect(await beforeToolCall(call)).toBeUndefined();
  expect(events).toEqual(["tool-call-allowed c"]);
  await afterToolCall({ ...call, output: "done" });
  expect(events).toEqual(["tool-call-allowed c", "tool-call-finished c true"]);
});

test("with hooks a failed tool is recorded as failed", async () => {
  const { session } = await openStage();
  const events = listen(session);
  const { beforeToolCall, afterToolCall } = await hooks(session);
  const call = { toolName: "bash", input: { command: "ls" }, context: { toolCallId: "c" } };
  await beforeToolCall(call);
  await afterToolCall({ ...call, error: new Error("out of paper") });
  expect(events.at(-1)).toBe("tool-call-finished c false");
});

test("with hooks, two calls with the same id end separately", async () => {
  const { session } = await openStage();
  const events = listen(session);
  const { beforeToolCall, afterToolCall } = await hooks(session);
  const first = { toolName: "bash", input: {}, context: { toolCallId: "c" } };
  const second = { toolName: "read", input: {}, context: { toolCallId: "c" } };
  await beforeToolCall(first);
  await beforeToolCall(second);
  await afterToolCall({ ...second, error: "no" });
  await afterToolCall({ ...first, output: "yes" });
  expect(events.slice(2)).toEqual(["tool-call-finished c false", "tool-call-finished c true"]);
});

test("with hooks, a skill requested before a tool restricts it, though Mastra calls both hooks before it runs either", async () => {
  const { session } = await openStage();
  const { beforeToolCall } = await hooks(session);
  const skill = beforeToolCall({ toolName: "Skill", input: { skill: "reader" }, context: {} });
  const bash = beforeToolCall({ toolName: "bash", input: { command: "ls" }, context: {} });
  expect(await skill).toMatchObject({ proceed: false });
  const answer = await bash;
  expect(answer?.proceed).toBe(false);
  expect(firstLine(answer?.output)).toBe(refusal);
});

test("with hooks, a call whose input a skill's hook changed is refused, since Mastra would run it unchanged", async () => {
  const { session } = await openStage();
  const events = listen(session);
  const guard: Session["guard"] = (...[tool, , ...rest]) =>
    session.guard(tool, { command: "ls -l" }, ...rest);
  const { beforeToolCall } = await hooks({ ...session, guard });
  const answer = await beforeToolCall({
    toolName: "bash",
    input: { command: "ls" },
    context: { toolCallId: "c" },
  });
  expect(firstLine(answer?.output)).toBe("Tool 'bash' was not run");
  expect(events.at(-1)).toBe("tool-call-finished c false");
});

test("Mastra asks a person exactly when the policy requires it", async () => {
  const { session } = await openStage();
  const isAsked = requireToolApproval(session);
  expect(isAsked({ toolName: "deploy", args: { target: "site" } })).toBe(true);
  expect(isAsked({ toolName: "bash", args: { command: "ls" } })).toBe(false);
});

test("a person's approval is valid for one run of the call that was shown", async () => {
  const { session } = await openStage();
  const { deploy } = wrapTools(session, { deploy: { execute: async (..._given: unknown[]) => "deployed" } });
  expectApproval(session, { toolCallId: "c", toolName: "deploy", args: { target: "site" } });
  expect(await deploy.execute({ target: "site" }, context)).toBe("deployed");
  expect(firstLine(await deploy.execute({ target: "site" }, context))).toBe("Tool 'deploy' was not run");
});

test("approving one call does not approve another", async () => {
  const { session } = await openStage();
  const { deploy } = wrapTools(session, { deploy: { execute: async (..._given: unknown[]) => "deployed" } });
  expectApproval(session, { toolCallId: "c", toolName: "deploy", args: { target: "site" } });
  expect(firstLine(await deploy.execute({ target: "bank" }, context))).toBe("Tool 'deploy' was not run");
});

const context = { agent: { toolCallId: "c" } };

function createTool(id: string) {
  return {
    [mark]: true,
    id,
    async execute(input: unknown, given: unknown): Promise<unknown> {
      return [input, given, this.id];
    },
  };
}

function firstLine(output: unknown): string | undefined {
  return String(output).split("\n")[0];
}

function withNote(session: Session): Session["guard"] {
  return async (...given) => {
    const guarded = await session.guard(...given);
    return guarded.ok ? { ...guarded, note: "Mind the gap." } : guarded;
  };
}

function listen(session: Session): string[] {
  const events: string[] = [];
  session.events.subscribe((event) => {
    if (event.event === "tool-call-allowed") events.push(`${event.event} ${event.call}`);
    if (event.event === "tool-call-finished") events.push(`${event.event} ${event.call} ${event.ok}`);
  });
  return events;
}
