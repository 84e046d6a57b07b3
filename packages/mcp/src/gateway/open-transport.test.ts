import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { testGateway, until } from "./test-servers.ts";

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
const token = "t0ken-of-the-test";
const headers = { Authorization: `Bearer \${TOKEN}` };
const environment = { TOKEN: token };

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A loopback server that a test can take away and bring back at the same address. */
async function createPlace(handler: Handler) {
  const start = async (port: number) => {
    const server = createServer(handler);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return server;
  };
  let server = await start(0);
  // A server that listens on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    stop,
    start: async () => {
      server = await start(port);
    },
  };
}

/** A server of the protocol of 2025 in a few lines, with sessions that end when it restarts. */
function createSessions(call: (response: ServerResponse, id: unknown) => boolean = () => false) {
  const sessions = new Set<string>();
  const seen: string[] = [];
  const handler: Handler = async (request, response) => {
    const session = String(request.headers["mcp-session-id"] ?? "");
    seen.push(
      `${request.method} ${request.headers.authorization === `Bearer ${token}` ? "known" : "unknown"}`,
    );
    if (request.headers.authorization !== `Bearer ${token}`)
      return void response.writeHead(401).end(`no ${token}`);
    if (request.method === "DELETE")
      return void response.writeHead(sessions.delete(session) ? 200 : 404).end();
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method, params } = JSON.parse(await textOf(request));
    const answer = (message: object): void =>
      void response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id, ...message }));
    if (method === "server/discover")
      return answer({ error: { code: -32_601, message: "Method not found" } });
    if (method === "initialize") {
      const created = `session-${seen.length}`;
      sessions.add(created);
      response.setHeader("mcp-session-id", created);
      const result = {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "h", version: "1" },
      };
      return answer({ result });
    }
    if (!sessions.has(session)) return void response.writeHead(404).end();
    if (id === undefined) return void response.writeHead(202).end();
    if (method === "tools/list")
      return answer({ result: { tools: [{ name: "echo", inputSchema: { type: "object" } }] } });
    if (!call(response, id)) answer({ result: text(JSON.stringify(params.arguments)) });
  };
  return { handler, sessions, seen };
}

test("a server over HTTP gets its header with each request, and its session is closed", async () => {
  const { handler, sessions, seen } = createSessions();
  const { url } = await createPlace(handler);
  const gateway = testGateway({ h: { type: "http", url, headers } }, { environment });
  expect(await gateway.callTool("h__echo", { a: 1 })).toEqual(text('{"a":1}'));
  expect(sessions.size).toBe(1);
  await gateway.close();
  expect(sessions.size).toBe(0);
  expect(new Set(seen)).toEqual(new Set(["POST known", "GET known", "DELETE known"]));
});

test("a rejected token is reported without the token", async () => {
  const { url } = await createPlace(createSessions().handler);
  const gateway = testGateway({ h: { url, headers: { Authorization: "Bearer wrong-token" } } });
  expect(await gateway.tools()).toEqual([]);
  expect(gateway.status()).toEqual([
    { name: "h", state: "failed", tools: 0, problem: "answered with HTTP status 401" },
  ]);
  expect(gateway.troubles.join()).not.toContain("wrong-token");
});

test("a server over HTTP that goes down and comes back is used again", async () => {
  const { handler, sessions } = createSessions();
  const place = await createPlace(handler);
  const gateway = testGateway({ h: { url: place.url, headers } }, { environment });
  const [echo] = await gateway.tools();
  const call = () => echo?.call({}, { signal: new AbortController().signal });
  expect(await call()).toEqual(text("{}"));

  await place.stop();
  sessions.clear();
  expect(await call()).toMatchObject({ isError: true });
  await until(() => gateway.status()[0]?.state === "failed");
  expect(await gateway.tools()).toEqual([]);
  expect(gateway.status()).toMatchObject([{ problem: expect.stringContaining("ECONNREFUSED") }]);

  await place.start();
  await until(async () => (await gateway.tools()).length === 1);
  expect(await call()).toEqual(text("{}"));
});

test("an HTTP server that has forgotten the session is reconnected after one failed call", async () => {
  const { handler, sessions } = createSessions();
  const { url } = await createPlace(handler);
  const gateway = testGateway({ h: { url, headers } }, { environment });
  await gateway.tools();
  sessions.clear();
  expect(await gateway.callTool("h__echo")).toEqual({
    ...text("The MCP server h answered with HTTP status 404. It is unknown whether the call had an effect."),
    isError: true,
  });
  expect(await gateway.callTool("h__echo")).toEqual(text("{}"));
});

test("a call whose stream breaks ends at once", async () => {
  const { handler } = createSessions((response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).end(": hello\n\n");
    return true;
  });
  const { url } = await createPlace(handler);
  const gateway = testGateway({ h: { url, headers } }, { environment });
  expect(await gateway.callTool("h__echo")).toEqual({
    ...text("The MCP server h answered with an error: the answer's stream broke off (-32000)."),
    isError: true,
  });
});

test("a redirect to another origin is not followed with our headers", async () => {
  const stolen: unknown[] = [];
  const thief = await createPlace((request, response) => {
    stolen.push(request.headers);
    response.end();
  });
  const { url } = await createPlace(
    (_, response) => void response.writeHead(307, { location: thief.url }).end(),
  );
  const gateway = testGateway({ h: { url, headers: { "x-key": "secret-key" } } });
  expect(await gateway.tools()).toEqual([]);
  expect(gateway.status()).toMatchObject([{ state: "failed" }]);
  expect(stolen).toEqual([]);
});

test("a server with the 2026 protocol over HTTP announces its changes, even after its stream has ended", async () => {
  let names = ["one"];
  const create = () =>
    createMcpHandler(
      () => {
        const server = new McpServer(
          { name: "h", version: "1" },
          { capabilities: { tools: { listChanged: true } } },
        );
        for (const name of names)
          server.registerTool(name, { inputSchema: z.object({}) }, async () => text(name));
        return server;
      },
      { legacy: "reject" },
    );
  let mcp = create();
  const place = await createPlace(async (request, response) => {
    const { method = "GET", headers } = request;
    void toNodeHandler(mcp)(Object.assign(request, { method, headers, url: "/mcp" }), response);
  });
  const gateway = testGateway({ h: { url: place.url } });
  const offers = async (name: string): Promise<boolean> =>
    (await gateway.tools()).some(({ definition }) => definition.name === `h__${name}`);
  expect(await offers("one")).toBe(true);

  names = ["two"];
  mcp.notify.toolsChanged();
  await until(() => offers("two"));
  expect(await gateway.callTool("h__two")).toEqual(text("two"));

  names = ["three"];
  await mcp.close();
  mcp = create();
  await until(() => offers("three"));
});
