import { expect, test } from "vitest";
import { copyInput } from "./guard.ts";
import { createTestSession, skillText } from "./test-session.ts";

const review = { "review/SKILL.md": skillText("review", "allowed-tools: Read Bash(git:*)") };

test("S3-38: a tool off the active skill's list is refused and never runs", async () => {
  const { session } = createTestSession(review);
  await session.activate({ skill: "review" });
  let ran = false;
  const outcome = await session.guard("Write", { path: "a.txt", content: "x" }, () => {
    ran = true;
  });
  expect(ran).toBe(false);
  expect(outcome).toEqual({
    ok: false,
    denial: {
      tool: "Write",
      decision: expect.objectContaining({ effect: "deny", layer: "skill review", reason: "not-on-the-list" }),
      text: expect.stringMatching(/^Tool 'Write' not allowed by active skill 'review'\n/),
    },
  });
});

test("a refusal names the allowed list and how to leave the skill", async () => {
  const { session } = createTestSession(review);
  await session.activate({ skill: "review" });
  const outcome = await session.guard("Write", { path: "a.txt" }, () => "ran");
  expect(outcome.ok ? "" : outcome.denial.text.split("\n").slice(2)).toEqual([
    "Allowed tools: Read, Bash(git:*), and the skill tools.",
    'If the task cannot be done with them, leave the skill with skills_deactivate {"name":"review"} and tell the user why.',
  ]);
});

test("a tool on the list runs, and its result comes back unchanged", async () => {
  const { session } = createTestSession(review);
  await session.activate({ skill: "review" });
  const value = { status: "clean" };
  const outcome = await session.guard("bash_exec", { command: "git status" }, () => value);
  expect(outcome).toEqual({ ok: true, value });
  expect(outcome.ok && outcome.value).toBe(value);
});

test("S3-37: without an active skill, and after leaving it, every tool runs", async () => {
  const { session } = createTestSession(review);
  expect(await session.guard("Write", {}, () => 1)).toEqual({ ok: true, value: 1 });
  await session.activate({ skill: "review" });
  expect((await session.guard("Write", {}, () => 2)).ok).toBe(false);
  await session.deactivate();
  expect(await session.guard("Write", {}, () => 3)).toEqual({ ok: true, value: 3 });
});

test("a skill and a tool requested at once: the tool is decided under the skill", async () => {
  const { session } = createTestSession(review);
  const [activation, write] = await Promise.all([
    session.activate({ skill: "review" }),
    session.guard("Write", {}, () => "ran"),
  ]);
  expect(activation.status).toBe("activated");
  expect(write.ok).toBe(false);
});

test("a tool requested before the skill runs", async () => {
  const { session } = createTestSession(review);
  const [write] = await Promise.all([
    session.guard("Write", {}, () => "ran"),
    session.activate({ skill: "review" }),
  ]);
  expect(write).toEqual({ ok: true, value: "ran" });
});

test("a failed activation does not block later calls", async () => {
  const { session } = createTestSession(review);
  const [activation, write] = await Promise.all([
    session.activate({ skill: "reviw" }),
    session.guard("Write", {}, () => "ran"),
  ]);
  expect(activation).toEqual({
    status: "refused",
    code: "skill-unknown",
    text: "No skill named reviw. Did you mean review?",
  });
  expect(write).toEqual({ ok: true, value: "ran" });
});

test("admitted calls run in parallel", async () => {
  const { session } = createTestSession(review);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = session.guard("Read", { path: "a" }, () => held);
  const second = await session.guard("Read", { path: "b" }, () => "second");
  expect(second).toEqual({ ok: true, value: "second" });
  release();
  await first;
});

test("the input that was decided on is what runs, even if it changes in the meantime", async () => {
  const { session } = createTestSession(review);
  await session.activate({ skill: "review" });
  const input = { command: "git log" };
  let ran: unknown;
  const call = session.guard("Bash", input, (final) => {
    ran = final;
  });
  input.command = "rm -r .";
  await call;
  expect(ran).toEqual({ command: "git log" });
});

test("an aborted call does not run", async () => {
  const { session, events } = createTestSession(review);
  let ran = false;
  const run = (): void => {
    ran = true;
  };
  await expect(session.guard("Read", {}, run, { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  expect(ran).toBe(false);
  expect(events().at(-1)).toMatchObject({ event: "tool-call-finished", ok: false });
});

test("a tool's exception reaches its caller, and the log has the outcome", async () => {
  const { session, events } = createTestSession(review);
  const failing = session.guard("Read", { path: "a" }, () => {
    throw new Error("no such file");
  });
  await expect(failing).rejects.toThrow("no such file");
  expect(events().at(-1)).toMatchObject({ event: "tool-call-finished", ok: false, error: "no such file" });
});

test("the intent is written before the effect and the outcome after it", async () => {
  const { session, events } = createTestSession(review);
  let seen: readonly string[] = [];
  await session.guard("Read", { path: "a" }, () => {
    seen = events().map(({ event }) => event);
  });
  expect(seen).toEqual(["session-started", "tool-call-allowed"]);
  expect(events().map(({ event }) => event)).toEqual([...seen, "tool-call-finished"]);
});

test("an unwritable log denies every call, unless the policy is best effort", async () => {
  const broken = {
    append: () => Promise.reject(new Error("disk full")),
    flush: async () => {},
    close: async () => {},
  };
  const strict = createTestSession(review, { audit: broken });
  const refusedCall = await strict.session.guard("Read", {}, () => "ran");
  expect(refusedCall.ok ? "" : refusedCall.denial.text).toContain("disk full");
  expect(await strict.session.activate({ skill: "review" })).toMatchObject({ code: "audit-unavailable" });
  const relaxed = createTestSession(review, { audit: broken, policy: { audit: "best-effort" } });
  expect(await relaxed.session.guard("Read", {}, () => "ran")).toEqual({ ok: true, value: "ran" });
});

test("listeners receive a refusal even if it could not be recorded", async () => {
  const audit = {
    append: () => Promise.reject(new Error("disk full")),
    flush: async () => {},
    close: async () => {},
  };
  const { session } = createTestSession(review, { audit });
  const heard: string[] = [];
  session.events.subscribe(({ event }) => heard.push(event));
  await session.guard("Read", {}, () => "ran");
  expect(heard).toEqual(["session-started", "tool-call-denied"]);
});

test("after the session closes, nothing runs and nothing is activated", async () => {
  const { session, events } = createTestSession(review);
  await session.activate({ skill: "review" });
  await session.close();
  expect((await session.guard("Read", {}, () => "ran")).ok).toBe(false);
  expect(await session.activate({ skill: "review" })).toMatchObject({ status: "refused", code: "denied" });
  expect(events().map(({ event }) => event)).toContain("session-ended");
});

test("a tool is offered only if a call of it could pass", async () => {
  const { session } = createTestSession(review);
  await session.activate({ skill: "review" });
  expect(["Read", "bash", "Write", "skills_list", "Skill"].filter(session.mayOffer)).toEqual([
    "Read",
    "bash",
    "skills_list",
    "Skill",
  ]);
});

test("plain data is copied deeply", () => {
  const input = { command: "git log", list: [{ a: 1 }], none: null };
  const copy = copyInput(input);
  expect(copy).toEqual(input);
  input.command = "rm";
  input.list[0] = { a: 2 };
  expect(copy).toEqual({ command: "git log", list: [{ a: 1 }], none: null });
});

test("a getter that changes is read once", () => {
  let count = 0;
  const copy = copyInput({
    get command() {
      return count++ === 0 ? "git log" : "rm";
    },
  });
  expect([Reflect.get(Object(copy), "command"), Reflect.get(Object(copy), "command")]).toEqual([
    "git log",
    "git log",
  ]);
});

test("other objects are kept, and a cycle terminates", () => {
  const file = new Date(0);
  expect(copyInput({ file })).toEqual({ file });
  expect(Reflect.get(Object(copyInput({ file })), "file")).toBe(file);
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(() => copyInput(circle)).not.toThrow();
});

test("an object without a prototype is copied too, and no input stays none", () => {
  const input = Object.assign(Object.create(null), { command: "git log" });
  const copy = copyInput({ input, none: undefined });
  input.command = "rm";
  expect(copy).toEqual({ input: { command: "git log" }, none: undefined });
  expect(copyInput(undefined)).toBeUndefined();
});

test("a call made just before the session closes does not wait for a person", async () => {
  const { session } = createTestSession(
    {},
    {
      policy: { layer: { kind: "user", name: "user", ask: [{ text: "Bash", tool: "Bash" }] } },
      approver: () => new Promise(() => {}),
    },
  );
  const call = session.guard("Bash", { command: "ls" }, () => "ran");
  await session.close();
  expect(await call).toMatchObject({ ok: false, denial: { text: expect.stringContaining("closed") } });
});
