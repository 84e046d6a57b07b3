import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import type { AuditEvent } from "@skillwright/core/audit";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/run-process.ts";
import { sessionLimits } from "./limits.ts";
import type { RunSubagent, SubagentTask } from "./session.ts";
import { createTestSession, skillText } from "./test-session.ts";

const survey = { "survey/SKILL.md": skillText("survey", "context: fork", "Survey $ARGUMENTS and report.") };

/** A sub-agent that runs the test's function, and records its input. */
function subagent(
  act: (task: SubagentTask) => Promise<string> | string = () => "The report.",
): RunSubagent & { readonly tasks: readonly SubagentTask[] } {
  const tasks: SubagentTask[] = [];
  const run: RunSubagent = async (task) => {
    tasks.push(task);
    return { text: await act(task) };
  };
  return Object.assign(run, { tasks });
}

test("S3-40: a skill with its own context runs in a sub-agent, and only the answer comes back", async () => {
  const runSubagent = subagent();
  const { session } = createTestSession(survey, { runSubagent });
  const result = await session.activate({ skill: "survey", arguments: "the shop" });
  expect(result).toMatchObject({ status: "forked", skill: { name: "survey" } });
  expect(result.text).toMatch(/^The "survey" skill ran in a sub-agent, .*\n\nThe report\.$/);
  expect(session.active()).toEqual([]);
  expect(runSubagent.tasks[0]?.instructions).toMatch(/^The "survey" skill is loading/);
  await session.activate({ skill: "survey" });
  expect(runSubagent.tasks[1]).toMatchObject({ input: "" });
});

test("a host that starts sub-agents here starts them here, whatever it does itself", async () => {
  const { session } = createTestSession(survey, { runSubagent: subagent(), forks: "host" });
  expect(await session.activate({ skill: "survey" })).toMatchObject({ status: "forked" });
  expect(session.active()).toEqual([]);
});

test("a sub-agent that stops its caller and fails at once is an answer", async () => {
  const unhandled: unknown[] = [];
  const hear = (error: unknown): number => unhandled.push(error);
  process.on("unhandledRejection", hear);
  const caller = new AbortController();
  const runSubagent = (): never => {
    caller.abort();
    throw new Error("no luck");
  };
  const { session } = createTestSession(survey, { runSubagent });
  const result = await session.activate({ skill: "survey", signal: caller.signal });
  expect(result).toMatchObject({ code: "fork-failed", text: expect.stringContaining("no luck") });
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", hear);
  expect(unhandled).toEqual([]);
});

test("S3-40: the sub-agent gets the instructions, the input and its own session, and nothing else", async () => {
  const runSubagent = subagent(({ session }) => JSON.stringify(session.active().map(({ name }) => name)));
  const files = { ...survey, "secret/SKILL.md": skillText("secret", "", "The launch code is 4711.") };
  const { session } = createTestSession(files, { runSubagent });
  await session.activate({ skill: "secret" });
  const { text } = await session.activate({ skill: "survey", arguments: "the shop" });
  const [task] = runSubagent.tasks;
  expect(Object.keys(task ?? {}).sort()).toEqual([
    "depth",
    "input",
    "instructions",
    "session",
    "signal",
    "skill",
  ]);
  expect(task).toMatchObject({ skill: "survey", input: "the shop", depth: 1 });
  expect(task?.instructions).toContain("Survey the shop and report.");
  expect(task?.instructions).not.toContain("4711");
  expect(task?.session.protectedContent()).not.toContain("4711");
  expect(text).toContain('["survey"]');
});

test("the agent and model a skill asks for reach the sub-agent; the kind restricts it", async () => {
  const runSubagent = subagent(async ({ session }) => {
    const read = await session.guard("Read", { path: "a" }, () => "read");
    const write = await session.guard("Write", { path: "a" }, () => "written");
    return `${read.ok} ${write.ok} ${write.ok ? "" : write.denial.text}`;
  });
  const head = "context: fork\nagent: Explore\nmodel: haiku";
  const { session } = createTestSession({ "far/SKILL.md": skillText("far", head) }, { runSubagent });
  const { text } = await session.activate({ skill: "far" });
  expect(runSubagent.tasks[0]).toMatchObject({ agent: "Explore", model: "haiku" });
  expect(runSubagent.tasks[0]?.instructions).toMatch(/^You look around and report what you find\./);
  expect(text).toContain("true false Tool 'Write' not allowed by the policy of the agent explore");
});

test("a host's own agent kind is found by name; an unknown one is refused with the known names", async () => {
  const runSubagent = subagent();
  const agents = { reviewer: { tools: ["Read"], instructions: "You review." } };
  const files = {
    "near/SKILL.md": skillText("near", "context: fork\nagent: Reviewer"),
    "far/SKILL.md": skillText("far", "context: fork\nagent: astronaut"),
  };
  const { session } = createTestSession(files, { runSubagent, agents });
  expect(await session.activate({ skill: "near" })).toMatchObject({ status: "forked" });
  expect(runSubagent.tasks[0]?.instructions).toMatch(/^You review\./);
  expect(await session.activate({ skill: "far" })).toEqual({
    status: "refused",
    code: "agent-unknown",
    text: "The skill far asks for the agent astronaut, which this host does not have. Available: general-purpose, explore, plan, reviewer.",
  });
  expect(runSubagent.tasks).toHaveLength(1);
});

test("without a host that starts sub-agents, such a skill is refused", async () => {
  const { session } = createTestSession(survey);
  expect(await session.activate({ skill: "survey" })).toMatchObject({ code: "fork-unavailable" });
});

test("for a host that starts its own sub-agents, such a skill is active here, restricts, and states what it needs", async () => {
  const head = "context: fork\nagent: explore\nmodel: small\nallowed-tools: Read";
  const { session } = createTestSession({ "survey/SKILL.md": skillText("survey", head) }, { forks: "host" });
  const load = (await session.tools()).find(({ name }) => name === "skills_load");
  expect(await load?.call({ name: "survey" })).toMatchObject({
    ok: true,
    data: { fork_request: { agent: "explore", model: "small" }, allowed_tools: ["Read"] },
  });
  expect(session.active()).toMatchObject([{ id: "survey", forks: { agent: "explore" } }]);
  expect(session.review("Bash", { command: "ls" })).toMatchObject({ effect: "deny" });
});

test("a host that starts its own sub-agents starts none for a skill that needs none", async () => {
  const { session } = createTestSession({ "near/SKILL.md": skillText("near") }, { forks: "host" });
  await session.activate({ skill: "near" });
  expect(session.active()).toMatchObject([{ id: "near" }]);
  expect(session.active()[0]).not.toHaveProperty("forks");
});

test("records name both sessions, before and after", async () => {
  const runSubagent = subagent(async ({ session }) => {
    await session.guard("Read", { path: "a" }, () => "x");
    return "ok";
  });
  const { session, events } = createTestSession(survey, { runSubagent });
  const heard: AuditEvent[] = [];
  session.events.subscribe((event) => heard.push(event));
  await session.activate({ skill: "survey" });
  await session.close();
  const child = runSubagent.tasks[0]?.session.id;
  const told = events().map(({ session: id, event }) => `${id === child ? "child" : "parent"} ${event}`);
  expect(told).toEqual([
    "parent session-started",
    "parent skill-activating",
    "child session-started",
    "child skill-activated",
    "parent subagent-started",
    "child tool-call-allowed",
    "child tool-call-finished",
    "parent subagent-finished",
    "child skill-deactivated",
    "child session-ended",
    "parent session-ended",
  ]);
  expect(events().find(({ event }) => event === "subagent-started")).toMatchObject({ child, depth: 1 });
  expect(events().find(({ event }) => event === "subagent-finished")).toMatchObject({ child, ok: true });
  expect(events().find(({ session: id }) => id === child)).toMatchObject({ parent: session.id });
  expect(heard.map(({ event }) => event)).toEqual(events().map(({ event }) => event));
});

test("a failing sub-agent is an answer, and its session is closed", async () => {
  const runSubagent = subagent(() => {
    throw new SkillError("tool-timed-out", { what: "the model said nothing" });
  });
  const { session, events } = createTestSession(survey, { runSubagent });
  expect(await session.activate({ skill: "survey" })).toEqual({
    status: "refused",
    code: "fork-failed",
    text: "The sub-agent of the skill survey did not answer: Timeout exceeded: the model said nothing.",
  });
  expect(events().findLast(({ event }) => event === "subagent-finished")).toMatchObject({ ok: false });
  expect(events().filter(({ event }) => event === "skill-refused")).toMatchObject([
    { reason: "fork-failed" },
  ]);
  const late = await runSubagent.tasks[0]?.session.guard("Read", {}, () => "ran");
  expect(late).toMatchObject({ ok: false });
});

test("the calling agent's calls do not wait for its sub-agent", async () => {
  const done = Promise.withResolvers<string>();
  const { session } = createTestSession(survey, { runSubagent: subagent(() => done.promise) });
  const forked = session.activate({ skill: "survey" });
  expect(await session.guard("Read", { path: "a" }, () => "read")).toMatchObject({ ok: true });
  done.resolve("late");
  expect((await forked).text).toContain("late");
});

test("aborting the caller or closing the session stops a sub-agent that would run forever", async () => {
  const forever = (): Promise<string> => new Promise(() => {});
  const { session, events } = createTestSession(survey, { runSubagent: subagent(forever) });
  const caller = new AbortController();
  const first = session.activate({ skill: "survey", signal: caller.signal });
  caller.abort();
  expect(await first).toMatchObject({ code: "fork-failed" });
  const runSubagent = subagent(forever);
  const second = createTestSession(survey, { runSubagent });
  const forked = second.session.activate({ skill: "survey" });
  await expect.poll(() => runSubagent.tasks.length).toBe(1);
  await second.session.close();
  expect(await forked).toMatchObject({ code: "fork-failed" });
  expect(second.events().at(-1)).toMatchObject({ event: "session-ended", session: second.session.id });
  expect(events().findLast(({ event }) => event === "subagent-finished")).toMatchObject({ ok: false });
});

test("nested sub-agents are counted, and cycles are found", async () => {
  const answers: string[] = [];
  const deeper: Readonly<Record<string, string>> = { one: "two", two: "three" };
  const runSubagent = subagent(async ({ session, skill }) => {
    const inner = deeper[skill];
    if (inner === undefined) return "bottom";
    const result = await session.activate({ skill: inner });
    answers.push(`${skill} ${result.status} ${result.status === "refused" ? result.code : ""}`.trim());
    const back = await session.activate({ skill: "one", arguments: "again" });
    answers.push(`${skill} ${back.status === "refused" ? back.text : back.status}`);
    return result.text;
  });
  const files = Object.fromEntries(
    ["one", "two", "three"].map((name) => [`${name}/SKILL.md`, skillText(name, "context: fork")]),
  );
  const { session } = createTestSession(files, { runSubagent });
  await session.activate({ skill: "one" });
  expect(runSubagent.tasks.map(({ skill, depth }) => [skill, depth])).toEqual([
    ["one", 1],
    ["two", 2],
  ]);
  expect(sessionLimits.subagentDepth).toBe(2);
  expect(answers).toEqual([
    "two refused fork-too-deep",
    expect.stringContaining("two Skills would activate each other in a cycle: one → two → one."),
    "one forked",
    expect.stringContaining("one Skills would activate each other in a cycle: one → one."),
  ]);
});

test("the Skill tool and skills_load return the sub-agent's answer", async () => {
  const { session } = createTestSession(survey, { runSubagent: subagent() });
  const tools = await session.tools();
  const call = (name: string, input: unknown): unknown =>
    tools.find((tool) => tool.name === name)?.call(input);
  expect(await call("Skill", { skill: "survey" })).toMatchObject({
    success: true,
    result: { skill_name: "survey", forked: true, content: expect.stringContaining("The report.") },
  });
  expect(await call("skills_load", { name: "survey" })).toMatchObject({
    ok: true,
    data: { name: "survey", forked: true, content: expect.stringContaining("The report.") },
  });
});

test("a skill that cannot start in its sub-agent starts none", async () => {
  const runSubagent = subagent();
  const text = skillText("far", "context: fork\nhooks:\n  pre: scripts/check.sh");
  const files = { "far/SKILL.md": text, "far/scripts/check.sh": "echo not today >&2; exit 2\n" };
  const { session, events } = createTestSession(files, { runSubagent, sandbox: createUnconfinedSandbox() });
  expect(await session.activate({ skill: "far" })).toMatchObject({ status: "refused", code: "hook-blocked" });
  expect(runSubagent.tasks).toEqual([]);
  const kinds = events().map(({ event }) => event);
  expect(kinds).not.toContain("subagent-started");
  // Why it failed is recorded where it was requested.
  expect(events().filter(({ event }) => event === "skill-refused")).toMatchObject([
    { session: session.id, skill: "far", reason: "hook-blocked" },
  ]);
});

test("a long answer is complete up to its own limit", async () => {
  const long = "A line of the report.\n".repeat(2500);
  const { session } = createTestSession(survey, { runSubagent: subagent(() => long) });
  const { text } = await session.activate({ skill: "survey" });
  expect(text).toContain(long.trimEnd());
});

test("the sandbox is recorded once with its self-test, and not again for sub-agents", async () => {
  const proof = { held: ["network-off"], failed: [] };
  const sandbox = { ...createUnconfinedSandbox(), name: "test", confines: true, proof };
  const { session, events } = createTestSession(survey, { runSubagent: subagent(), sandbox });
  await session.activate({ skill: "survey" });
  await session.close();
  const opened = events().filter(({ event }) => event === "sandbox-opened");
  expect(opened).toMatchObject([{ session: session.id, sandbox: "test", confines: true, ...proof }]);
});

test("hooks of surrounding skills are informed of a sub-agent's finished calls", async () => {
  const hook =
    "hooks:\n  PostToolUse:\n    - matcher: Read\n      hooks:\n        - type: command\n          command: echo told >> heard.txt";
  const files = { ...survey, "watch/SKILL.md": skillText("watch", hook) };
  const runSubagent = subagent(async ({ session }) => {
    await session.guard("Read", { path: "a" }, () => "x");
    return "ok";
  });
  const sandbox = createUnconfinedSandbox();
  const { session, workspace } = createTestSession(files, { runSubagent, sandbox });
  await session.activate({ skill: "watch" });
  await session.activate({ skill: "survey" });
  expect(readFileSync(join(workspace, "heard.txt"), "utf8")).toBe("told\n");
});
