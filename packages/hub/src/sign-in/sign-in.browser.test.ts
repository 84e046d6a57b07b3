import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { chromiumPath, createBrowserPages } from "../../../evals/src/report/test-browser.ts";
import { createTestCertificate } from "../../../packaging/src/http/test-certificate.ts";
import { startTestHub, type TestHub, temporaryFolder } from "../test-hub.ts";
import { startProvider } from "./test-provider.ts";
import { startRogueProvider } from "./test-rogue-provider.ts";

const openPage = createBrowserPages();
const title =
  chromiumPath === undefined ? "A BROWSER WAS NOT TRIED, as Chromium is not installed" : "in Chromium";

/** Watches what a page gets from the hub: every answer must have a policy that allows no foreign or inline scripts and no frames. */
function watchPolicies(page: Page, hub: TestHub): readonly string[] {
  const weak: string[] = [];
  page.on("response", (response) => {
    if (!response.url().startsWith(hub.url)) return;
    const policy = response.headers()["content-security-policy"] ?? "none";
    const isStrict = policy.startsWith("default-src 'none'; ") && policy.includes("frame-ancestors 'none'");
    if (!isStrict || /script-src (?!'self';)|unsafe/.test(policy)) weak.push(`${response.url()}: ${policy}`);
  });
  return weak;
}

async function signInByToken(page: Page, hub: TestHub): Promise<void> {
  await page.goto(hub.url);
  await page.getByLabel("Token").fill(hub.token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await accountOf(page, "Administrator").waitFor();
}

/** The button of the dashboard that names who is signed in. */
function accountOf(page: Page, name: string): Locator {
  return page.getByRole("button", { name });
}

async function signOut(page: Page): Promise<void> {
  await accountOf(page, "Administrator").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await signInHeading(page).waitFor();
}

function signInHeading(page: Page): Locator {
  return page.getByRole("heading", { name: /^Sign in to/ });
}

/** Browsers report the answers by which the dashboard learns that the user is not signed in. */
function unexpected(complaints: readonly string[]): readonly string[] {
  return complaints.filter((line) => !line.includes("status of 401"));
}

describe.skipIf(chromiumPath === undefined)(title, () => {
  test("the first link works once; its session is invisible to scripts and ends with the sign-out", async () => {
    const hub = await startTestHub();
    const { page, context, complaints } = await openPage();
    const weak = watchPolicies(page, hub);
    await page.goto(hub.firstLink ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await accountOf(page, "Administrator").waitFor();
    expect(await context.cookies()).toMatchObject([
      { name: "skillwright", httpOnly: true, sameSite: "Lax", secure: false, path: "/", domain: "127.0.0.1" },
    ]);
    expect(await page.evaluate("document.cookie")).toBe("");

    const other = await openPage();
    await other.page.goto(hub.firstLink ?? "");
    expect(await other.page.textContent("main")).toContain("used before");

    const [kept] = await context.cookies();
    await signOut(page);
    expect(await context.cookies()).toEqual([]);
    await page.goBack();
    await signInHeading(page).waitFor();
    // A copy of the cookie is worth nothing afterwards.
    if (kept) await context.addCookies([kept]);
    await page.goto(hub.url);
    await signInHeading(page).waitFor();
    expect([unexpected(complaints), weak]).toEqual([[], []]);
  });

  test("over https the cookie is bound to the host, and a wrong token signs no one in", async () => {
    const folder = temporaryFolder();
    const { cert, key } = createTestCertificate();
    writeFileSync(`${folder}/cert.pem`, cert);
    writeFileSync(`${folder}/key.pem`, key);
    const hub = await startTestHub(
      { tls: { certificate: `${folder}/cert.pem`, key: `${folder}/key.pem` } },
      folder,
    );
    const { page, context, complaints } = await openPage({ ignoreHTTPSErrors: true });
    const weak = watchPolicies(page, hub);
    await page.goto(hub.url);
    await page.getByLabel("Token").fill("skw_wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("This token is not valid or has expired.").waitFor();
    expect(await context.cookies()).toEqual([]);
    await signInByToken(page, hub);
    expect(await context.cookies()).toMatchObject([
      { name: "__Host-skillwright", httpOnly: true, sameSite: "Lax", secure: true, path: "/" },
    ]);
    await signOut(page);
    expect(await context.cookies()).toEqual([]);
    // The browser reports the status of the refused attempt.
    expect(unexpected(complaints).filter((line) => !line.includes("400"))).toEqual([]);
    expect(weak).toEqual([]);
  });

  test("an identity provider's pages lead back to the hub, signed in, and the cookie of the attempt is gone", async () => {
    const first = await startTestHub();
    const { port } = new URL(first.url);
    await first.close();
    const accounts = { ada: { name: "Ada", groups: ["admins"] } };
    const { issuer } = await startProvider(`http://127.0.0.1:${port}/sign-in/openid/callback`, accounts);
    const openIdConnect = {
      ...{ issuer, clientId: "hub", clientSecret: "a secret of the client" },
      groups: { admins: { role: "admin" } },
    };
    const hub = await startTestHub({ port: Number(port), openIdConnect });
    const { page, context } = await openPage();
    const weak = watchPolicies(page, hub);
    await page.goto(hub.url);
    await page.getByRole("link", { name: /^Continue with/ }).click();
    await page.locator("input[name=login]").fill("ada");
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
    await page.locator("button[type=submit]", { hasText: "Continue" }).click();
    await accountOf(page, "Ada").waitFor();
    expect(page.url()).toBe(`${hub.url}/`);
    const own = (await context.cookies()).map(({ name }) => name).filter((name) => name.startsWith("skillw"));
    expect([own, weak]).toEqual([["skillwright"], []]);
  });

  test("hostile names of hubs and people are shown as text and run nothing", async () => {
    const hostile = `</title></h1><img src=x onerror=alert(1)><script>alert(2)</script>"'&amp;`;
    const provider = await startRogueProvider();
    provider.lie = { claims: { name: hostile } };
    const openIdConnect = { issuer: provider.issuer, clientId: "hub", groups: { admins: { role: "admin" } } };
    const hub = await startTestHub({ name: hostile, openIdConnect });
    const { page, complaints } = await openPage();
    await page.goto(hub.url);
    await page.getByRole("link", { name: /^Continue with/ }).click();
    await accountOf(page, hostile).waitFor();
    await page.getByRole("heading", { name: "Home" }).waitFor();
    expect(await page.locator(".brand").first().textContent()).toBe(hostile);
    expect(await page.title()).toBe(`Home · ${hostile}`);
    expect(await page.locator("img:not([src^='/assets/']), script:not([src^='/assets/'])").count()).toBe(0);
    expect(unexpected(complaints)).toEqual([]);
  });

  test("a page of another site changes nothing, does not sign the user out and cannot frame the hub", async () => {
    const hub = await startTestHub();
    const evil = createServer((_, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html>
<iframe name="frame" src="${hub.url}/"></iframe><iframe name="sink"></iframe>
<form id="out" method="post" action="${hub.url}/sign-out" target="sink"></form>
<form id="make" method="post" enctype="text/plain" action="${hub.url}/api/v1/tenants" target="sink">
<input name='{"id":"evil","name":"' value='"}'></form>`),
    );
    await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
    onTestFinished(
      () =>
        new Promise<void>((resolve) => {
          evil.closeAllConnections();
          evil.close(() => resolve());
        }),
    );
    const { page } = await openPage();
    await signInByToken(page, hub);
    // Another port of the same host: browsers send the cookie along, so only the hub can tell.
    await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    const statuses: number[] = [];
    for (const form of ["out", "make"]) {
      const answer = page.waitForResponse((response) => response.request().method() === "POST");
      await page.evaluate(`document.getElementById("${form}").submit()`);
      statuses.push((await answer).status());
    }
    expect(statuses).toEqual([403, 403]);
    const attempt = `fetch("${hub.url}/api/v1/me", { credentials: "include" }).then((answer) => answer.text(), () => "refused")`;
    expect(await page.evaluate(attempt)).toBe("refused");
    expect(await page.frame("frame")?.locator("main").count()).toBe(0);
    await page.goto(hub.url);
    await accountOf(page, "Administrator").waitFor();
    const tenants = await hub.send("GET", "/api/v1/tenants", { token: hub.token });
    expect(await tenants.text()).not.toContain("evil");
  });
});
