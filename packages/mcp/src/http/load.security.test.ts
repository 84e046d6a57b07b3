import { afterEach, expect, test } from "vitest";
import { defaultBounds } from "./http-options.ts";
import { serveHttp } from "./serve-http.ts";
import { callText, connectClient, disconnect, tokens, until } from "./test-http-client.ts";
import { createTestServer } from "./test-skill-server.ts";

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

const many = Array.from({ length: 500 }, (_, index) => index);

test.each(["legacy", "modern"] as const)(
  "500 %s clients at once are all served, and leave nothing behind",
  async (era) => {
    const server = createTestServer();
    const endpoint = await serveHttp(server, { tokens });
    endings.push(() => endpoint.close());
    const clients = await Promise.all(many.map(() => connectClient(endpoint.url, { era })));
    const answers = await Promise.all(
      clients.map((client, index) => callText(client, "echo", { text: String(index) })),
    );
    expect(answers).toEqual(many.map(String));
    await Promise.all(clients.map(disconnect));
    expect(server.ended).toHaveLength(era === "legacy" ? 500 : 0);
    await until(() => server.live.size === 0);
  },
);

test("past the limits, 500 clients are served or refused with a status, and then there is room for others", async () => {
  const server = createTestServer();
  const bounds = { ...defaultBounds, sessions: { user: 100, all: 100 }, requests: { user: 50, all: 50 } };
  const endpoint = await serveHttp(server, { tokens, bounds });
  endings.push(() => endpoint.close());
  const outcomes = await Promise.allSettled(many.map(() => connectClient(endpoint.url, { era: "legacy" })));
  const clients = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason.status] : [],
  );
  expect(new Set(refusals)).toEqual(new Set([429]));
  expect(clients.length).toBeGreaterThan(0);
  await Promise.all(clients.map(disconnect));
  const next = await connectClient(endpoint.url, { era: "legacy" });
  expect(await callText(next, "echo", { text: "next" })).toBe("next");
  await disconnect(next);
});
