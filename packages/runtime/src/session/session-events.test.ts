import type { AuditEvent } from "@skillwright/core/audit";
import { expect, test, vi } from "vitest";
import { sessionLimits } from "./limits.ts";
import { createEventStream, describeEvent } from "./session-events.ts";

const event = (session: string): AuditEvent => ({ time: "", session, event: "session-ended" });

async function sessionsOf(stream: AsyncIterable<AuditEvent>): Promise<readonly string[]> {
  const seen: string[] = [];
  for await (const { session } of stream) seen.push(session);
  return seen;
}

test("a reader gets events emitted while it reads, in order, and ends with the stream", async () => {
  const stream = createEventStream();
  const reading = sessionsOf(stream);
  stream.emit(event("a"));
  stream.emit(event("b"));
  stream.end();
  expect(await reading).toEqual(["a", "b"]);
});

test("nothing is buffered for later readers, and an ended stream ends at once", async () => {
  const stream = createEventStream();
  stream.emit(event("a"));
  stream.end();
  expect(await sessionsOf(stream)).toEqual([]);
});

test("a reader that leaves early gets nothing more", async () => {
  const stream = createEventStream();
  const seen: string[] = [];
  const reading = (async () => {
    for await (const { session } of stream) {
      seen.push(session);
      break;
    }
  })();
  stream.emit(event("a"));
  await reading;
  stream.emit(event("b"));
  expect(seen).toEqual(["a"]);
});

test("a slow reader loses the oldest, and memory stays bounded", async () => {
  const stream = createEventStream();
  const reader = stream[Symbol.asyncIterator]();
  for (let count = 0; count < sessionLimits.unreadEvents + 5; count++) stream.emit(event(String(count)));
  expect((await reader.next()).value).toMatchObject({ session: "5" });
});

test("an unsubscribed listener gets nothing more", () => {
  const stream = createEventStream();
  const heard: string[] = [];
  const stop = stream.subscribe(({ session }) => heard.push(session));
  stream.emit(event("a"));
  stop();
  stream.emit(event("b"));
  expect(heard).toEqual(["a"]);
});

test("a listener's error reaches its host and affects no other listener", async () => {
  const thrown: unknown[] = [];
  const spy = vi.spyOn(globalThis, "queueMicrotask").mockImplementation((run) => {
    try {
      run();
    } catch (error) {
      thrown.push(error);
    }
  });
  const stream = createEventStream();
  const heard: string[] = [];
  const mistake = new Error("mine");
  stream.subscribe(() => {
    throw mistake;
  });
  stream.subscribe(({ session }) => heard.push(session));
  stream.emit(event("a"));
  spy.mockRestore();
  expect(heard).toEqual(["a"]);
  expect(thrown).toEqual([mistake]);
});

test("an ended stream tells its listeners nothing more, and a reader that leaves is done", async () => {
  const stream = createEventStream();
  const heard: string[] = [];
  stream.subscribe(({ session }) => heard.push(session));
  expect(await stream[Symbol.asyncIterator]().return?.()).toEqual({ done: true, value: undefined });
  stream.end();
  stream.emit(event("a"));
  expect(heard).toEqual([]);
});

const about = { time: "", session: "s" };
const skill = { name: "pdf", digest: "sha256:0" };
test.each<[AuditEvent, string | undefined]>([
  [{ ...about, event: "skill-activating", skill: "pdf", trigger: "user" }, "Activating 'pdf' skill..."],
  [
    { ...about, event: "skill-refused", skill: "pdf", trigger: "user", reason: "denied" },
    "The 'pdf' skill was not activated (denied).",
  ],
  [
    { ...about, event: "skill-deactivated", skill, activation: "1", reason: "asked" },
    "Left the 'pdf' skill.",
  ],
  [
    { ...about, event: "subagent-started", skill, activation: "1", child: "c", depth: 1 },
    "Started a sub-agent for the 'pdf' skill.",
  ],
  [{ ...about, event: "session-ended" }, undefined],
])("%j is shown as %j", (shown, text) => {
  expect(describeEvent(shown)).toBe(text);
});
