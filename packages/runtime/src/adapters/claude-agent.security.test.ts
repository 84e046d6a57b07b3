import { expect, test } from "vitest";
import type { Session } from "../session/session.ts";
import { canUseTool, type HookInput, type HookOutput, hooks } from "./claude-agent.ts";
import { openStage } from "./contract.ts";

const denied = { hookSpecificOutput: { permissionDecision: "deny" } };

test("no answer ever says allow, which would bypass the user's own rules", async () => {
  const { session } = await openStage();
  const answers = await Promise.all(
    ["Bash", "Read", "deploy", "mcp__server__tool"].map((tool_name) =>
      ask(session, { tool_name, tool_use_id: tool_name, tool_input: {} }),
    ),
  );
  expect(JSON.stringify(answers)).not.toContain('"allow"');
});

test("a call without an id or a name is denied", async () => {
  const { session } = await openStage();
  expect(await ask(session, { tool_name: "Read", tool_input: {} })).toMatchObject(denied);
  expect(await ask(session, { tool_use_id: "r", tool_input: {} })).toMatchObject(denied);
});

test("a call cannot hide behind a running one with the same id", async () => {
  const { session } = await openStage();
  const registered = hooks(session);
  const call = { tool_name: "Read", tool_use_id: "c", tool_input: { file_path: "notes.md" } };
  expect(await ask(session, call, { registered })).toEqual({});
  expect(await ask(session, call, { registered })).toMatchObject(denied);
  const end = registered.PostToolUse[0]?.hooks[0];
  await end?.({ hook_event_name: "PostToolUse", ...call }, "c", { signal: new AbortController().signal });
  expect(await ask(session, call, { registered })).toEqual({});
});

const loading = (id: string, skill: string, args?: string): Partial<HookInput> => ({
  tool_name: "Skill",
  tool_use_id: id,
  tool_input: { skill, ...(args === undefined ? {} : { args }) },
});

test("a skill that fails to load does not lift the restriction of one that was loaded after it in the same batch", async () => {
  const { session } = await openStage();
  const registered = hooks(session);
  await Promise.all([
    ask(session, loading("a", "searcher"), { registered }),
    ask(session, loading("b", "reader"), { registered }),
  ]);
  await report("PostToolUse", loading("b", "reader"), registered);
  await report("PostToolUseFailure", { ...loading("a", "searcher"), error: "Declined." }, registered);
  expect(session.active().map(({ name }) => name)).toEqual(["reader"]);
  expect(session.review("Bash", { command: "ls" }).effect).toBe("deny");
  expect(session.review("Read", { path: "notes.md" }).effect).toBe("allow");
});

test.each([
  ["the same arguments", undefined],
  ["other arguments", "again"],
])("a load that fails does not lift the restriction of an earlier one, with %s", async (_, args) => {
  const { session } = await openStage();
  const registered = hooks(session);
  await ask(session, loading("first", "reader"), { registered });
  await ask(session, loading("second", "reader", args), { registered });
  // The first was loaded and is not reported yet, or already is.
  await report("PostToolUseFailure", { ...loading("second", "reader"), error: "Declined." }, registered);
  expect(session.review("Bash", { command: "ls" }).effect).toBe("deny");
});

test("of two loads of a skill at once, the failure of the first leaves the restriction of the second", async () => {
  const { session } = await openStage();
  const registered = hooks(session);
  await Promise.all(["one", "two"].map((id) => ask(session, loading(id, "reader"), { registered })));
  await report("PostToolUseFailure", { ...loading("one", "reader"), error: "Declined." }, registered);
  await report("PostToolUse", loading("two", "reader"), registered);
  expect(session.review("Bash", { command: "ls" }).effect).toBe("deny");
});

test.each(["at once", "later"])(
  "a refused call with the id of a skill call does not lift the skill, %s",
  async (when) => {
    const { session } = await openStage();
    const registered = hooks(session);
    const twin = { tool_name: "Bash", tool_use_id: "s", tool_input: { command: "ls" } };
    const first = ask(session, loading("s", "reader"), { registered });
    if (when === "later") await first;
    expect(await ask(session, twin, { registered })).toMatchObject(denied);
    await first;
    await report(
      "PostToolBatch",
      { tool_calls: [{ tool_use_id: "s", tool_response: "Denied." }] },
      registered,
    );
    expect(session.review("Bash", { command: "ls" }).effect).toBe("deny");
  },
);

test("a load that fails lifts no restriction that lasts for the session", async () => {
  const { session } = await openStage();
  await session.activate({ skill: "reader", lifetime: "session" });
  const registered = hooks(session);
  await ask(session, loading("s", "reader", "again"), { registered });
  await report("PostToolUseFailure", { ...loading("s", "reader"), error: "Declined." }, registered);
  expect(session.review("Bash", { command: "ls" }).effect).toBe("deny");
});

test.for([
  ["another SDK server", { source: "sdk", name: "other" }],
  ["a project's server of our name", { source: "project", name: "skillwright" }],
  ["an unknown kind of server", { source: "SDK", name: "skillwright" }],
  ["no server at all", undefined],
] as const)("a tool that only looks like the session's own is guarded: %s", async ([, mcp_server]) => {
  const { session } = await openStage();
  await session.activate({ skill: "reader" });
  const tool_name = "mcp__skillwright__skills_run_anything";
  const server = mcp_server === undefined ? {} : { mcp_server };
  expect(await ask(session, { tool_name, tool_use_id: "t", tool_input: {}, ...server })).toMatchObject(
    denied,
  );
});

test("a call that Claude Code gave up waiting for is denied, and recorded as not run", async () => {
  const { session } = await openStage();
  const endings: unknown[] = [];
  session.events.subscribe((event) => {
    if (event.event === "tool-call-finished") endings.push(event.ok);
  });
  const call = { tool_name: "Bash", tool_use_id: "b", tool_input: { command: "ls" } };
  expect(await ask(session, call, { signal: AbortSignal.abort() })).toMatchObject(denied);
  expect(endings).toEqual([false]);
});

test("Claude Code is instructed to stop the call when a guarding hook fails", async () => {
  const { session } = await openStage();
  const { PreToolUse, UserPromptExpansion } = hooks(session);
  for (const [matcher] of [PreToolUse, UserPromptExpansion]) {
    expect(matcher?.onFailure).toBe("block");
    expect(matcher).not.toHaveProperty("matcher");
  }
});

test("an approval is invalid once a skill forbids the call", async () => {
  const { session } = await openStage();
  const ask = canUseTool(session, async () => {
    await session.activate({ skill: "reader" });
    return { behavior: "allow" };
  });
  expect(await ask("Bash", { command: "ls" }, { toolUseID: "b" })).toMatchObject({
    behavior: "deny",
    message: expect.stringMatching(/^Tool 'Bash' not allowed by active skill 'reader'\n/),
  });
});

test("input that a person changed is decided again", async () => {
  const { session } = await openStage();
  await session.activate({ skill: "reader" });
  const looked: unknown[] = [];
  session.events.subscribe((event) => {
    if (event.event === "tool-call-denied") looked.push(event.input);
  });
  const ask = canUseTool(session, async () => ({ behavior: "allow", updatedInput: { command: "ls -l" } }));
  expect(await ask("Bash", { command: "ls" }, { toolUseID: "b" })).toMatchObject({ behavior: "deny" });
  expect(looked).toEqual([{ command: "ls -l" }]);
});

type AskOptions = { readonly registered?: ReturnType<typeof hooks>; readonly signal?: AbortSignal };

async function ask(
  session: Session,
  input: Partial<HookInput>,
  { registered = hooks(session), signal = new AbortController().signal }: AskOptions = {},
): Promise<HookOutput | undefined> {
  const hook = registered.PreToolUse[0]?.hooks[0];
  return hook?.({ hook_event_name: "PreToolUse", ...input }, input.tool_use_id, { signal });
}

async function report(
  event: keyof ReturnType<typeof hooks>,
  input: Partial<HookInput>,
  registered: ReturnType<typeof hooks>,
): Promise<void> {
  const { signal } = new AbortController();
  await registered[event][0]?.hooks[0]?.({ hook_event_name: event, ...input }, input.tool_use_id, { signal });
}
