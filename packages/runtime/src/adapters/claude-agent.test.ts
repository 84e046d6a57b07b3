import { expect, test } from "vitest";
import type { Session } from "../session/session.ts";
import { canUseTool, type HookInput, type HookOutput, hooks, skillTools } from "./claude-agent.ts";
import { openStage } from "./contract.ts";

// Inputs are those that Claude Code sends, shortened. With the real thing: test-optional/claude-agent.

const refusal = "Tool 'Bash' not allowed by active skill 'reader'";

test("a call that the session allows is left to the user's own permission rules, and intent and outcome are recorded", async () => {
  const { session, tell, events } = await openHooks();
  expect(await tell("PreToolUse", bash("b"))).toEqual({});
  expect(events).toEqual(["tool-call-allowed b"]);
  expect(await tell("PostToolUse", { ...bash("b"), tool_response: { stdout: "" } })).toEqual({});
  expect(events).toEqual(["tool-call-allowed b", "tool-call-finished b true"]);
  expect(session.active()).toEqual([]);
});

test("a call outside the active skill's list is denied with OmniForge's message", async () => {
  const { session, tell, events } = await openHooks();
  await session.activate({ skill: "reader" });
  const { hookSpecificOutput: answer } = await tell("PreToolUse", bash("b"));
  expect(answer).toMatchObject({ hookEventName: "PreToolUse", permissionDecision: "deny" });
  expect(firstLine(answer)).toBe(refusal);
  expect(events).toEqual(["tool-call-denied b"]);
});

test("a skill restricts the tools requested after it, even if all are requested at once", async () => {
  const { tell } = await openHooks();
  const [skill, first, second] = await Promise.all([
    tell("PreToolUse", {
      tool_name: "Skill",
      tool_use_id: "s",
      tool_input: { skill: "reader", args: "now" },
    }),
    tell("PreToolUse", bash("b")),
    tell("PreToolUse", { tool_name: "Read", tool_use_id: "r", tool_input: { file_path: "notes.md" } }),
  ]);
  expect([skill, firstLine(first.hookSpecificOutput), second]).toEqual([{}, refusal, {}]);
});

test("a refused skill is denied and restricts nothing", async () => {
  const { session, tell } = await openHooks();
  const unknown = { tool_name: "Skill", tool_use_id: "s", tool_input: { skill: "raeder" } };
  expect((await tell("PreToolUse", unknown)).hookSpecificOutput).toMatchObject({
    permissionDecision: "deny",
  });
  const nameless = { ...unknown, tool_input: "reader" };
  expect((await tell("PreToolUse", nameless)).hookSpecificOutput).toMatchObject({
    permissionDecision: "deny",
  });
  expect(session.active()).toEqual([]);
});

test("a skill that Claude Code failed to load is deactivated again", async () => {
  const { session, tell } = await openHooks();
  const skill = { tool_name: "Skill", tool_use_id: "s", tool_input: { skill: "reader" } };
  await tell("PreToolUse", skill);
  expect(session.active()).toHaveLength(1);
  await tell("PostToolUseFailure", { ...skill, error: "Declined." });
  expect(session.active()).toEqual([]);
});

test("a skill loaded a second time stays active when the second load fails", async () => {
  const { session, tell } = await openHooks();
  const skill = { tool_name: "Skill", tool_use_id: "s", tool_input: { skill: "reader" } };
  await tell("PreToolUse", skill);
  await tell("PostToolUse", skill);
  await tell("PreToolUse", { ...skill, tool_use_id: "s2" });
  await tell("PostToolUseFailure", { ...skill, tool_use_id: "s2", error: "Declined." });
  expect(session.active()).toHaveLength(1);
});

test("a call that Claude Code never made is recorded as not run", async () => {
  const { tell, events } = await openHooks();
  await tell("PreToolUse", bash("b"));
  await tell("PostToolBatch", { tool_calls: [{ tool_use_id: "b", tool_response: "Permission denied." }] });
  await tell("PostToolBatch", { tool_calls: [{ tool_use_id: "b" }] });
  expect(events).toEqual(["tool-call-allowed b", "tool-call-finished b false Not run: Permission denied."]);
});

test("calls still running when the session ends are recorded as ended with it", async () => {
  const { tell, events } = await openHooks();
  await tell("PreToolUse", bash("b"));
  await tell("SessionEnd", {});
  expect(events.at(-1)).toBe("tool-call-finished b false The session ended before the call did.");
});

test("only the user is asked when the policy requires approval", async () => {
  const { tell, events } = await openHooks();
  const deploy = { tool_name: "deploy", tool_use_id: "d", tool_input: { target: "site" } };
  const { hookSpecificOutput: answer } = await tell("PreToolUse", deploy);
  expect(answer).toEqual({
    hookEventName: "PreToolUse",
    permissionDecision: "ask",
    permissionDecisionReason: expect.stringContaining("deploy"),
  });
  expect(events).toEqual(["tool-call-allowed d"]);
});

test("input that a skill's hook changed is handed on", async () => {
  const { session } = await openStage();
  const guard: Session["guard"] = (...[tool, , ...rest]) =>
    session.guard(tool, { command: "ls -l" }, ...rest);
  const answer = await telling({ ...session, guard })("PreToolUse", bash("b"));
  expect(answer.hookSpecificOutput).toEqual({
    hookEventName: "PreToolUse",
    updatedInput: { command: "ls -l" },
  });
});

test("a skill hook's message about a finished call reaches the model", async () => {
  const { session } = await openStage();
  const guard: Session["guard"] = async (...given) => {
    const guarded = await session.guard(...given);
    return guarded.ok ? { ...guarded, note: "Mind the gap." } : guarded;
  };
  const tell = telling({ ...session, guard });
  await tell("PreToolUse", bash("b"));
  expect(await tell("PostToolUse", bash("b"))).toEqual({
    hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "Mind the gap." },
  });
});

test("a skill is active until the next user prompt, not an automated one", async () => {
  const { session, tell } = await openHooks();
  await tell("UserPromptExpansion", { command_name: "reader", command_args: "" });
  await tell("UserPromptSubmit", { source: "schedule_wakeup" });
  expect(session.active()).toMatchObject([{ name: "reader", trigger: "user", lifetime: "turn" }]);
  await tell("UserPromptSubmit", {});
  expect(session.active()).toEqual([]);
});

test("the host can keep skills active longer", async () => {
  const { session } = await openStage();
  const tell = telling(session, hooks(session, { lifetime: "session" }));
  await tell("UserPromptExpansion", { command_name: "reader", command_args: "" });
  await tell("UserPromptSubmit", {});
  expect(session.active()).toHaveLength(1);
});

test("a command that is not a skill of the session passes; a skill that may not start is blocked", async () => {
  const { session, tell } = await openHooks();
  expect(await tell("UserPromptExpansion", { command_name: "compact" })).toEqual({});
  await session.close();
  expect(await tell("UserPromptExpansion", { command_name: "reader" })).toMatchObject({ decision: "block" });
});

test("the session's tools are an MCP server's, and answer in JSON", async () => {
  const { session } = await openStage();
  const tools = await skillTools(session);
  const skill = tools.find(({ name }) => name === "Skill");
  expect(Object.keys(skill?.inputSchema ?? {})).toContain("skill");
  const answer = await skill?.handler({ skill: "reader" }, undefined);
  expect(JSON.stringify(JSON.parse(answer?.content[0]?.text ?? ""))).toContain("Read the notes.");
  expect(session.active()).toHaveLength(1);
});

test("a person's no is final, and a yes holds while nothing forbids the call", async () => {
  const { session } = await openStage();
  const no = canUseTool(session, async () => ({ behavior: "deny", message: "No." }));
  const yes = canUseTool(session, async () => ({ behavior: "allow" }));
  const later = canUseTool(session, async () => null);
  expect(await no("Bash", { command: "ls" }, { toolUseID: "b" })).toEqual({
    behavior: "deny",
    message: "No.",
  });
  expect(await yes("Bash", { command: "ls" }, { toolUseID: "b" })).toEqual({ behavior: "allow" });
  expect(await later("Bash", { command: "ls" }, { toolUseID: "b" })).toBeNull();
});

function bash(id: string): Partial<HookInput> {
  return { tool_name: "Bash", tool_use_id: id, tool_input: { command: "ls", description: "Lists files" } };
}

type Tell = (event: keyof ReturnType<typeof hooks>, input: Partial<HookInput>) => Promise<HookOutput>;

async function openHooks(): Promise<{
  readonly session: Session;
  readonly tell: Tell;
  readonly events: string[];
}> {
  const { session } = await openStage();
  const events: string[] = [];
  session.events.subscribe((event) => {
    if (event.event === "tool-call-finished")
      events.push([event.event, event.call, event.ok, event.error].join(" ").trimEnd());
    else if (event.event.startsWith("tool-call-") && "call" in event)
      events.push(`${event.event} ${event.call}`);
  });
  return { session, tell: telling(session), events };
}

function telling(session: Session, registered = hooks(session)): Tell {
  return async (event, input) => {
    const hook = registered[event][0]?.hooks[0];
    const { signal } = new AbortController();
    return (await hook?.({ hook_event_name: event, ...input }, input.tool_use_id, { signal })) ?? {};
  };
}

function firstLine(answer: HookOutput["hookSpecificOutput"]): string | undefined {
  if (answer?.hookEventName !== "PreToolUse") return undefined;
  return answer.permissionDecisionReason?.split("\n")[0];
}
