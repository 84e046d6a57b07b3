import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { startTestHub, type TestHub } from "../test-hub.ts";
import { ownPath } from "./openid-routes.ts";
import { createTestBrowser, type TestBrowser } from "./test-browser.ts";
import { startProvider, type TestAccount } from "./test-provider.ts";

const groups = {
  admins: { role: "admin" },
  "red writers": { role: "publisher", tenant: "red", team: "web" },
  nowhere: { role: "admin", tenant: "none" },
} as const;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function start(accounts: Readonly<Record<string, TestAccount>>): Promise<TestHub> {
  const port = await freePort();
  const { issuer } = await startProvider(`http://127.0.0.1:${port}/sign-in/openid/callback`, accounts);
  const clientSecret = "a secret of the client";
  const hub = await startTestHub({ port, openIdConnect: { issuer, clientId: "hub", clientSecret, groups } });
  await hub.send("POST", "/api/v1/tenants", { token: hub.token, body: { id: "red", name: "Red" } });
  return hub;
}

/** Goes through the provider's pages as a person would. */
async function signIn(browser: TestBrowser, login: string): Promise<Response> {
  const page = await browser.open("/sign-in/openid");
  const form = /action="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  const consent = await browser.submit(form, { prompt: "login", login, password: "any" });
  const text = await consent.clone().text();
  if (!text.includes('value="consent"')) return consent;
  return browser.submit(/action="([^"]+)"/.exec(text)?.[1] ?? "", { prompt: "consent" });
}

/** The address that the provider sends a browser back to, which it has not opened yet. */
async function stopAtCallback(
  hub: TestHub,
  login: string,
): Promise<{ readonly browser: TestBrowser; readonly callback: string }> {
  let callback = "";
  const follows = (address: URL): boolean => {
    if (callback !== "" || !address.pathname.endsWith("/callback")) return true;
    callback = address.href;
    return false;
  };
  const browser = createTestBrowser(hub.url, { follows });
  await signIn(browser, login);
  return { browser, callback };
}

async function grantsOf(hub: TestHub, browser: TestBrowser): Promise<unknown> {
  const cookie = `skillwright=${browser.cookies.get("skillwright")}`;
  const answer = await hub.send("GET", "/api/v1/me", { headers: { cookie } });
  return ((await answer.json()) as { grants?: unknown }).grants;
}

test("groups give roles at each sign-in, and take them away at the next", async () => {
  const ada: TestAccount = { name: "Ada", groups: ["admins", "red writers", "nowhere", "constructor"] };
  const hub = await start({ ada });
  const browser = createTestBrowser(hub.url);
  const home = await signIn(browser, "ada");
  expect(home.status).toBe(200);
  expect(await (await browser.open("/api/v1/me")).json()).toEqual(
    expect.objectContaining({ person: expect.objectContaining({ name: expect.stringContaining("Ada") }) }),
  );
  expect(await grantsOf(hub, browser)).toEqual([
    { tenant: "enterprise", team: "", role: "admin" },
    { tenant: "red", team: "web", role: "publisher" },
  ]);
  ada.groups = ["red writers"];
  const second = createTestBrowser(hub.url);
  await signIn(second, "ada");
  expect(await grantsOf(hub, second)).toEqual([{ tenant: "red", team: "web", role: "publisher" }]);
  // The first session is of the same person, so it has lost the role too.
  expect(await grantsOf(hub, browser)).toEqual([{ tenant: "red", team: "web", role: "publisher" }]);
});

test("a role that an administrator gave stays, whatever the groups say", async () => {
  const ada: TestAccount = { name: "Ada", groups: ["admins"] };
  const hub = await start({ ada });
  await signIn(createTestBrowser(hub.url), "ada");
  const list = await hub.send("GET", "/api/v1/members", { token: hub.token });
  const { members } = (await list.json()) as { members: { person: string; name: string }[] };
  const person = members.find(({ name }) => name === "Ada")?.person;
  const body = { roles: [{ role: "reader" }] };
  await hub.send("PUT", `/api/v1/members/${person}`, { token: hub.token, body });
  ada.groups = [];
  const browser = createTestBrowser(hub.url);
  await signIn(browser, "ada");
  expect(await grantsOf(hub, browser)).toEqual([{ tenant: "enterprise", team: "", role: "reader" }]);
});

test("a stranger without a role is not signed in, and leaves no trace", async () => {
  const hub = await start({ eve: { name: "Eve", groups: ["others"] } });
  const browser = createTestBrowser(hub.url);
  expect(await (await signIn(browser, "eve")).text()).toContain("You have no role here");
  expect(browser.cookies.has("skillwright")).toBe(false);
});

test("a disabled person is not signed in", async () => {
  const hub = await start({ ada: { name: "Ada", groups: ["admins"] } });
  const browser = createTestBrowser(hub.url);
  await signIn(browser, "ada");
  const list = await hub.send("GET", "/api/v1/members", { token: hub.token });
  const { members } = (await list.json()) as { members: { person: string; name: string }[] };
  const person = members.find(({ name }) => name === "Ada")?.person;
  await hub.send("PUT", `/api/v1/people/${person}`, { token: hub.token, body: { isDisabled: true } });
  expect(await grantsOf(hub, browser)).toBeUndefined();
  expect(await (await signIn(createTestBrowser(hub.url), "ada")).text()).toContain("You have no role here");
});

test("a stranger's answer from the provider signs no one in: other browsers, used and made-up states are refused", async () => {
  const hub = await start({ eve: { name: "Eve", groups: ["admins"] } });
  const { browser: eve, callback } = await stopAtCallback(hub, "eve");
  const victim = createTestBrowser(hub.url);
  expect((await victim.open(callback)).status).toBe(400);
  await victim.open("/sign-in/openid");
  expect((await victim.open(callback)).status).toBe(400);
  expect(victim.cookies.has("skillwright")).toBe(false);
  expect((await eve.open(callback)).status).toBe(200);
  expect((await eve.open(callback)).status).toBe(400);
  const made = new URL(callback);
  made.searchParams.set("state", "made-up");
  eve.cookies.set("skillwright-sign-in", "made-up");
  expect((await eve.open(made.href)).status).toBe(400);
});

test("a changed code or issuer is refused and logged without its values", async () => {
  const hub = await start({ ada: { name: "Ada", groups: ["admins"] } });
  for (const field of ["code", "iss"]) {
    const { browser, callback: address } = await stopAtCallback(hub, "ada");
    const callback = new URL(address);
    const value = callback.searchParams.get(field) ?? "";
    callback.searchParams.set(field, `x${value.slice(1)}`);
    const answer = await browser.open(callback.href);
    expect([field, answer.status, await answer.text()]).toEqual([
      ...[field, 400, expect.stringContaining("did not confirm")],
    ]);
    expect(hub.lines.join("")).not.toContain(callback.searchParams.get("code"));
  }
});

test("after the sign-in people return to a page of the hub and nowhere else", () => {
  const hub = "https://hub.example";
  expect(ownPath("/skills?q=a", hub)).toBe("/skills?q=a");
  for (const path of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "http://[",
  ])
    expect([path, ownPath(path, hub)]).toEqual([path, "/"]);
});

test("a provider that does not answer is a clear refusal, and the next attempt asks again", async () => {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const hub = await startTestHub({ openIdConnect: { issuer, clientId: "hub" } });
  for (let attempt = 0; attempt < 2; attempt++)
    expect((await hub.send("GET", "/sign-in/openid")).status).toBe(503);
  expect(hub.lines.filter((line) => line.includes("provider-unavailable"))).toHaveLength(2);
});
