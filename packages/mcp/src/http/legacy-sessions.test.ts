import { systemClock } from "@skillwright/runtime";
import { expect, test } from "vitest";
import type { Message } from "./exchange.ts";
import { createLegacySessions, type LegacySessions } from "./legacy-sessions.ts";
import { createQuota } from "./quota.ts";
import { initialize } from "./test-http-client.ts";
import { createTestServer, type TestServer } from "./test-skill-server.ts";

function create(fault?: string): { sessions: LegacySessions; server: TestServer; troubles: unknown[] } {
  const server = createTestServer(fault);
  const troubles: unknown[] = [];
  const quota = createQuota("sessions", { user: 1, all: 1 });
  const onError = (error: unknown): void => void troubles.push(error);
  return {
    sessions: createLegacySessions(server, { quota, holdMs: 100, clock: systemClock, onError }),
    server,
    troubles,
  };
}

function message(options: { readonly isDelivered: boolean; readonly accept?: string }): Message {
  const headers = {
    "content-type": "application/json",
    accept: options.accept ?? "application/json, text/event-stream",
  };
  return {
    user: "anna",
    request: new Request("http://localhost/", { method: "POST", headers }),
    body: initialize,
    delivered: Promise.resolve(options.isDelivered),
  };
}

test("a session whose id never reached its client is closed, and its slot is free", async () => {
  const { sessions, server } = create();
  await sessions.answer(message({ isDelivered: false }));
  await expect.poll(() => server.ended).toHaveLength(1);
  expect((await sessions.answer(message({ isDelivered: true }))).status).toBe(200);
  expect((await sessions.answer(message({ isDelivered: true }))).status).toBe(429);
});

test("a session that fails to start is closed before its client is informed", async () => {
  const { sessions, server } = create();
  expect((await sessions.answer(message({ isDelivered: true, accept: "text/html" }))).status).toBe(406);
  expect(server.ended).toHaveLength(1);
});

test("a server that cannot be created takes no slot", async () => {
  const { sessions } = create("no such file");
  for (const _ of [1, 2])
    await expect(sessions.answer(message({ isDelivered: true }))).rejects.toThrow("no such file");
});

test("no session starts after closing", async () => {
  const { sessions, server } = create();
  await sessions.answer(message({ isDelivered: true }));
  await sessions.close();
  expect((await sessions.answer(message({ isDelivered: true }))).status).toBe(503);
  expect(server.ended).toHaveLength(1);
});

test("a conversation that fails to close is reported, and its session is still removed", async () => {
  const { sessions, server, troubles } = create();
  server.endConversation = () => Promise.reject(new Error("stuck"));
  await sessions.answer(message({ isDelivered: true }));
  await sessions.endIdle(-1);
  expect(troubles).toEqual([new Error("stuck")]);
  expect((await sessions.answer(message({ isDelivered: true }))).status).toBe(200);
});
