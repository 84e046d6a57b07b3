import { afterAll, expect, test } from "vitest";
import { startPostgres } from "../database/test-postgres.ts";
import { startTestHub, type TestHub } from "../test-hub.ts";
import { createTestBrowser, type TestBrowser } from "./test-browser.ts";
import { type Lie, type RogueProvider, startRogueProvider } from "./test-rogue-provider.ts";

const postgres = await startPostgres();
afterAll(() => postgres?.close());

const groups = { admins: { role: "admin" }, readers: { role: "reader" } } as const;

async function start(
  lie: Lie = {},
  settings: object = {},
): Promise<{ hub: TestHub; provider: RogueProvider }> {
  const provider = await startRogueProvider();
  provider.lie = lie;
  const openIdConnect = { issuer: provider.issuer, clientId: "hub", groups };
  return { provider, hub: await startTestHub({ openIdConnect, ...settings }) };
}

async function enter(hub: TestHub): Promise<{ browser: TestBrowser; text: string }> {
  const browser = createTestBrowser(hub.url);
  const answer = await browser.open("/sign-in/openid");
  return { browser, text: await answer.text() };
}

async function rolesOf(hub: TestHub, { cookies }: TestBrowser): Promise<unknown> {
  const headers = { cookie: `skillwright=${cookies.get("skillwright")}` };
  const answer = await hub.send("GET", "/api/v1/me", { headers });
  const { grants } = (await answer.json()) as { grants?: readonly { readonly role: string }[] };
  return grants?.map(({ role }) => role) ?? answer.status;
}

/** Who is signed in. */
async function nameOf(browser: TestBrowser): Promise<unknown> {
  const { person } = (await (await browser.open("/api/v1/me")).json()) as {
    person?: { readonly name: string };
  };
  return person?.name;
}

test("a right answer of the provider signs in, or the refusals below would prove nothing", async () => {
  const { hub } = await start();
  const { browser } = await enter(hub);
  expect(await nameOf(browser)).toBe("Ada");
  expect(await rolesOf(hub, browser)).toEqual(["admin"]);
});

const now = Math.floor(Date.now() / 1000);
const lies: readonly (readonly [string, Lie])[] = [
  ["for another client", { claims: { aud: "another" } }],
  ["for several clients without saying for whom", { claims: { aud: ["hub", "another"] } }],
  ["for several clients and given to another", { claims: { aud: ["hub", "another"], azp: "another" } }],
  ["without an audience", { claims: { aud: undefined } }],
  ["of another issuer", { claims: { iss: "https://evil.example" } }],
  ["without an issuer", { claims: { iss: undefined } }],
  ["of another sign-in", { claims: { nonce: "of-another-sign-in" } }],
  ["without a nonce", { claims: { nonce: undefined } }],
  ["that has expired", { claims: { iat: now - 7200, exp: now - 3600 } }],
  ["without an end", { claims: { exp: undefined } }],
  ["without a subject", { claims: { sub: undefined } }],
  ["with an empty subject", { claims: { sub: "" } }],
  ["with a subject of a megabyte", { claims: { sub: "x".repeat(1_000_000) } }],
  ["with a subject of control characters", { claims: { sub: "ada\u0000" } }],
  ["with a subject that is a list", { claims: { sub: ["ada"] } }],
  ["without a signature", { header: { alg: "none" } }],
  ["signed in a way that the provider does not use", { header: { alg: "HS256" } }],
  ["signed with another key", { isForged: true }],
  [
    "whose user information is about another person",
    {
      claims: { groups: undefined },
      information: { sub: "eve", groups: ["admins"] },
    },
  ],
];

test("an ID token for another sign-in, of another provider or without a valid subject is refused", async () => {
  const { hub, provider } = await start();
  for (const [what, lie] of lies) {
    provider.lie = lie;
    const { browser, text } = await enter(hub);
    expect([what, text]).toEqual([what, expect.stringContaining("did not confirm the sign-in")]);
    expect([what, browser.cookies.has("skillwright")]).toEqual([what, false]);
  }
});

const lists: readonly (readonly [string, unknown])[] = [
  ["missing", undefined],
  ["a text that contains the group", "admins"],
  ["a text of the group alone", " admins"],
  ["an object", { 0: "admins", length: 1 }],
  ["nested", [["admins"], { name: "admins" }]],
  ["names of every object", ["constructor", "__proto__", "toString", "hasOwnProperty"]],
  ["in another case", ["Admins", "ADMINS", "admins "]],
  ["null", null],
  ["beyond the bound", [...Array.from({ length: 100_000 }, (_, index) => `group-${index}`), "admins"]],
];

test("a list of groups that is odd, huge or missing gives no role", async () => {
  const { hub, provider } = await start();
  for (const [what, claim] of lists) {
    provider.lie = { claims: { groups: claim } };
    const { browser, text } = await enter(hub);
    expect([what, text]).toEqual([what, expect.stringContaining("You have no role here")]);
    expect([what, browser.cookies.has("skillwright")]).toEqual([what, false]);
  }
});

test("a person who has left all groups loses every role and is not signed in; the log says what has changed", async () => {
  const { hub, provider } = await start();
  const { browser } = await enter(hub);
  provider.lie = { claims: { groups: ["readers"] } };
  await enter(hub);
  expect(await rolesOf(hub, browser)).toEqual(["reader"]);
  provider.lie = { claims: { groups: [] } };
  const last = await enter(hub);
  expect(last.text).toContain("You have no role here");
  expect(last.browser.cookies.has("skillwright")).toBe(false);
  expect(await rolesOf(hub, browser)).toEqual([]);
  const answer = await hub.send("GET", "/api/v1/audit?stream=hub", { token: hub.token });
  const { events } = (await answer.json()) as { events: readonly { readonly line: string }[] };
  const changes = events
    .map(({ line }) => JSON.parse(line))
    .filter(({ action }) => action === "member-changed")
    .map(({ details }) => [details.before, details.roles, details.by]);
  const [admin, reader] = [
    { team: "", role: "admin" },
    { team: "", role: "reader" },
  ];
  expect(changes).toEqual([
    [[reader], [], provider.issuer],
    [[admin], [reader], provider.issuer],
    [[], [admin], provider.issuer],
  ]);
});

test("account takeover: a person with an administrator's address or name does not become that administrator", async () => {
  const { hub, provider } = await start();
  const body = { name: "Grace", email: "grace@example.org", roles: [{ role: "admin" }] };
  expect((await hub.send("POST", "/api/v1/members", { token: hub.token, body })).status).toBe(201);
  const first = await enter(hub);
  for (const claims of [
    { sub: "eve", name: "Grace", email: "grace@example.org", email_verified: true },
    { sub: "Ada", name: "Ada", email: "ada@example.org" },
    { sub: "ada ", name: "Ada" },
  ]) {
    provider.lie = { claims: { ...claims, groups: ["readers"] } };
    const { browser } = await enter(hub);
    expect([claims.sub, await rolesOf(hub, browser)]).not.toEqual([claims.sub, ["admin"]]);
  }
  expect(await rolesOf(hub, first.browser)).toEqual(["admin"]);
});

test("a code counts once: who sends the same answer again is not signed in, and the provider is not asked", async () => {
  const { hub, provider } = await start();
  let callback = "";
  const follows = (address: URL): boolean => {
    if (address.pathname.endsWith("/callback")) callback = address.href;
    return true;
  };
  const browser = createTestBrowser(hub.url, { follows });
  await browser.open("/sign-in/openid");
  expect(await rolesOf(hub, browser)).toEqual(["admin"]);
  const state = new URL(callback).searchParams.get("state") ?? "";
  const thief = createTestBrowser(hub.url);
  thief.cookies.set("skillwright-sign-in", state);
  expect((await thief.open(callback)).status).toBe(400);
  expect(thief.cookies.has("skillwright")).toBe(false);
  expect(provider.exchanged).toHaveLength(1);
});

test("an answer that came too late, or has its state twice, is refused", async () => {
  let time = Date.now();
  const provider = await startRogueProvider();
  const openIdConnect = { issuer: provider.issuer, clientId: "hub", groups };
  const hub = await startTestHub({ openIdConnect }, undefined, () => time);
  for (const spoil of [
    (address: URL) => {
      time += 900_001;
      return address;
    },
    (address: URL) => new URL(`${address.href}&state=other`),
    (address: URL) => new URL(`${address.href}&code=other`),
    (address: URL) => new URL(`${address.href}&error=access_denied`),
  ]) {
    let callback: URL | undefined;
    const browser = createTestBrowser(hub.url, {
      follows: (address) => {
        if (address.pathname.endsWith("/callback")) callback = address;
        return callback === undefined;
      },
    });
    await browser.open("/sign-in/openid");
    if (callback === undefined) throw new Error("the provider did not answer");
    expect((await browser.open(spoil(callback).href)).status).toBe(400);
    expect(browser.cookies.has("skillwright")).toBe(false);
  }
});

test("open redirect: after the sign-in the browser is at the hub, whatever the address said", async () => {
  const { hub } = await start();
  const hosts: string[] = [];
  const follows = (address: URL): boolean => {
    hosts.push(address.hostname);
    return address.hostname === "127.0.0.1";
  };
  for (const path of [
    "//evil.example",
    "/..//evil.example",
    "/.//evil.example/a",
    "/%2e%2e//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    `${hub.url}//evil.example`,
    `${hub.url}@evil.example/`,
    "https:evil.example",
  ])
    await createTestBrowser(hub.url, { follows }).open(
      `/sign-in/openid?returnTo=${encodeURIComponent(path)}`,
    );
  expect([...new Set(hosts)]).toEqual(["127.0.0.1"]);
  expect(hosts.length).toBeGreaterThan(20);
});

test("a provider that goes down between the two steps is a page for people, and the hub goes on", async () => {
  const { hub, provider } = await start({ isDown: true });
  expect((await enter(hub)).text).toContain("did not confirm");
  provider.lie = {};
  expect(await nameOf((await enter(hub)).browser)).toBe("Ada");
});

test.runIf(postgres)("odd names are kept by PostgreSQL too", async () => {
  const database = (await postgres?.createDatabase()) ?? "";
  const name = `<b>\u0000\ud800${"x".repeat(500)}`;
  const { hub } = await start({ claims: { name, email: "\u0000@\ud800" } }, { database });
  const { browser } = await enter(hub);
  expect(await nameOf(browser)).toMatch(/^<b>\ufffd\ufffdxxx/);
});
