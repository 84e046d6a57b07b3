import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Client } from "@modelcontextprotocol/client";
import { systemClock } from "@skillwright/runtime";
import { afterEach, describe, expect, test } from "vitest";
import type { HttpEndpoint, HttpOptions } from "./http-options.ts";
import { serveHttp } from "./serve-http.ts";
import {
  type ClientOptions,
  callText,
  connectClient,
  disconnect,
  goodHeaders,
  initialize,
  openSocket,
  otherSecret,
  rawRequest,
  readAll,
  secret,
  tokens,
  until,
} from "./test-http-client.ts";
import { createTestServer, type TestServer } from "./test-skill-server.ts";

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function serve(
  options: Partial<HttpOptions> = {},
): Promise<{ endpoint: HttpEndpoint; server: TestServer }> {
  const server = createTestServer();
  const endpoint = await serveHttp(server, { tokens, ...options });
  endings.push(() => endpoint.close());
  return { endpoint, server };
}

async function open({ url }: HttpEndpoint, options: ClientOptions): Promise<Client> {
  const client = await connectClient(url, options);
  endings.push(() => client.close());
  return client;
}

describe.each(["legacy", "modern"] as const)("a client of the %s protocol", (era) => {
  test("lists and calls tools", async () => {
    const { endpoint } = await serve();
    const client = await open(endpoint, { era });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "whoami",
      "echo",
      "headers",
      "wait",
    ]);
    expect(await callText(client, "echo", { text: "grüß dich" })).toBe("grüß dich");
    expect(client.getNegotiatedProtocolVersion()).toBe(era === "modern" ? "2026-07-28" : "2025-11-25");
  });

  test("is notified when tools change, for as long as it is connected", async () => {
    const { endpoint, server } = await serve();
    let told = 0;
    const client = await open(endpoint, { era, onToolsChanged: () => told++ });
    // The stream for notifications opens after the client has connected.
    await until(() => {
      server.change();
      return told > 0;
    });
    await disconnect(client);
    server.change();
  });

  test("gets its own responses while others send requests", async () => {
    const { endpoint } = await serve();
    const clients = await Promise.all(Array.from({ length: 8 }, () => open(endpoint, { era })));
    const answers = await Promise.all(
      clients.flatMap((client, index) =>
        Array.from({ length: 5 }, (_, call) => callText(client, "echo", { text: `${index}/${call}` })),
      ),
    );
    expect(answers).toEqual(clients.flatMap((_, index) => [0, 1, 2, 3, 4].map((call) => `${index}/${call}`)));
  });

  test("does not prevent the server from closing, with a stream and a call open", async () => {
    const { endpoint, server } = await serve();
    const client = await open(endpoint, { era, onToolsChanged: () => undefined });
    const call = client.callTool({ name: "wait" }).catch(() => "ended");
    await until(() => server.waiting.size === 1);
    await endpoint.close();
    await client.close();
    expect(await call).toBe("ended");
    await until(() => server.waiting.size === 0 && server.live.size === 0);
  });
});

test("each session of the 2025 protocol is a separate conversation, which DELETE ends", async () => {
  const { endpoint, server } = await serve();
  const [first, second] = [await open(endpoint, { era: "legacy" }), await open(endpoint, { era: "legacy" })];
  const conversation = await callText(first, "whoami");
  expect(conversation).toMatch(/^session:anna:[0-9a-f-]{36}$/);
  expect(await callText(first, "whoami")).toBe(conversation);
  expect(await callText(second, "whoami")).not.toBe(conversation);
  await disconnect(first);
  expect(server.ended).toEqual([conversation]);
  expect(await callText(second, "whoami")).toMatch(/^session:anna:/);
});

test("requests of the 2026 protocol belong to the conversation that a header names, or to their user's", async () => {
  const { endpoint } = await serve();
  const named = { "skillwright-conversation": "a task: 7" };
  const asked = [
    { era: "modern" },
    { era: "modern", secret: otherSecret },
    { era: "modern", headers: named },
    { era: "modern", headers: named, secret: otherSecret },
  ] as const;
  const answers = await Promise.all(
    asked.map(async (options) => callText(await open(endpoint, options), "whoami")),
  );
  expect(answers).toEqual(["user:anna", "user:bert", "named:anna:a task: 7", "named:bert:a task: 7"]);
});

test("users never share a conversation, whatever their names", async () => {
  const { endpoint } = await serve({
    tokens: [
      { user: "a", secret },
      { user: "a:b", secret: otherSecret },
    ],
  });
  const one = await open(endpoint, { era: "modern", headers: { "skillwright-conversation": "b:c" } });
  const header = { "skillwright-conversation": "c" };
  const other = await open(endpoint, { era: "modern", secret: otherSecret, headers: header });
  expect([await callText(one, "whoami"), await callText(other, "whoami")]).toEqual([
    "named:a:b:c",
    "named:a%3Ab:c",
  ]);
});

test("a session expires after its idle time, but not while a request is open", async () => {
  let nowMs = 0;
  let looks = 0;
  const clock = {
    ...systemClock,
    elapsed: () => {
      looks++;
      return nowMs;
    },
  };
  const { endpoint, server } = await serve({ clock, bounds: { sweepMs: 5 } });
  const idle = await startSession(endpoint);
  const calling = await open(endpoint, { era: "legacy" });
  const call = callText(calling, "wait");
  await until(() => server.waiting.size === 1);
  nowMs = 3_600_000;
  looks = 0;
  await until(() => looks > 3);
  expect(server.ended).toEqual([]);
  nowMs = 3_600_001;
  await until(() => server.ended.length > 0);
  expect(server.ended).toEqual([`session:anna:${idle}`]);
  for (const release of server.waiting) release();
  expect(await call).toBe("released");
  expect((await postTo(endpoint, { "mcp-session-id": idle }, ping)).status).toBe(404);
});

test("a cancelled call frees its slot even if the client keeps the stream open", async () => {
  const { endpoint, server } = await serve({ bounds: { requests: { all: 2, user: 2 } } });
  const id = await startSession(endpoint);
  const call = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "wait" } };
  const stream = await postTo(endpoint, { "mcp-session-id": id }, call);
  await until(() => server.waiting.size === 1);
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
  expect((await postTo(endpoint, { "mcp-session-id": id }, cancel)).status).toBe(202);
  expect(await stream.text()).toBe("");
});

test("on a public host, clients use the configured names, or this machine's own", async () => {
  const { endpoint } = await serve({ host: "0.0.0.0", allowedHosts: ["Skills.example"] });
  expect(endpoint.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  expect(await callText(await open(endpoint, { era: "modern" }), "whoami")).toBe("user:anna");
});

test("closing twice equals closing once", async () => {
  const { endpoint, server } = await serve();
  await open(endpoint, { era: "legacy" });
  await Promise.all([endpoint.close(), endpoint.close()]);
  await endpoint.close();
  expect(server.ended).toHaveLength(1);
  expect(server.listeners.size).toBe(0);
  await expect(fetch(endpoint.url)).rejects.toThrow("fetch failed");
});

test("closing does not wait for an unfinished request", { timeout: 20_000 }, async () => {
  const { endpoint } = await serve({ bounds: { headMs: 60_000, requestMs: 60_000 } });
  const sockets = await Promise.all([openSocket(endpoint.url), openSocket(endpoint.url)]);
  const answers = sockets.map(readAll);
  sockets[0]?.write("POST /mcp HTTP/1.1\r\nhost: ");
  sockets[1]?.write(rawRequest({ headers: { "content-length": "90000" } }));
  await until(() => sockets.every(({ bytesWritten }) => bytesWritten > 0));
  await endpoint.close();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([0, 0]);
});

test("nothing keeps a process alive after closing", async () => {
  const program = `
    import { serveHttp } from ${JSON.stringify(new URL("serve-http.ts", import.meta.url).href)};
    import { createTestServer } from ${JSON.stringify(new URL("test-skill-server.ts", import.meta.url).href)};
    import { connectClient, tokens } from ${JSON.stringify(new URL("test-http-client.ts", import.meta.url).href)};
    const endpoint = await serveHttp(createTestServer(), { tokens });
    const clients = await Promise.all(["legacy", "modern"].map((era) => connectClient(endpoint.url, { era })));
    await endpoint.close();
    await Promise.all(clients.map((client) => client.close()));
  `;
  const options = [
    "--conditions=@skillwright/source",
    "--no-warnings",
    "--input-type=module",
    "--eval",
    program,
  ];
  expect(await promisify(execFile)(process.execPath, options, { timeout: 30_000 })).toEqual({
    stdout: "",
    stderr: "",
  });
});

const ping = { jsonrpc: "2.0", id: 2, method: "ping" };

async function postTo(
  { url }: HttpEndpoint,
  headers: Record<string, string>,
  body: unknown,
): Promise<Response> {
  const { authorization = "", accept = "" } = goodHeaders;
  const all = { authorization, accept, "content-type": "application/json", ...headers };
  return await fetch(url, { method: "POST", headers: all, body: JSON.stringify(body) });
}

async function startSession(endpoint: HttpEndpoint): Promise<string> {
  const answer = await postTo(endpoint, {}, initialize);
  await answer.text();
  return answer.headers.get("mcp-session-id") ?? "";
}
