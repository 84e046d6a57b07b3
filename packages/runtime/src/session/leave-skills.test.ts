import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { createMemorySink } from "@skillwright/core/audit";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/run-process.ts";
import { sessionLimits } from "./limits.ts";
import { createTestSession, skillText } from "./test-session.ts";

const review = { "review/SKILL.md": skillText("review", "allowed-tools: Read") };

/** Work that continues until aborted. */
const untilEnded = async (_: unknown, { signal }: { readonly signal?: AbortSignal }): Promise<never> => {
  if (signal?.aborted === false) await once(signal, "abort");
  throw new Error("was ended");
};

test("a running call is aborted when the session closes, and its outcome is recorded before the session's end", async () => {
  const kept = createMemorySink();
  const slow: typeof kept = {
    ...kept,
    append: async (event) => {
      await turn();
      await kept.append(event);
    },
  };
  const { session } = createTestSession(review, { audit: slow });
  await session.activate({ skill: "review" });
  const call = session.guard("Read", {}, untilEnded);
  await Promise.all([session.close(), expect(call).rejects.toThrow("was ended")]);
  expect(kept.events.slice(-4)).toMatchObject([
    { event: "tool-call-allowed", tool: "Read" },
    { event: "tool-call-finished", tool: "Read", ok: false, error: "was ended" },
    { event: "skill-deactivated", reason: "session-closed" },
    { event: "session-ended" },
  ]);
});

test("a caller's own signal aborts only its call", async () => {
  const { session } = createTestSession(review);
  const stop = new AbortController();
  const ended = session.guard("Read", {}, untilEnded, { signal: stop.signal });
  const other = session.guard("Read", {}, untilEnded, { signal: new AbortController().signal });
  stop.abort();
  await expect(ended).rejects.toThrow();
  await Promise.all([session.close(), expect(other).rejects.toThrow("was ended")]);
});

test("a running script is stopped, and the log records it", async () => {
  const { session, workspace, events } = createTestSession(
    {
      "slow/SKILL.md": skillText("slow"),
      "slow/scripts/slow.sh": "#!/bin/sh\ntouch started\nexec sleep 600\n",
    },
    { sandbox: createUnconfinedSandbox(), skillTools: { scripts: { writable: ["."] } } },
  );
  await session.activate({ skill: "slow" });
  const tool = (await session.tools()).find(({ name }) => name === "skills_run_script");
  const call = tool?.call({ name: "slow", script: "scripts/slow.sh" });
  const started = () =>
    [workspace, join(workspace, "../skills/slow")].some((at) => existsSync(join(at, "started")));
  while (!started()) await turn();
  await session.close();
  expect(await call).toMatchObject({ errors: [{ message: "The script was cancelled" }] });
  expect(events().slice(-4)).toMatchObject([
    { event: "script-started", script: "scripts/slow.sh" },
    { event: "tool-call-finished", ok: false, error: expect.stringContaining("The script was cancelled") },
    { event: "skill-deactivated" },
    { event: "session-ended" },
  ]);
});

test("closing does not wait forever for a call; it is recorded as unfinished, once", async () => {
  const { session, events } = createTestSession(review);
  const work = Promise.withResolvers<string>();
  const call = session.guard("Read", {}, () => work.promise);
  const begin = performance.now();
  await session.close();
  expect(performance.now() - begin).toBeGreaterThan(sessionLimits.callsEndMs - 100);
  work.resolve("late");
  expect(await call).toEqual({ ok: true, value: "late" });
  expect(events().filter(({ event }) => event.startsWith("tool-call"))).toMatchObject([
    { event: "tool-call-allowed" },
    { event: "tool-call-finished", ok: false, error: "The session closed before the call ended." },
  ]);
  expect(events().at(-1)).toMatchObject({ event: "session-ended" });
});

test("a call that uses the session while it closes gets an answer", async () => {
  const { session, events } = createTestSession(review);
  const call = session.guard("Read", {}, async (_, { signal }) => {
    if (signal?.aborted === false) await once(signal, "abort");
    return (await session.guard("Write", {}, () => "ran")).ok;
  });
  await session.close();
  expect(await call).toEqual({ ok: true, value: false });
  expect(events().map(({ event }) => event)).toEqual([
    "session-started",
    "tool-call-allowed",
    "tool-call-denied",
    "tool-call-finished",
    "session-ended",
  ]);
});

test("closing removes what scripts wrote, of sub-agents too, but not before", async () => {
  const seen: boolean[] = [];
  const { session } = createTestSession(
    { "far/SKILL.md": skillText("far", "context: fork") },
    { runSubagent: async () => ({ text: "done" }) },
  );
  const output = `${tmpdir()}/skillwright-${session.id}`;
  mkdirSync(`${output}/1`, { recursive: true });
  await session.activate({ skill: "far" });
  seen.push(existsSync(output));
  await session.close();
  seen.push(existsSync(output));
  expect(seen).toEqual([true, false]);
});

test("leaving what is not active leaves nothing, and says what is", async () => {
  const { session } = createTestSession(review);
  const empty = { left: [], text: "No skill is active." };
  expect([await session.deactivate(), await session.deactivate("review")]).toEqual([empty, empty]);
  await session.activate({ skill: "review" });
  expect(await session.deactivate("other")).toEqual({
    left: [],
    text: "The skill other is not active. Active: review.",
  });
});
