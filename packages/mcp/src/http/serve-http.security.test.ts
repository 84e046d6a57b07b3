import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { HttpEndpoint, HttpOptions } from "./http-options.ts";
import { serveHttp } from "./serve-http.ts";
import {
  callText,
  connectClient,
  disconnect,
  goodHeaders,
  initialize,
  listTools,
  openSocket,
  otherSecret,
  type RawRequest,
  rawRequest,
  readAll,
  secret,
  sendRaw,
  tokens,
  until,
} from "./test-http-client.ts";
import { createTestServer, type TestServer } from "./test-skill-server.ts";

let endpoint: HttpEndpoint;
let server: TestServer;
const troubles: string[] = [];
const others: HttpEndpoint[] = [];

beforeAll(async () => {
  ({ endpoint, server } = await serve({ bounds: { bodyBytes: 100_000, headMs: 300, requestMs: 600 } }));
});
/** Whatever was tried, a well-behaved client of each protocol is still served. */
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
  await expectService(endpoint.url);
  expect(troubles.join("\n")).not.toContain(secret);
});
afterAll(() => endpoint.close());

async function serve(
  options: Partial<HttpOptions>,
  fault?: string,
): Promise<{ endpoint: HttpEndpoint; server: TestServer }> {
  const behind = createTestServer(fault);
  const onTrouble = (message: string): void => void troubles.push(message);
  return { endpoint: await serveHttp(behind, { tokens, onTrouble, ...options }), server: behind };
}

async function serveAlso(options: Partial<HttpOptions>, fault?: string): Promise<HttpEndpoint> {
  const served = await serve(options, fault);
  others.push(served.endpoint);
  return served.endpoint;
}

async function expectService(url: string): Promise<void> {
  for (const era of ["legacy", "modern"] as const) {
    const client = await connectClient(url, { era });
    expect(await callText(client, "echo", { text: era })).toBe(era);
    await disconnect(client);
  }
}

/** The status, and the words of the JSON-RPC error. */
async function send(request: RawRequest): Promise<[number, string]> {
  const { status, text } = await sendRaw(endpoint.url, rawRequest(request));
  return [status, /"message":"([^"]*)"/.exec(text)?.[1] ?? ""];
}

test("the request that the others vary is served", async () => {
  const { status, text } = await sendRaw(endpoint.url, rawRequest());
  expect(status).toBe(200);
  expect(text).toContain('"name":"whoami"');
});

const [noToken, noHost, noOrigin, noPath] = [
  "Send a valid access token: Authorization: Bearer TOKEN.",
  "This server does not accept the name in Host.",
  "This server does not accept this Origin.",
  "Not found.",
];

describe("access", () => {
  test.each<[string, RawRequest]>([
    ["no token", { headers: { authorization: undefined } }],
    ["a wrong token", { headers: { authorization: "Bearer wrong-wrong-wrong-wrong" } }],
    ["a token and more", { headers: { authorization: `Bearer ${secret}x` } }],
    ["part of a token", { headers: { authorization: `Bearer ${secret.slice(0, -1)}` } }],
    ["two tokens in one header", { headers: { authorization: `Bearer ${secret} ${secret}` } }],
    ["an empty token", { headers: { authorization: "Bearer " } }],
    [
      "another scheme",
      { headers: { authorization: `Basic ${Buffer.from(`anna:${secret}`).toString("base64")}` } },
    ],
    ["a bare token", { headers: { authorization: secret } }],
    ["a token in the query", { target: `/mcp?token=${secret}`, headers: { authorization: undefined } }],
    ["a token in a cookie", { headers: { authorization: undefined, cookie: `token=${secret}` } }],
    ["no token, for a stream", { method: "GET", headers: { authorization: undefined } }],
    ["no token, to end a session", { method: "DELETE", headers: { authorization: undefined } }],
  ])("with %s there is none", async (_, request) => {
    expect(await send(request)).toEqual([401, noToken]);
    expect((await sendRaw(endpoint.url, rawRequest(request))).text).toMatch(/^www-authenticate: Bearer\r$/m);
  });

  test.each(["legacy", "modern"] as const)(
    "a tool called by a %s client does not see the token",
    async (era) => {
      const client = await connectClient(endpoint.url, { era, headers: { "x-other": "seen" } });
      const seen = await callText(client, "headers");
      expect([seen.includes('["x-other","seen"]'), seen.includes(secret)]).toEqual([true, false]);
      await disconnect(client);
    },
  );

  test("is refused before a body is waited for", async () => {
    const headers = { authorization: undefined, "content-length": "90000" };
    expect(await send({ headers, body: "" })).toEqual([401, noToken]);
  });

  test.each<[string, RawRequest, number]>([
    ["calls", { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }, 404],
    ["streams", { method: "GET", body: "" }, 404],
    ["endings", { method: "DELETE", body: "" }, 404],
  ])("a session is unknown to the %s of another user", async (_, request, status) => {
    const owner = await connectClient(endpoint.url, { era: "legacy" });
    const conversation = await callText(owner, "whoami");
    const headers = {
      authorization: `Bearer ${otherSecret}`,
      "mcp-session-id": conversation.replace("session:anna:", ""),
      "mcp-protocol-version": "2025-11-25",
      "mcp-method": undefined,
    };
    expect(await send({ ...request, headers })).toEqual([status, "Session not found"]);
    const made = { ...headers, authorization: `Bearer ${secret}`, "mcp-session-id": "made-up" };
    expect(await send({ ...request, headers: made })).toEqual([status, "Session not found"]);
    expect(await callText(owner, "whoami")).toBe(conversation);
    expect(server.ended).not.toContain(conversation);
    await disconnect(owner);
    expect(server.ended).toContain(conversation);
  });
});

describe("names", () => {
  test.each([
    "evil.example",
    "evil.example:80",
    "localhost.evil.example",
    "localhost@evil.example",
    "[::1",
    "",
  ])("a request to the host %j is refused", async (host) => {
    expect(await send({ headers: { host } })).toEqual([403, noHost]);
  });

  test("a request with two hosts, or with none, is refused", async () => {
    const twice = rawRequest()
      .toString("latin1")
      .replace("host: localhost", "host: localhost\r\nhost: evil.example");
    expect((await sendRaw(endpoint.url, twice)).status).toBeOneOf([400, 403]);
    expect((await sendRaw(endpoint.url, rawRequest({ headers: { host: undefined } }))).status).toBe(400);
  });

  test.each(["localhost", "LOCALHOST:9", "127.0.0.1:1234", "[::1]:80"])(
    "a request to the host %j is served",
    async (host) => {
      expect((await send({ headers: { host } }))[0]).toBe(200);
    },
  );

  test.each([
    "http://evil.example",
    "null",
    "https://localhost.evil.example",
    "http://localhost@evil.example",
    "file://",
  ])("a page of the origin %j is refused", async (origin) => {
    expect(await send({ headers: { origin } })).toEqual([403, noOrigin]);
  });

  test("pages of this machine, and of configured origins, are served", async () => {
    expect((await send({ headers: { origin: "http://localhost:5173" } }))[0]).toBe(200);
    const { url } = await serveAlso({
      allowedOrigins: ["https://app.example"],
      allowedHosts: ["skills.example"],
    });
    const named = rawRequest({ headers: { origin: "https://app.example", host: "skills.example:443" } });
    expect((await sendRaw(url, named)).status).toBe(200);
    const insecure = rawRequest({ headers: { origin: "http://app.example" } });
    expect((await sendRaw(url, insecure)).status).toBe(403);
  });

  test("checks come in this order: host, origin, path, method, token", async () => {
    const wrong: RawRequest = {
      method: "PUT",
      target: "/other",
      headers: { host: "evil.example", origin: "null", authorization: "Bearer wrong-wrong-wrong-wrong" },
    };
    const fixed = (headers: Record<string, string | undefined>): RawRequest => ({
      ...wrong,
      headers: { ...wrong.headers, ...headers },
    });
    const rightNames = fixed({ host: "localhost", origin: undefined });
    expect(await send(wrong)).toEqual([403, noHost]);
    expect(await send(fixed({ host: "localhost" }))).toEqual([403, noOrigin]);
    expect(await send(rightNames)).toEqual([404, noPath]);
    expect(await send({ ...rightNames, target: "/mcp" })).toEqual([405, "Use POST, GET or DELETE."]);
    expect(await send({ ...rightNames, target: "/mcp", method: "POST" })).toEqual([401, noToken]);
  });

  test.each(["/", "/mcp/", "/MCP", "//mcp", "/mcp/../mcp", "/%6dcp", "http://localhost/mcp", "*"])(
    "%s does not exist",
    async (target) => {
      expect((await send({ target }))[0]).toBeOneOf([400, 404]);
    },
  );

  test.each(["PUT", "PATCH", "OPTIONS", "TRACE", "HEAD"])("the method %s is refused", async (method) => {
    expect((await send({ method }))[0]).toBe(405);
  });
});

describe("messages", () => {
  const deep = (levels: number): string => `${'{"a":['.repeat(levels / 2)}${"]}".repeat(levels / 2)}`;
  const nested = (a: unknown): string => JSON.stringify({ ...listTools, params: { ...listTools.params, a } });
  const legacy = { "mcp-protocol-version": undefined, "mcp-method": undefined };
  test.each<[string, RawRequest, number]>([
    ["no type", { headers: { "content-type": undefined } }, 415],
    ["another type", { headers: { "content-type": "text/plain" } }, 415],
    [
      "a type that only looks like JSON",
      { headers: { "content-type": "text/plain; a=application/json" } },
      415,
    ],
    ["compression", { headers: { "content-encoding": "gzip" } }, 415],
    ["no body", { body: "" }, 400],
    ["half a message", { body: '{"jsonrpc":"2.0",' }, 400],
    ["a message and more", { body: `${JSON.stringify(listTools)}{}` }, 400],
    ["a word", { body: '"tools/list"' }, 400],
    ["null", { body: "null" }, 400],
    ["invalid UTF-8", { body: Buffer.from(JSON.stringify({ ...listTools, id: "\xff" }), "latin1") }, 400],
    ["a list of messages", { body: JSON.stringify([listTools]) }, 400],
    ["a list of messages of 2025", { body: JSON.stringify([initialize]), headers: legacy }, 400],
    ["an empty list", { body: "[]" }, 400],
    ["endlessly nested lists", { body: "[".repeat(90_000) }, 400],
    ["objects inside each other", { body: deep(10_000) }, 400],
    ["deep parameters", { body: nested(JSON.parse(deep(200))) }, 400],
    [
      "a list of 40,000 in place of an object",
      { body: `{"jsonrpc":"2.0","params":[${"0,".repeat(40_000)}0]}` },
      400,
    ],
    ["a version that does not exist", { headers: { "mcp-protocol-version": "1999-01-01" } }, 400],
    ["another version than its message", { headers: { "mcp-protocol-version": "2025-11-25" } }, 400],
    ["another method than its message", { headers: { "mcp-method": "tools/call" } }, 400],
    ["no session", { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}', headers: legacy }, 400],
    ["a conversation without a name", { headers: { "skillwright-conversation": "" } }, 400],
    ["a conversation with a long name", { headers: { "skillwright-conversation": "a".repeat(129) } }, 400],
    ["a conversation with other letters", { headers: { "skillwright-conversation": "gr\xfc\xdf" } }, 400],
    [
      "an unknown method",
      { body: JSON.stringify({ ...listTools, method: "x/y" }), headers: { "mcp-method": "x/y" } },
      404,
    ],
  ])("a request with %s is refused", async (_, request, status) => {
    expect((await send(request))[0]).toBe(status);
  });

  test("a message at the maximum depth is served", async () => {
    expect((await send({ body: nested(JSON.parse(deep(126))) }))[0]).toBe(200);
  });

  test("depth is not counted inside texts", async () => {
    const brackets = `"\\"${"[{".repeat(1000)}`;
    const body = JSON.stringify({ ...listTools, params: { ...listTools.params, cursor: brackets } });
    expect((await send({ body }))[0]).toBe(200);
  });

  test("keys such as __proto__ change nothing", async () => {
    const body = JSON.stringify(listTools).replace(
      '"params":{',
      '"__proto__":{"polluted":1},"params":{"__proto__":{"polluted":1},',
    );
    await send({ body });
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });

  test.each<[string, RawRequest]>([
    ["that says how large it is", { body: " ".repeat(100_001) }],
    ["that is larger than it can be", { headers: { "content-length": "99999999999999" }, body: "{" }],
    [
      "in parts",
      {
        headers: { "content-length": undefined, "transfer-encoding": "chunked" },
        body: `186a1\r\n${" ".repeat(100_001)}\r\n0\r\n\r\n`,
      },
    ],
  ])("a giant body %s is refused", async (_, request) => {
    expect(await send(request)).toEqual([413, "The request is too large; the limit is 100000 bytes."]);
  });

  test("a client that reads nothing until it has sent everything still learns why it is refused", async () => {
    const { url } = await serveAlso({ bounds: { bodyBytes: 100_000 } });
    const socket = await openSocket(url);
    const chunked = { "content-length": undefined, "transfer-encoding": "chunked" };
    const body = `1000000\r\n${" ".repeat(0x1000000)}\r\n0\r\n\r\n`;
    await new Promise((resolve) => {
      socket.once("error", resolve);
      socket.write(rawRequest({ headers: chunked, body }), resolve);
    });
    expect((await readAll(socket)).status).toBe(413);
  });

  test("an endless body is refused as soon as it is too large", async () => {
    const socket = await openSocket(endpoint.url);
    const answer = readAll(socket);
    const chunked = { "content-length": undefined, "transfer-encoding": "chunked" };
    socket.write(rawRequest({ headers: chunked, body: "" }));
    const part = `1000\r\n${" ".repeat(4096)}\r\n`;
    while (!socket.closed) {
      socket.write(part);
      await pause(1);
    }
    expect((await answer).status).toBe(413);
  });
});

describe("internal errors", () => {
  test.each<[string, RawRequest]>([
    ["modern", {}],
    [
      "legacy",
      {
        body: JSON.stringify(initialize),
        headers: { "mcp-protocol-version": undefined, "mcp-method": undefined },
      },
    ],
  ])("are not revealed to a %s client", async (_, request) => {
    const { url } = await serveAlso({}, "secret file /home/anna/.keys");
    troubles.length = 0;
    const { status, text } = await sendRaw(url, rawRequest(request));
    expect(status).toBe(500);
    expect(text).not.toMatch(/anna|keys|\.ts|at /);
    expect(troubles).toEqual(["secret file /home/anna/.keys"]);
  });

  test("errors that a client caused are reported in one line of bounded length", async () => {
    troubles.length = 0;
    const version = "a\u2028b".repeat(1000);
    const meta = { ...listTools.params._meta, "io.modelcontextprotocol/protocolVersion": version };
    await send({ body: JSON.stringify({ ...listTools, params: { _meta: meta } }) });
    expect(troubles.length).toBeGreaterThan(0);
    expect(troubles.filter((line) => line.length > 500 || /[\x00-\x1f\u2028]/.test(line))).toEqual([]);
  });
});

describe("connections", () => {
  test.each<[string, string]>([
    ["a length and parts", "content-length: 5\r\ntransfer-encoding: chunked"],
    ["parts under a strange name", "transfer-encoding: xchunked"],
    ["two lengths", "content-length: 5\r\ncontent-length: 6"],
    ["a length with a sign", "content-length: +5"],
    ["a header folded over two lines", "x: a\r\n b"],
    ["a header without a name", ": a"],
    ["a space before the colon", "content-length : 5"],
    ["a zero byte", "x: a\0b"],
  ])("an ambiguous request with %s is refused", async (_, lines) => {
    const hidden = "0\r\n\r\nGET /smuggled HTTP/1.1\r\nhost: localhost\r\n\r\n";
    const headers = { "content-length": undefined, x: undefined };
    const head = rawRequest({ headers, body: "" }).toString("latin1").replace("connection: close", lines);
    const { text } = await sendRaw(endpoint.url, head + hidden);
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 400"]);
  });

  test.each<[string, string]>([
    ["many headers", "a: b\r\n".repeat(101)],
    [
      "more headers than Node keeps, so that an Origin is past them",
      `${"a:\r\n".repeat(2100)}origin: http://evil.example\r\n`,
    ],
    ["large headers", `a: ${"b".repeat(20_000)}\r\n`],
  ])("a flood of %s is refused", async (_, lines) => {
    const flood = rawRequest()
      .toString("latin1")
      .replace("connection: close\r\n", `connection: close\r\n${lines}`);
    expect((await sendRaw(endpoint.url, flood)).status).toBe(431);
  });

  test("pipelined requests are answered in order", async () => {
    const open = { headers: { connection: "keep-alive" } };
    const ask = (id: number): RawRequest => ({ body: JSON.stringify({ ...listTools, id }) });
    const requests = [{ ...open, ...ask(1) }, { ...open, ...ask(2) }, ask(3)].map(rawRequest);
    const { text } = await sendRaw(endpoint.url, Buffer.concat(requests));
    expect([...text.matchAll(/"id":(\d)/g)].map(([, id]) => id)).toEqual(["1", "2", "3"]);
  });

  test("a client that requests a single response has its connection closed with it, streams included", async () => {
    const headers = { "mcp-protocol-version": undefined, "mcp-method": undefined };
    const { text } = await sendRaw(endpoint.url, rawRequest({ body: JSON.stringify(initialize), headers }));
    expect(text).toMatch(/^content-type: text\/event-stream\r$/m);
    expect(text).toMatch(/^connection: close\r$/im);
  });

  test("nothing after a refused request on its connection is served", async () => {
    const bad = rawRequest({ headers: { authorization: undefined, connection: "keep-alive" } });
    const { text } = await sendRaw(endpoint.url, Buffer.concat([bad, rawRequest()]));
    expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(["HTTP/1.1 401"]);
  });

  test.each<[string, string]>([
    ["a head that is sent slowly", "POST /mcp HTTP/1.1\r\nhost: localhost\r\n"],
    ["nothing at all", ""],
    [
      "a body that never comes",
      rawRequest({ headers: { "content-length": "100" }, body: "" }).toString("latin1"),
    ],
  ])("%s is waited for only so long", async (_, bytes) => {
    const socket = await openSocket(endpoint.url);
    const answer = readAll(socket);
    socket.write(bytes);
    expect((await answer).status).toBeOneOf([0, 408]);
  });

  test("a client that trickles its body is cut off", async () => {
    const socket = await openSocket(endpoint.url);
    const answer = readAll(socket);
    socket.write(rawRequest({ headers: { "content-length": "90000" }, body: "" }));
    while (!socket.closed) {
      socket.write(" ");
      await pause(20);
    }
    expect((await answer).status).toBeOneOf([0, 408]);
  });

  test("a half-open connection gets its response, or is closed", async () => {
    const socket = await openSocket(endpoint.url);
    const answer = readAll(socket);
    socket.end(rawRequest({ headers: { connection: "keep-alive" } }));
    expect((await answer).status).toBeOneOf([0, 200]);
  });

  test("a call is aborted when its client disconnects", async () => {
    const { url } = endpoint;
    const call = {
      ...listTools,
      method: "tools/call",
      params: { _meta: listTools.params._meta, name: "wait" },
    };
    const headers = { "mcp-method": "tools/call", "mcp-name": "wait" };
    const socket = await openSocket(url);
    socket.write(rawRequest({ body: JSON.stringify(call), headers }));
    await until(() => server.waiting.size === 1);
    socket.destroy();
    await until(() => server.waiting.size === 0);
  });

  test("clients that disconnect while sending leave nothing behind", async () => {
    troubles.length = 0;
    const bounds = { requests: { all: 1, user: 1 }, bodies: { all: 1000, user: 1000 } };
    const { url } = await serveAlso({ bounds });
    for (let round = 0; round < 5; round++) {
      const socket = await openSocket(url);
      socket.write(rawRequest({ headers: { "content-length": "5000" }, body: " ".repeat(900) }));
      await until(() => socket.bytesWritten > 0);
      socket.destroy();
    }
    // The server notices the last one a moment later.
    await expect.poll(async () => (await sendRaw(url, rawRequest())).status).toBe(200);
    expect(troubles).toEqual([]);
  });
});

describe("bounds", () => {
  const startSession = rawRequest({
    body: JSON.stringify(initialize),
    headers: { ...goodHeaders, "mcp-protocol-version": undefined, "mcp-method": undefined },
  });

  test("a user with too many sessions is refused, others are served, and closing one frees a slot", async () => {
    const { url } = await serveAlso({ bounds: { sessions: { user: 2, all: 3 } } });
    const clients = [
      await connectClient(url, { era: "legacy" }),
      await connectClient(url, { era: "legacy" }),
    ];
    const refused = await sendRaw(url, startSession);
    expect([
      refused.status,
      refused.text.includes("You have too many sessions open. Try again later."),
    ]).toEqual([429, true]);
    clients.push(await connectClient(url, { era: "legacy", secret: otherSecret }));
    const other = startSession.toString("latin1").replace(secret, otherSecret);
    expect((await sendRaw(url, other)).status).toBe(503);
    await Promise.all(clients.map(disconnect));
    expect((await sendRaw(url, startSession)).status).toBe(200);
  });

  test("a session that cannot start takes no slot", async () => {
    const { url } = await serveAlso({ bounds: { sessions: { user: 1, all: 1 } } });
    const bad = startSession.toString("latin1").replace(", text/event-stream", "");
    for (let round = 0; round < 3; round++) expect((await sendRaw(url, bad)).status).toBe(406);
    expect((await sendRaw(url, startSession)).status).toBe(200);
  });

  test("requests past the limit are refused while others are in progress", async () => {
    const { endpoint: own, server: behind } = await serve({ bounds: { requests: { user: 2, all: 2 } } });
    others.push(own);
    const client = await connectClient(own.url, { era: "modern" });
    const calls = [callText(client, "wait"), callText(client, "wait")];
    await until(() => behind.waiting.size === 2);
    expect((await sendRaw(own.url, rawRequest())).status).toBe(429);
    for (const release of behind.waiting) release();
    expect(await Promise.all(calls)).toEqual(["released", "released"]);
    expect((await sendRaw(own.url, rawRequest())).status).toBe(200);
    await client.close();
  });

  test("subscriptions have their own limit and do not block requests", async () => {
    const small = { user: 600, all: 600 };
    const bounds = { requests: { user: 1, all: 1 }, bodies: small, subscriptions: { user: 2, all: 2 } };
    const { url } = await serveAlso({ bounds });
    const listen = {
      ...listTools,
      method: "subscriptions/listen",
      params: { _meta: listTools.params._meta, notifications: { toolsListChanged: true } },
    };
    const request = rawRequest({
      body: JSON.stringify(listen),
      headers: { "mcp-method": "subscriptions/listen" },
    });
    const sockets = [await openSocket(url), await openSocket(url)];
    for (const socket of sockets) {
      socket.write(request);
      await until(() => socket.bytesRead > 0);
    }
    expect((await sendRaw(url, request)).status).toBe(429);
    expect((await sendRaw(url, rawRequest())).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    let status = 429;
    while (status === 429) {
      const socket = await openSocket(url);
      socket.write(request);
      status = await new Promise((resolve) => {
        socket.once("data", (data) => resolve(Number(data.toString().slice(9, 12))));
      });
      socket.destroy();
    }
    expect(status).toBe(200);
  });

  test("bodies that together are too large are refused, and room is given back", async () => {
    const { url } = await serveAlso({ bounds: { bodies: { user: 1000, all: 1000 } } });
    expect((await sendRaw(url, rawRequest({ body: " ".repeat(1001) }))).status).toBe(429);
    for (let round = 0; round < 5; round++) expect((await sendRaw(url, rawRequest())).status).toBe(200);
  });
});
