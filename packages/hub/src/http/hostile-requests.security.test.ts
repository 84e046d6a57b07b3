import { connect, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { HubSettingsSchema } from "../config/settings.ts";
import { openSqlite } from "../database/open-sqlite.ts";
import { routes } from "../routes.ts";
import { startTestHub, startTestHubWith, type TestHub, temporaryFolder } from "../test-hub.ts";

const json = { "content-type": "application/json" };

/** Sends bytes as they are and returns everything that comes back until the hub closes the connection. */
function sendRaw({ url }: TestHub, text: string | Uint8Array): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(text);
  return readAll(socket);
}

function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    socket.setEncoding("latin1").on("data", (part: string) => {
      received += part;
    });
    socket.on("error", () => {}).on("close", () => resolve(received));
  });
}

/** The status of each answer in what came back. */
function statuses(text: string): readonly string[] {
  return [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status = ""]) => status);
}

/** The hub must go on working, and must not have failed inside. */
async function expectHealthy(hub: TestHub): Promise<void> {
  expect((await hub.send("GET", "/ready")).status).toBe(200);
  expect(hub.lines.filter((line) => line.includes("request-failed"))).toEqual([]);
}

test("bodies that are too large, broken, deep or packed are refused before they cost anything", async () => {
  const hub = await startTestHub();
  const send = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${hub.url}/api/v1/tenants`, {
      method: "POST",
      body: Buffer.from(body),
      headers: { ...json, ...headers, authorization: `Bearer ${hub.token}` },
    });
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const attempts: readonly (readonly [string, Promise<Response>, number])[] = [
    ["too large", send(`{"id":"${"a".repeat(1_048_576)}"}`), 413],
    ["not JSON", send("{id: 1}"), 400],
    ["empty", send(""), 400],
    ["cut", send('{"id":"a"'), 400],
    ["deep", send("[".repeat(500_000)), 400],
    ["deep and closed", send(`${"[".repeat(65)}${"]".repeat(65)}`), 400],
    ["deep objects", send('{"a":'.repeat(100_000)), 400],
    ["not UTF-8", send(Buffer.from([0x22, 0xff, 0xfe, 0x22])), 400],
    ["a prototype", send('{"__proto__":{"id":"x"},"id":"x","name":"X"}'), 400],
    ["gzip", send(bomb.subarray(0, 100_000), { "content-encoding": "gzip" }), 415],
    ["brotli", send("x", { "content-encoding": "br" }), 415],
    ["an array", send("[]"), 400],
    ["null", send("null"), 400],
  ];
  for (const [what, sent, status] of attempts) expect([what, (await sent).status]).toEqual([what, status]);
  await expectHealthy(hub);
});

test("a body longer or shorter than it says is no request", async () => {
  const hub = await startTestHub();
  const head = `POST /api/v1/tenants HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${hub.token}\r\nconnection: close\r\n`;
  const lengths = ["-1", "1e3", "0x10", "99999999999999999999", "5, 6", ""];
  for (const length of lengths)
    expect([length, statuses(await sendRaw(hub, `${head}content-length: ${length}\r\n\r\n{}`))]).toEqual([
      length,
      ["400"],
    ]);
  // Both at once is how a request is hidden inside another.
  const both = `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`;
  expect(statuses(await sendRaw(hub, both))).toEqual(["400"]);
  const chunk = `${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`;
  expect(statuses(await sendRaw(hub, chunk))).toEqual(["400"]);
  const long = `${head}content-length: ${2 ** 40}\r\n\r\n{`;
  expect(statuses(await sendRaw(hub, long))).toEqual(["413"]);
  await expectHealthy(hub);
});

test("a body without a length is read up to the limit and no further", async () => {
  const hub = await startTestHub();
  const socket = connect(Number(new URL(hub.url).port), "127.0.0.1");
  const answer = readAll(socket);
  socket.write(
    `POST /api/v1/tenants HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${hub.token}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  const part = `10000\r\n${"a".repeat(65_536)}\r\n`;
  for (let sent = 0; sent < 40 && socket.writable; sent++) socket.write(part);
  expect(statuses(await answer)).toEqual(["413"]);
  await expectHealthy(hub);
});

test("addresses with tricks reach nothing else than their route", async () => {
  const hub = await startTestHub();
  const paths = [
    "/api/v1/skills/..%2f..%2fsettings",
    "/api/v1/skills/%2e%2e/%2e%2e/metrics",
    "/api/v1/skills/a%00b",
    "/api/v1/skills/%",
    "/api/v1/skills/%ff%fe",
    "/api/v1/skills/%c0%ae%c0%ae",
    "/api/v1/skills/%0d%0aset-cookie:%20a=b",
    "/api/v1/blobs/..%2fhub.sqlite",
    "/api/v1//me",
    "/API/V1/ME",
    "/api/v1/me/",
    "/api/v1/me%2f",
    "/api/v1/me;x=1",
    "//evil.example/api/v1/me",
    "/\\evil.example",
    "/.%2e/.%2e/etc/passwd",
    `/api/v1/skills/${"a".repeat(8000)}`,
  ];
  for (const path of paths) {
    const text = await sendRaw(hub, `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`);
    const [status = ""] = statuses(text);
    expect([path, ["400", "401", "404"].includes(status)]).toEqual([path, true]);
    expect(text.slice(0, text.indexOf("\r\n\r\n")).toLowerCase()).not.toContain("set-cookie");
    expect(text).not.toContain("root:");
  }
  const absolute =
    "GET http://evil.example/api/v1/me HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n";
  expect(statuses(await sendRaw(hub, absolute))).toEqual(["421"]);
  await expectHealthy(hub);
});

test("headers are checked: no host, two hosts, other hosts, line breaks, too many", async () => {
  const hub = await startTestHub();
  const get = (headers: string) =>
    sendRaw(hub, `GET /health HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
  expect(statuses(await get(""))).toEqual(["400"]);
  expect(statuses(await get("host: 127.0.0.1\r\nhost: evil.example\r\n"))).not.toContain("200");
  // A site whose name points to this machine must not read what is for this machine.
  for (const host of [
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evil.example:80",
    "a b",
    "@127.0.0.1",
  ])
    expect([host, statuses(await get(`host: ${host}\r\n`)).includes("200")]).toEqual([host, false]);
  for (const host of ["127.0.0.1", "localhost:1", "[::1]:7330", "192.0.2.7"])
    expect([host, statuses(await get(`host: ${host}\r\n`))]).toEqual([host, ["200"]]);
  expect(statuses(await get(`host: 127.0.0.1\r\nx: ${"a".repeat(20_000)}\r\n`))).toEqual(["431"]);
  expect(statuses(await get("host: 127.0.0.1\r\nx: a\rb\r\n"))).toEqual(["400"]);
  const injected = await hub.send("GET", "/sign-in/openid?returnTo=%0d%0aset-cookie:a=b");
  expect(injected.headers.getSetCookie()).toEqual([]);
  await expectHealthy(hub);
});

test("other methods are refused with those that work, and headers or queries do not change the method", async () => {
  const hub = await startTestHub();
  const wrong = await hub.send("PATCH", "/api/v1/tenants", { token: hub.token });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, POST"]);
  for (const method of ["TRACE", "CONNECT", "PROPFIND", "GETT"]) {
    const text = await sendRaw(
      hub,
      `${method} /health HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`,
    );
    expect([method, statuses(text).includes("200")]).toEqual([method, false]);
  }
  const list = await hub.send("GET", "/api/v1/tenants", {
    token: hub.token,
    headers: { "x-http-method-override": "DELETE" },
  });
  expect(list.status).toBe(200);
  const head = await hub.send("HEAD", "/health");
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(head.headers.get("x-content-type-options")).toBe("nosniff");
});

test("SQL and HTML in every field of every route change nothing and come back as text", async () => {
  const folder = temporaryFolder();
  const hub = await startTestHub({ rateLimit: { perMinute: 100_000 } }, folder);
  const hostile = [
    `'; drop table tokens; --`,
    `" or 1=1 --`,
    `<script>alert(1)</script>`,
    `\${7*7}{{7*7}}`,
    `\u202etxt.exe`,
    `%00\u0000`,
    "a".repeat(3000),
  ];
  for (const route of routes.filter(({ path }) => !path.startsWith("/sign-"))) {
    for (const text of hostile) {
      const path = route.path.replace(/\{\w+\*?\}/g, () => encodeURIComponent(text));
      const query = new URLSearchParams({ after: text, q: text, tenant: "enterprise" });
      const body =
        route.body === undefined || route.body === "bytes" ? undefined : poison(route.sample?.body, text);
      const answer = await hub.send(route.method, `${path}?${query}`, {
        token: hub.token,
        ...(body !== undefined && { body }),
      });
      const type = answer.headers.get("content-type") ?? "";
      expect([route.path, text.slice(0, 20), answer.status < 500]).toEqual([
        route.path,
        text.slice(0, 20),
        true,
      ]);
      if (type.startsWith("text/html")) expect(await answer.text()).not.toContain("<script>");
      // A stream of events does not end by itself.
      else if (type === "text/event-stream") await answer.body?.cancel();
      else await answer.arrayBuffer();
    }
    const foreign = await hub.send(
      route.method,
      `${route.path.replace(/\{\w+\*?\}/g, "x")}?tenant=${encodeURIComponent(hostile[0] ?? "")}`,
      {
        token: hub.token,
        ...(route.body !== undefined && { body: route.sample?.body ?? {} }),
      },
    );
    expect([route.path, foreign.status < 500]).toEqual([route.path, true]);
    await foreign.body?.cancel();
  }
  await expectHealthy(hub);
  await hub.close();
  const database = await openSqlite(`${folder}/hub.sqlite`);
  expect(await database.read.selectFrom("tokens").selectAll().execute()).not.toEqual([]);
  await database.close();
});

/** The sample with one text in all its texts. */
function poison(value: unknown, text: string): unknown {
  if (typeof value === "string") return text;
  if (Array.isArray(value)) return value.map((one) => poison(one, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poison(one, text)]));
}

test("guessing tokens is limited by address, and a valid token still works from there", async () => {
  let now = 1_800_000_000_000;
  const hub = await startTestHub({ rateLimit: { anonymousPerMinute: 5 } }, temporaryFolder(), () => now);
  const [, id = ""] = hub.token.split("_");
  const guess = (index: number) =>
    hub.send("GET", "/api/v1/me", { token: `skw_${id}_${String(index).padStart(32, "0")}` });
  const seen: number[] = [];
  for (let index = 0; index < 7; index++) seen.push((await guess(index)).status);
  expect(seen).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect((await guess(0)).headers.get("retry-after")).toBe("12");
  expect((await hub.send("GET", "/api/v1/me", { token: hub.token })).status).toBe(200);
  now += 12_000;
  expect([(await guess(8)).status, (await guess(9)).status]).toEqual([401, 429]);
});

test("cross-tenant reads: nothing of another tenant is found, by name, digest or list", async () => {
  const hub = await startTestHub();
  for (const id of ["red", "blue"])
    await hub.send("POST", "/api/v1/tenants", { token: hub.token, body: { id, name: id } });
  const created = await hub.send("POST", "/api/v1/tokens?tenant=red", {
    token: hub.token,
    body: { name: "a", role: "admin" },
  });
  const { token } = (await created.json()) as { token: string };
  await hub.send("PUT", "/api/v1/teams/secret-team?tenant=blue", { token: hub.token });
  for (const path of ["/api/v1/teams", "/api/v1/members", "/api/v1/tokens"])
    for (const tenant of ["blue", "enterprise", "red'--", "BLUE"]) {
      const answer = await hub.send("GET", `${path}?tenant=${tenant}`, { token });
      expect([path, tenant, answer.status]).toEqual([path, tenant, 403]);
    }
  // Two values: the one that is checked is the one that counts.
  const twice = await hub.send("GET", "/api/v1/teams?tenant=red&tenant=blue", { token });
  expect(await twice.text()).not.toContain("secret-team");
  const tenants = await hub.send("GET", "/api/v1/tenants", { token });
  expect(await tenants.json()).toMatchObject({ tenants: [{ id: "red" }] });
});

test("slow clients lose their connection, with headers and with bodies that do not end", async () => {
  const settings = HubSettingsSchema.parse({});
  const timeouts = { headersMs: 200, requestMs: 400, stopMs: 1000 };
  const hub = await startTestHubWith({ settings, dataFolder: temporaryFolder(), now: Date.now, timeouts });
  const slow = Array.from({ length: 50 }, () => {
    const socket = connect(Number(new URL(hub.url).port), "127.0.0.1");
    socket.write("GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-a: ");
    return readAll(socket);
  });
  const body = sendRaw(
    hub,
    `POST /api/v1/tenants HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${hub.token}\r\ncontent-length: 100\r\n\r\n{`,
  );
  expect((await hub.send("GET", "/health")).status).toBe(200);
  for (const text of await Promise.all(slow)) expect(statuses(text)).toEqual(["408"]);
  expect(statuses(await body)).not.toContain("201");
  await expectHealthy(hub);
});

test("many connections that say nothing do not keep others out", async () => {
  const hub = await startTestHub();
  const sockets = Array.from({ length: 500 }, () => connect(Number(new URL(hub.url).port), "127.0.0.1"));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
  expect((await hub.send("GET", "/api/v1/me", { token: hub.token })).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});
