import { expect, test } from "vitest";
import { openSqlite } from "../database/open-sqlite.ts";
import { startTestHub, temporaryFolder } from "../test-hub.ts";
import { createTestBrowser } from "./test-browser.ts";

const mePath = "/api/v1/me";
const administrator = expect.objectContaining({ person: expect.objectContaining({ name: "Administrator" }) });

test("the first link signs the administrator in, once; opening it does not use it up", async () => {
  const hub = await startTestHub();
  const link = hub.firstLink ?? "";
  const browser = createTestBrowser(hub.url);
  expect(await (await browser.open(link)).text()).toContain("works once");
  expect((await browser.submit(link)).status).toBe(200);
  expect(await (await browser.open(mePath)).json()).toEqual(administrator);
  const other = createTestBrowser(hub.url);
  expect((await other.open(link)).status).toBe(400);
  expect(await (await other.submit(link)).text()).toContain("used before");
  expect(other.cookies.size).toBe(0);
});

test("of two browsers that use a link at the same time, one is signed in", async () => {
  const hub = await startTestHub();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => createTestBrowser(hub.url).submit(hub.firstLink ?? "")),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("a link is old after an hour", async () => {
  let now = Date.now();
  const hub = await startTestHub({}, temporaryFolder(), () => now);
  now += 3_600_001;
  expect((await createTestBrowser(hub.url).submit(hub.firstLink ?? "")).status).toBe(400);
});

test("a link is no token, and a token is no link", async () => {
  const hub = await startTestHub();
  const secret = hub.firstLink?.split("/").at(-1);
  expect((await hub.send("GET", "/api/v1/me", { token: secret })).status).toBe(401);
  const browser = createTestBrowser(hub.url);
  expect((await browser.submit("/sign-in", { token: secret ?? "" })).status).toBe(400);
  expect((await browser.submit(`/sign-in/link/${hub.token}`)).status).toBe(400);
});

test("the cookie is for this host alone and invisible to scripts, and only its hash is stored", async () => {
  const folder = temporaryFolder();
  const hub = await startTestHub({ publicUrl: "https://hub.example" }, folder);
  const sent = await fetch(new URL("/sign-in", hub.listensAt), {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ token: hub.token }).toString(),
    headers: { origin: "https://hub.example", "content-type": "application/x-www-form-urlencoded" },
  });
  const [cookie = ""] = sent.headers.getSetCookie();
  expect(cookie).toMatch(
    /^__Host-skillwright=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200; Secure$/,
  );
  const database = await openSqlite(`${folder}/hub.sqlite`);
  const rows = await database.read.selectFrom("browser_sessions").selectAll().execute();
  await database.close();
  expect(JSON.stringify(rows)).not.toContain(cookie.slice(20, 60));
  expect(rows[0]?.id).toMatch(/^[0-9a-f]{64}$/);
});

test("session fixation: an id that was in the browser before never becomes a session, and an old session ends", async () => {
  const hub = await startTestHub();
  const browser = createTestBrowser(hub.url);
  browser.cookies.set("skillwright", "planted");
  await browser.submit("/sign-in", { token: hub.token });
  const first = browser.cookies.get("skillwright") ?? "";
  expect(first).not.toBe("planted");
  await browser.submit("/sign-in", { token: hub.token });
  const stale = await hub.send("GET", "/api/v1/me", { headers: { cookie: `skillwright=${first}` } });
  expect(stale.status).toBe(401);
  const planted = await hub.send("GET", "/api/v1/me", { headers: { cookie: "skillwright=planted" } });
  expect(planted.status).toBe(401);
});

test("two cookies of one name are no session: one of them could be planted by another host of the domain", async () => {
  const hub = await startTestHub();
  const browser = createTestBrowser(hub.url);
  await browser.submit("/sign-in", { token: hub.token });
  const cookie = `skillwright=${browser.cookies.get("skillwright")}`;
  expect((await hub.send("GET", "/api/v1/me", { headers: { cookie } })).status).toBe(200);
  const double = await hub.send("GET", "/api/v1/me", { headers: { cookie: `skillwright=x; ${cookie}` } });
  expect(double.status).toBe(401);
});

test("CSRF: with a cookie, other sites change nothing, whatever they call themselves", async () => {
  const hub = await startTestHub();
  const browser = createTestBrowser(hub.url);
  await browser.submit("/sign-in", { token: hub.token });
  const cookie = `skillwright=${browser.cookies.get("skillwright")}`;
  const body = { id: "evil", name: "Evil" };
  const attempt = (headers: Readonly<Record<string, string>>) =>
    hub.send("POST", "/api/v1/tenants", { body, headers: { cookie, ...headers } });
  const origin = new URL(hub.url).origin;
  for (const headers of [
    {},
    { origin: "null" },
    { origin: "https://evil.example" },
    { origin: `${origin}.evil.example` },
    { origin: origin.replace("http:", "https:") },
    { origin, "sec-fetch-site": "cross-site" },
    { origin, "sec-fetch-site": "same-site" },
    { referer: `${origin}/` },
    { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
    { origin: "https://evil.example", "x-http-method-override": "GET" },
  ])
    expect([headers, (await attempt(headers)).status]).toEqual([headers, 403]);
  expect((await attempt({ origin, "sec-fetch-site": "same-origin" })).status).toBe(201);
});

test("CSRF: a stranger's page cannot sign a person in or out", async () => {
  const hub = await startTestHub();
  const browser = createTestBrowser(hub.url);
  const strange = await browser.submit("/sign-in", { token: hub.token }, "https://evil.example");
  expect([strange.status, browser.cookies.size]).toEqual([400, 0]);
  expect((await browser.submit(hub.firstLink ?? "", {}, "https://evil.example")).status).toBe(400);
  await browser.submit("/sign-in", { token: hub.token });
  expect((await browser.submit("/sign-out", {}, "https://evil.example")).status).toBe(403);
  expect(await (await browser.open(mePath)).json()).toEqual(administrator);
});

test("signing out ends the session, not only the cookie", async () => {
  const hub = await startTestHub();
  const browser = createTestBrowser(hub.url);
  await browser.submit("/sign-in", { token: hub.token });
  const cookie = `skillwright=${browser.cookies.get("skillwright")}`;
  expect((await browser.submit("/sign-out")).status).toBe(200);
  expect((await browser.open(mePath)).status).toBe(401);
  expect(browser.cookies.size).toBe(0);
  expect((await hub.send("GET", "/api/v1/me", { headers: { cookie } })).status).toBe(401);
});

test("a session ends after half a day, and with the token that opened it", async () => {
  let now = Date.now();
  const hub = await startTestHub({}, temporaryFolder(), () => now);
  const created = await hub.send("POST", "/api/v1/me/tokens", {
    token: hub.token,
    body: { name: "browser", scopes: ["skills:read", "members:read"] },
  });
  const { id, token } = (await created.json()) as { id: string; token: string };
  const browser = createTestBrowser(hub.url);
  await browser.submit("/sign-in", { token });
  const cookie = `skillwright=${browser.cookies.get("skillwright")}`;
  const me = () => hub.send("GET", "/api/v1/me", { headers: { cookie } });
  expect(await (await me()).json()).toMatchObject({ permissions: ["skills:read", "members:read"] });
  await hub.send("DELETE", `/api/v1/tokens/${id}`, { token: hub.token });
  expect((await me()).status).toBe(401);

  const second = createTestBrowser(hub.url);
  await second.submit("/sign-in", { token: hub.token });
  now += 43_200_000;
  expect((await second.open(mePath)).status).toBe(401);
});

test("the page of a link has no scripts, cannot be framed, and shows names as text", async () => {
  const name = `<script>alert(1)</script>"'&`;
  const hub = await startTestHub({ name });
  const answer = await hub.send("GET", new URL(hub.firstLink ?? "").pathname);
  const text = await answer.text();
  expect(text).not.toMatch(/<script/i);
  expect(text).toContain("&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;&#38;");
  const { headers } = answer;
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("cache-control")).toBe("no-store");
});
