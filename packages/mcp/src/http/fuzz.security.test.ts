import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HttpEndpoint } from "./http-options.ts";
import { serveHttp } from "./serve-http.ts";
import {
  callText,
  connectClient,
  disconnect,
  initialize,
  listTools,
  openSocket,
  rawRequest,
  readAll,
  tokens,
} from "./test-http-client.ts";
import { createTestServer } from "./test-skill-server.ts";

let endpoint: HttpEndpoint;

beforeAll(async () => {
  const bounds = { sessions: { user: 10_000, all: 10_000 } };
  endpoint = await serveHttp(createTestServer(), { tokens, bounds });
});
afterAll(() => endpoint.close());

/** Sends bytes and nothing more; answers with all statuses that came back until the server closed the connection. */
async function statuses(bytes: Buffer): Promise<readonly number[]> {
  const socket = await openSocket(endpoint.url);
  const answer = readAll(socket);
  socket.end(bytes);
  const { text } = await answer;
  expect(text).not.toMatch(/node:internal|\.ts:\d|\/packages\//);
  return [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
}

async function expectService(): Promise<void> {
  for (const era of ["legacy", "modern"] as const) {
    const client = await connectClient(endpoint.url, { era });
    expect(await callText(client, "echo", { text: era })).toBe(era);
    await disconnect(client);
  }
}

const isNoFailure = (status: number): boolean => status < 500;

test("bytes of any kind are refused or ignored", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
      const answers = await statuses(Buffer.from(bytes));
      expect(answers.filter((status) => status !== 400)).toEqual([]);
    }),
    { numRuns: 150 },
  );
  await expectService();
});

test("a valid request with bytes changed, lost or added is answered or refused", async () => {
  const good = [
    rawRequest(),
    rawRequest({
      body: JSON.stringify(initialize),
      headers: { "mcp-protocol-version": undefined, "mcp-method": undefined },
    }),
  ];
  const change = fc.record({
    at: fc.nat(900),
    remove: fc.nat(20),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.constantFrom("\r\n", "\0", ":", "{", "[", '"', "\r\n\r\n"),
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...good),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async (bytes, changes) => {
        const mutated = changes.reduce<Buffer>((before, { at, remove, insert }) => {
          const place = at % before.length;
          return Buffer.concat([
            before.subarray(0, place),
            Buffer.from(insert),
            before.subarray(place + remove),
          ]);
        }, bytes);
        expect((await statuses(mutated)).filter((status) => !isNoFailure(status))).toEqual([]);
      },
    ),
    { numRuns: 400 },
  );
  await expectService();
});

test("messages of any content are answered or refused", async () => {
  const strange = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom("2.0", "__proto__", "tools/call", -1, 1e308),
  );
  const modern = fc.record(
    {
      jsonrpc: fc.oneof(fc.constant("2.0"), strange),
      id: strange,
      method: fc.oneof(
        fc.constantFrom("tools/list", "tools/call", "subscriptions/listen", "server/discover"),
        strange,
      ),
      params: fc.oneof(
        fc.record({
          _meta: fc.constant(listTools.params._meta),
          name: strange,
          arguments: strange,
          notifications: strange,
        }),
        strange,
      ),
    },
    { requiredKeys: [] },
  );
  const legacy = fc.record({
    ...Object.fromEntries(
      Object.entries(initialize).map(([key, value]) => [key, fc.oneof(fc.constant(value), strange)]),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.oneof(modern, legacy, strange), fc.boolean(), async (message, isModern) => {
      const method =
        typeof message === "object" && message && "method" in message ? message.method : undefined;
      const headers = isModern
        ? { "mcp-method": typeof method === "string" && /^[\w/]+$/.test(method) ? method : undefined }
        : { "mcp-protocol-version": undefined, "mcp-method": undefined };
      const answers = await statuses(rawRequest({ body: JSON.stringify(message), headers }));
      expect(answers.filter((status) => !isNoFailure(status))).toEqual([]);
    }),
    { numRuns: 400 },
  );
  await expectService();
});
