import { createServer } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sandboxLimits } from "../limits.ts";
import { listen, listenOn, until } from "./test-egress.ts";
import { createTestProxy, exchange } from "./test-proxy.ts";

/** Ways to write a host so that one reader sees example.org and another something else. */
const disguises = [
  "evil.org%00.example.org",
  "evil.org\\.example.org",
  "evil.org@example.org",
  "example.org@evil.org",
  "evil.org#.example.org",
  "evil.org?.example.org",
  "badexample.org",
  "example.org.evil.org",
  "example.org.",
  "EXAMPLE.ORG.",
  "example.org%2eevil.org",
  "93.184.216.34",
  "1572395042",
  "0x5db8d822",
  "0135.0270.0330.042",
  "93.184.55330",
  "[::ffff:93.184.216.34]",
  "[::ffff:5db8:d822]",
  "[fe80::1%25lo]",
  "127.0.0.1",
  "localhost",
  "169.254.169.254",
  "[::1]",
  "0.0.0.0",
  "",
];

test.each(disguises)("T18: CONNECT %j:443 and GET reach nothing when example.org is listed", async (host) => {
  const proxy = createTestProxy({ hosts: ["example.org"] });
  const refused = /^HTTP\/1.1 40[03] .*\r\n/;
  expect(await proxy.exchange(`CONNECT ${host}:443 HTTP/1.1\r\nHost: example.org\r\n\r\n`)).toMatch(refused);
  const get = `GET http://${host}/ HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n`;
  expect(await proxy.exchange(get)).toMatch(refused);
  expect(proxy.dialled).toEqual([]);
  expect(proxy.decisions.map(({ allowed }) => allowed)).toEqual([false, false]);
});

test.each([
  ["a NUL", "CONNECT evil.org\0.example.org:443 HTTP/1.1\r\n\r\n"],
  ["a NUL in an address", "GET http://evil.org\0.example.org/ HTTP/1.1\r\n\r\n"],
  ["a line break", "CONNECT example.org\n.evil.org:443 HTTP/1.1\r\n\r\n"],
  ["bytes past ASCII", "CONNECT ex\u00e4mple.org:443 HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["no HTTP at all", "\x05\x01\x00"],
  [
    "two lengths",
    "POST http://example.org/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
  ],
  [
    "a length and chunks",
    "POST http://example.org/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  [
    "another encoding",
    "POST http://example.org/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
  ],
  ["a folded header", "GET http://example.org/ HTTP/1.1\r\nHost: x\r\nX: a\r\n b\0\r\n\r\n"],
  [
    "a space before the colon",
    "GET http://example.org/ HTTP/1.1\r\nHost: x\r\nContent-Length : 5\r\n\r\nhello",
  ],
  [
    "endless headers",
    `GET http://example.org/ HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(sandboxLimits.networkHeaderBytes)}`,
  ],
])("T18: a request with %s reaches nothing, and is reported once", async (_what, bytes) => {
  const proxy = createTestProxy({ hosts: ["example.org"] });
  expect(await proxy.exchange(bytes)).toMatch(/^HTTP\/1.1 40[03] /);
  expect(proxy.dialled).toEqual([]);
  expect(proxy.decisions).toEqual([
    expect.objectContaining({
      port: 0,
      allowed: false,
      reason: expect.stringMatching(/^malformed$|^unreadable$/),
    }),
  ]);
});

test("T18: a name is resolved once per request, and each result is checked", async () => {
  const answers = [["93.184.216.34"], ["127.0.0.1"], ["93.184.216.35"]];
  const proxy = createTestProxy({ hosts: ["rebind.example.org"], lookup: async () => answers.shift() ?? [] });
  const connect = "CONNECT rebind.example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n";
  for (const status of [502, 403, 502])
    expect(await proxy.exchange(connect)).toContain(`HTTP/1.1 ${status} `);
  expect(proxy.dialled).toEqual([
    "rebind.example.org:443 at 93.184.216.34",
    "rebind.example.org:443 at 93.184.216.35",
  ]);
  expect(proxy.decisions.map(({ reason }) => reason)).toEqual(["listed", "private-address", "listed"]);
});

test("T18: Connection cannot remove a body's length to smuggle a second request", async () => {
  const urls: string[] = [];
  const { port } = await listen((request, response) => {
    urls.push(`${request.headers.host}${request.url}`);
    request.resume().on("end", () => response.end("done"));
  });
  const proxy = createTestProxy({ hosts: ["example.org"], port });
  const second = "GET /second HTTP/1.1\r\nHost: evil.org\r\n\r\n";
  const first = `GET http://example.org/first HTTP/1.1\r\nHost: x\r\nContent-Length: ${second.length}\r\nConnection: content-length, close\r\n\r\n${second}`;
  expect(await proxy.exchange(first)).toMatch(/done/);
  expect(urls).toEqual(["example.org/first"]);
});

test("T18: the program's Host header does not reach the target", async () => {
  const hosts: unknown[] = [];
  const { port } = await listen((request, response) => {
    hosts.push(request.rawHeaders.filter((_, at, all) => /^host$/i.test(all[at - 1] ?? "") && at % 2 === 1));
    response.end("done");
  });
  const proxy = createTestProxy({ hosts: ["example.org:8080"], port });
  await proxy.exchange(
    "GET http://example.org:8080/ HTTP/1.1\r\nHost: evil.org\r\nConnection: close\r\n\r\n",
  );
  expect(hosts).toEqual([["example.org:8080"]]);
});

test("T18: pipelined requests are not forwarded", async () => {
  const { port } = await listen(() => {});
  const proxy = createTestProxy({ hosts: ["example.org"], port });
  const get = "GET http://example.org/ HTTP/1.1\r\nHost: x\r\n\r\n";
  await proxy.exchange(get.repeat(500));
  await until(() => proxy.decisions.length > 1);
  expect(proxy.dialled.length).toBeLessThanOrEqual(1);
  expect(proxy.decisions.filter(({ reason }) => reason === "pipelined")).toHaveLength(1);
  const mixed = createTestProxy({ hosts: ["example.org"], port });
  await mixed.exchange(`${get}CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(mixed.dialled.length).toBeLessThanOrEqual(1);
});

test("T18: garbage during a request ends both", async () => {
  const closed: boolean[] = [];
  const { port } = await listen((request, response) => {
    request.socket.once("close", () => closed.push(true));
    response.write("begun");
  });
  const proxy = createTestProxy({ hosts: ["example.org"], port });
  const stream = proxy.open();
  await exchange(stream, "GET http://example.org/ HTTP/1.1\r\nHost: x\r\n\r\n", /begun/);
  await exchange(stream, "\0\0\0\r\n\r\n");
  stream.end();
  await until(() => closed.length === 1);
  expect(proxy.decisions.map(({ reason }) => reason)).toEqual(["listed", "unreadable"]);
});

test("T18: past the request limit everything is refused, and that is reported once", async () => {
  const proxy = createTestProxy({ hosts: ["example.org"] });
  const stream = proxy.open();
  const ask = (): Promise<string> =>
    exchange(stream, "GET http://evil.org/ HTTP/1.1\r\nHost: x\r\n\r\n", /\.\n$/);
  for (let count = 0; count < sandboxLimits.networkRequests; count += 1) await ask();
  expect(await ask()).toContain("X-Skillwright-Denied: too-many-requests");
  const connect = "CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n";
  expect(await proxy.exchange(connect)).toContain("X-Skillwright-Denied: too-many-requests");
  expect(proxy.dialled).toEqual([]);
  expect(proxy.decisions).toHaveLength(sandboxLimits.networkRequests + 1);
  expect(proxy.decisions.at(-1)).toMatchObject({ allowed: false, reason: "too-many-requests" });
});

test("T18: an answer cannot carry headers or a second answer into the program's connection", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=9\r\n\r\nokHTTP/1.1 200 OK\r\n\r\nsecond",
    );
  });
  const proxy = createTestProxy({ hosts: ["example.org"], port: await listenOn(server) });
  const answer = await proxy.exchange(
    "GET http://example.org/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
  );
  expect(answer).not.toMatch(/second|X-Hop|timeout=9/);
});

test("T18: only checked and listed targets are dialed, at the checked address", async () => {
  const addressOf = (name: string): string => `93.184.${name.length}.${name.charCodeAt(0) % 250}`;
  const piece = fc.constantFrom(
    ...[
      "good.example",
      "wild.example",
      "a.wild.example",
      "evil.org",
      "127.0.0.1",
      "10.1.1.1",
      "[::1]",
      "localhost",
    ],
    ...[
      ":",
      "443",
      "80",
      "8443",
      "0",
      ".",
      "..",
      "*",
      "@",
      "%00",
      "%2e",
      "\\",
      "/",
      "#",
      "?",
      "\0",
      "\t",
      " ",
      "\r\n",
    ],
    ...["http://", "https://", "A", "-", "_", "\u00e9", "0x", "\u00ad"],
  );
  const request = fc.tuple(
    fc.constantFrom("CONNECT", "GET"),
    fc.array(piece, { minLength: 1, maxLength: 6 }),
  );
  const likely = fc.tuple(
    fc.constantFrom("CONNECT", "GET"),
    fc
      .tuple(
        fc.constantFrom("good.example", "a.wild.example", "10.1.1.1", "GOOD.example"),
        fc.constantFrom(":443", ":80", ":1"),
      )
      .map((parts) => [...parts]),
  );
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(request, likely), async ([method, parts]) => {
      const proxy = createTestProxy({
        hosts: ["good.example", "*.wild.example", "10.1.1.1:443"],
        lookup: async (name) => [addressOf(name)],
      });
      const url = `${method === "GET" ? "http://" : ""}${parts.join("")}`;
      await proxy.exchange(`${method} ${url} HTTP/1.1\r\nHost: good.example\r\nConnection: close\r\n\r\n`);
      const allowed = proxy.decisions.filter((decision) => decision.allowed);
      const expected = allowed.map(({ host, port }) => {
        expect(host).toMatch(/^(?:good\.example|(?:[a-z\d_-]+\.)+wild\.example|10\.1\.1\.1)$/);
        expect(host === "10.1.1.1" ? [443] : [80, 443]).toContain(port);
        return `${host}:${port} at ${host === "10.1.1.1" ? host : addressOf(host)}`;
      });
      expect(proxy.dialled).toEqual(expected);
      expect(proxy.decisions.length).toBeGreaterThan(0);
      passed += allowed.length;
    }),
    { numRuns: 600 },
  );
  expect(passed).toBeGreaterThan(20);
});
