import { createServer } from "node:net";
import { expect, test } from "vitest";
import { sandboxLimits } from "../limits.ts";
import { listen, listenOn, until } from "./test-egress.ts";
import { createTestProxy, exchange } from "./test-proxy.ts";

const listed = { host: "example.org", port: 80, allowed: true, reason: "listed" };
const get = (url: string, headers = ""): string => `GET ${url} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

/** A server that answers with the head of the request that it got, and its body. */
const echo = () =>
  listen((request, response) => {
    const body: Buffer[] = [];
    request.on("data", (chunk: Buffer) => body.push(chunk));
    request.on("end", () => {
      response.setHeader("X-Seen", JSON.stringify([request.method, request.url, request.rawHeaders]));
      response.end(`<${Buffer.concat(body)}>`);
    });
  });
const seen = (answer: string): unknown => JSON.parse(/^X-Seen: (.*)$/m.exec(answer)?.[1] ?? "null");

test("a request for a listed host is passed on with its path, and its Host from the target", async () => {
  const { port } = await echo();
  const proxy = createTestProxy({ hosts: ["example.org"], port });
  const answer = await proxy.exchange(
    get("http://example.org/a?b=c", "X-Own: 1\r\nProxy-Authorization: secret\r\n"),
    />$/,
  );
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(seen(answer)).toEqual([
    "GET",
    "/a?b=c",
    ["Host", "example.org", "X-Own", "1", "Connection", "close"],
  ]);
  expect(proxy.decisions).toEqual([listed]);
  expect(proxy.dialled).toEqual(["example.org:80 at 93.184.216.34"]);
});

test("each request on a connection is checked separately", async () => {
  const { port } = await echo();
  const proxy = createTestProxy({ hosts: ["example.org"], port });
  const stream = proxy.open();
  expect(await exchange(stream, get("http://example.org/1"), /<>$/)).toMatch(/ 200 OK/);
  expect(await exchange(stream, get("http://evil.org/2"), /reach.\n$/)).toMatch(/ 403 Forbidden/);
  expect(await exchange(stream, get("http://example.org/3"), /<>$/)).toMatch(/ 200 OK/);
  expect(proxy.decisions).toEqual([
    listed,
    { host: "evil.org", port: 80, allowed: false, reason: "not-listed" },
    listed,
  ]);
});

test("a refusal states the reason in a sentence and in a header", async () => {
  const proxy = createTestProxy({ hosts: ["example.org"] });
  const answer = await proxy.exchange("CONNECT evil.org:443 HTTP/1.1\r\nHost: evil.org:443\r\n\r\n");
  expect(answer.split("\r\n")).toEqual([
    "HTTP/1.1 403 Forbidden",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Length: 83",
    "X-Skillwright-Denied: not-listed",
    "Connection: close",
    "",
    "Skillwright: evil.org:443 is not in the list of hosts that this program may reach.\n",
  ]);
  expect(proxy.decisions).toEqual([{ host: "evil.org", port: 443, allowed: false, reason: "not-listed" }]);
});

test.each([
  ["CONNECT example.org:22 HTTP/1.1", "403", "port-not-listed"],
  ["CONNECT example.org HTTP/1.1", "403", "malformed"],
  ["GET http://inner.example.org/ HTTP/1.1", "403", "private-address"],
  ["GET http://gone.example.org/ HTTP/1.1", "502", "unresolvable"],
  ["GET http://example.org/ HTTP/1.1", "502", "unreachable"],
  ["CONNECT example.org:443 HTTP/1.1", "502", "unreachable"],
  ["GET / HTTP/1.1", "403", "malformed"],
  ["GET https://example.org/ HTTP/1.1", "403", "malformed"],
])("%s is answered with %s and %s", async (line, ...expected) => {
  const records: Readonly<Record<string, readonly string[]>> = {
    "example.org": ["93.184.216.34"],
    "inner.example.org": ["192.168.0.1"],
  };
  const lookup = async (name: string): Promise<readonly string[]> => records[name] ?? [];
  const proxy = createTestProxy({ hosts: ["example.org", "*.example.org"], lookup });
  const answer = await proxy.exchange(`${line}\r\nHost: x\r\n\r\n`, /Skillwright: .*\n$/);
  expect([answer.slice(9, 12), /X-Skillwright-Denied: (.*)\r/.exec(answer)?.[1]]).toEqual(expected);
  expect(proxy.decisions).toHaveLength(1);
});

test("CONNECT joins the two ends: bytes in both directions, including early ones, and each end closes separately", async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let got = "";
    socket.on("data", (chunk) => {
      got += chunk;
    });
    socket.on("end", () => socket.end(`got ${got}`));
  });
  const proxy = createTestProxy({ hosts: ["example.org"], port: await listenOn(server) });
  const stream = proxy.open();
  const answer = exchange(stream, "CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\nearly ");
  await until(() => proxy.dialled.length === 1);
  stream.end("late");
  expect(await answer).toBe("HTTP/1.1 200 Connection Established\r\n\r\ngot early late");
});

test.each([
  ["with its length", "Content-Length: 5\r\n\r\nhello", ["Content-Length", "5"]],
  [
    "in chunks",
    "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    ["Transfer-Encoding", "chunked"],
  ],
])("a body goes along %s", async (_how, rest, headers) => {
  const { port } = await echo();
  const proxy = createTestProxy({ hosts: ["example.org"], port });
  const answer = await proxy.exchange(`POST http://example.org/ HTTP/1.1\r\nHost: x\r\n${rest}`, />$/);
  expect(answer).toMatch(/<hello>$/);
  expect(seen(answer)).toEqual(["POST", "/", ["Host", "example.org", ...headers, "Connection", "close"]]);
});

test("a client that expects 100-continue gets it if allowed, and is refused otherwise", async () => {
  const { port } = await echo();
  const proxy = createTestProxy({ hosts: ["example.org"], port });
  const head = (host: string): string =>
    `PUT http://${host}/ HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`;
  const stream = proxy.open();
  expect(await exchange(stream, head("example.org"), /\r\n\r\n$/)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  expect(await exchange(stream, "ok", />$/)).toMatch(/<ok>$/);
  expect(await proxy.exchange(head("evil.org"), /\n$/)).toMatch(/^HTTP\/1.1 403/);
});

test("an Upgrade is dropped: the request is forwarded as a plain one", async () => {
  const { port } = await echo();
  const proxy = createTestProxy({ hosts: ["example.org"], port });
  const answer = await proxy.exchange(
    get("http://example.org/", "Connection: Upgrade, X-Hop\r\nUpgrade: websocket\r\nX-Hop: 1\r\n"),
    />$/,
  );
  expect(seen(answer)).toEqual(["GET", "/", ["Host", "example.org", "Connection", "close"]]);
});

test.each([
  ["that is none", "SSH-2.0-OpenSSH\r\n", 502],
  [
    "with a header that is too long",
    `HTTP/1.1 200 OK\r\nX: ${"x".repeat(sandboxLimits.networkHeaderBytes)}\r\n\r\n`,
    502,
  ],
  ["with a status that does not exist", "HTTP/1.1 099 Odd\r\n\r\n", 502],
  [
    "that switches protocols unasked",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
    502,
  ],
])("an answer %s becomes a refusal", async (_what, bytes, status) => {
  const server = createServer((socket) => socket.on("error", () => {}).end(bytes));
  const proxy = createTestProxy({ hosts: ["example.org"], port: await listenOn(server) });
  const answer = await proxy.exchange(get("http://example.org/"), /Skillwright: .*\n$/);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test("a response that arrives before the whole request was sent is passed on, and the connection stays open", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno").resume());
  });
  const proxy = createTestProxy({ hosts: ["example.org"], port: await listenOn(server) });
  const stream = proxy.open();
  const head = "POST http://example.org/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n";
  expect(await exchange(stream, `${head}${"x".repeat(500_000)}`, /\r\n\r\nno$/)).toMatch(/^HTTP\/1.1 413 /);
  const next = "GET http://evil.org/ HTTP/1.1\r\nHost: x\r\n\r\n";
  expect(await exchange(stream, `${"x".repeat(500_000)}${next}`, /reach.\n$/)).toMatch(/^HTTP\/1.1 403 /);
});

test("an answer that breaks off breaks off", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", () => socket.destroy());
  });
  const proxy = createTestProxy({ hosts: ["example.org"], port: await listenOn(server) });
  const answer = await proxy.exchange(get("http://example.org/"));
  expect(answer).toMatch(/half$/);
});

test("when the program leaves, the connection to the host is closed", async () => {
  const events: string[] = [];
  const { port } = await listen(({ url, socket }) => {
    events.push(`${url} arrived`);
    socket.once("close", () => events.push(`${url} closed`));
  });
  const proxy = createTestProxy({ hosts: ["example.org"], port });
  const stream = proxy.open();
  void exchange(stream, get("http://example.org/slow"));
  await until(() => events.length === 1);
  stream.destroy();
  await until(() => events.length === 2);
  expect(events).toEqual(["/slow arrived", "/slow closed"]);
});
