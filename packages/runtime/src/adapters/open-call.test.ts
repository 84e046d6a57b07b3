import type { AuditEvent } from "@skillwright/core/audit";
import { expect, test } from "vitest";
import type { Session } from "../session/session.ts";
import { openStage } from "./contract.ts";
import { type OpenCall, openCall } from "./open-call.ts";

test("the intent is recorded when the call opens, the outcome when it ends", async () => {
  const { session, events } = await openListened();
  const call = await open(session, "bash");
  expect(events.map(({ event }) => event)).toEqual(["tool-call-allowed"]);
  await call.end({ value: { stdout: "hello", exitCode: 0 } });
  expect(events.at(-1)).toMatchObject({
    event: "tool-call-finished",
    call: "c",
    tool: "bash",
    ok: true,
    exitCode: 0,
    output: "hello",
  });
});

test("a tool's failure is recorded, and the caller keeps the error", async () => {
  const { session, events } = await openListened();
  const call = await open(session, "bash");
  await expect(call.end({ error: new Error("out of paper") })).resolves.toBeUndefined();
  expect(events.at(-1)).toMatchObject({ event: "tool-call-finished", ok: false, error: "out of paper" });
});

test("a failure that is not an Error is recorded as text", async () => {
  const { session, events } = await openListened();
  await (await open(session, "bash")).end({ error: undefined });
  expect(events.at(-1)).toMatchObject({ event: "tool-call-finished", ok: false, error: "undefined" });
});

test("only the first end is recorded", async () => {
  const { session, events } = await openListened();
  const call = await open(session, "bash");
  await call.end({ value: "done" });
  await call.end({ error: "too late" });
  expect(events.filter(({ event }) => event === "tool-call-finished")).toMatchObject([{ ok: true }]);
});

test("a refused call does not open", async () => {
  const { session } = await openListened();
  await session.activate({ skill: "reader" });
  const opened = await openCall(session, { tool: "bash", input: { command: "ls" }, call: "c" });
  expect(opened).toMatchObject({
    ok: false,
    denial: { tool: "bash", decision: { effect: "deny", reason: "not-on-the-list" } },
  });
});

test("an open call blocks neither other calls nor activations", async () => {
  const { session } = await openListened();
  const first = await open(session, "bash");
  const second = await open(session, "read");
  await session.activate({ skill: "reader" });
  expect(await openCall(session, { tool: "bash", input: {} })).toMatchObject({ ok: false });
  await second.end({ value: "" });
  await first.end({ value: "" });
});

test("messages of hooks are returned at the end", async () => {
  const { session } = await openListened();
  const guard: Session["guard"] = async (...given) => {
    const guarded = await session.guard(...given);
    return guarded.ok ? { ...guarded, note: "Mind the gap." } : guarded;
  };
  const call = await open({ ...session, guard }, "bash");
  expect(await call.end({ value: "done" })).toBe("Mind the gap.");
});

test("a guard that fails fails the opening", async () => {
  const { session } = await openListened();
  const guard = async (): Promise<never> => {
    throw new Error("a bug");
  };
  await expect(openCall({ ...session, guard }, { tool: "bash", input: {} })).rejects.toThrow("a bug");
});

async function open(session: Session, tool: string): Promise<OpenCall> {
  const opened = await openCall(session, { tool, input: { path: "notes.md" }, call: "c" });
  if (!opened.ok) throw new Error(opened.denial.text);
  return opened.value;
}

async function openListened(): Promise<{ readonly session: Session; readonly events: AuditEvent[] }> {
  const { session } = await openStage();
  const events: AuditEvent[] = [];
  session.events.subscribe((event) => {
    if (event.event.startsWith("tool-call-")) events.push(event);
  });
  return { session, events };
}
