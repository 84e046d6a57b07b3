import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { chromiumPath, createBrowserPages } from "../../../evals/src/report/test-browser.ts";
import { createTestCertificate } from "../../../packaging/src/http/test-certificate.ts";
import { startTestHub, type TestHub, temporaryFolder } from "../test-hub.ts";
import { startProvider } from "./test-provider.ts";
import { startRogueProvider } from "./test-rogue-provider.ts";

const openPage = createBrowserPages();
const title =
  chromiumPath === undefined ? "A BROWSER WAS NOT TRIED, as Chromium is not installed" : "in Chromium";

/** Watches what a page gets from the hub: every document must have a policy that allows no scripts and no frames. */
function watchPolicies(page: Page, hub: TestHub): readonly string[] {
  const weak: string[] = [];
  page.on("response", (response) => {
    if (!response.url().startsWith(hub.url)) return;
    const policy = response.headers()["content-security-policy"] ?? "none";
    if (!/^default-src 'none'; .*frame-ancestors 'none'$/.test(policy) || /script-src|unsafe/.test(policy))
      weak.push(`${response.url()}: ${policy}`);
  });
  return weak;
}

async function signInByToken(page: Page, hub: TestHub): Promise<void> {
  await page.goto(hub.url);
  await page.getByLabel("Token").fill(hub.token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Signed in as").waitFor();
}

describe.skipIf(chromiumPath === undefined)(title, () => {
  test("the first link works once; its session is invisible to scripts and ends with the sign-out", async () => {
    const hub = await startTestHub();
    const { page, context, complaints } = await openPage();
    const weak = watchPolicies(page, hub);
    await page.goto(hub.firstLink ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Signed in as Administrator").waitFor();
    expect(await context.cookies()).toMatchObject([
      { name: "skillwright", httpOnly: true, sameSite: "Lax", secure: false, path: "/", domain: "127.0.0.1" },
    ]);
    expect(await page.evaluate("document.cookie")).toBe("");

    const other = await openPage();
    await other.page.goto(hub.firstLink ?? "");
    expect(await other.page.textContent("main")).toContain("used before");

    const [kept] = await context.cookies();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await context.cookies()).toEqual([]);
    await page.goBack();
    expect(await page.textContent("main")).not.toContain("Signed in as");
    // A copy of the cookie is worth nothing afterwards.
    if (kept) await context.addCookies([kept]);
    await page.goto(hub.url);
    expect(await page.textContent("main")).not.toContain("Signed in as");
    expect([complaints, weak]).toEqual([[], []]);
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
    await page.getByText("This token is not valid.").waitFor();
    expect(await context.cookies()).toEqual([]);
    await signInByToken(page, hub);
    expect(await context.cookies()).toMatchObject([
      { name: "__Host-skillwright", httpOnly: true, sameSite: "Lax", secure: true, path: "/" },
    ]);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await context.cookies()).toEqual([]);
    // The browser reports the status of the refused attempt.
    expect(complaints.filter((line) => !line.includes("400"))).toEqual([]);
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
    await page.getByRole("link", { name: /^Sign in at/ }).click();
    await page.locator("input[name=login]").fill("ada");
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
    await page.locator("button[type=submit]", { hasText: "Continue" }).click();
    await page.getByText("Signed in as Ada").waitFor();
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
    await page.getByRole("link", { name: /^Sign in at/ }).click();
    await page.getByText("Signed in as").waitFor();
    expect(await page.textContent("h1")).toBe(hostile);
    expect(await page.textContent("h2")).toBe(`Signed in as ${hostile}`);
    expect(await page.title()).toBe(hostile);
    expect(await page.locator("img, script").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("a page of another site changes nothing, signs nobody out and cannot frame the hub", async () => {
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
    expect(await page.textContent("main")).toContain("Signed in as");
    const tenants = await hub.send("GET", "/api/v1/tenants", { token: hub.token });
    expect(await tenants.text()).not.toContain("evil");
  });
});
