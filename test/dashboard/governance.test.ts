import { expect, test } from "vitest";
import { addToken, decideByKey, publish } from "./machines.ts";
import { describeDashboard, expectAccessible } from "./open-dashboard.ts";

describeDashboard("approvals, deployments and revocations", ({ hub, open }) => {
  test("two reviewers at once: the second one learns who was faster, and nothing changes twice", async () => {
    await publish(hub(), "raced");
    const path = "/approvals?q=raced";
    const first = await open({ path, token: await addToken(hub(), "reviewer", "sample-grace") });
    const second = await open({ path, token: await addToken(hub(), "reviewer", "sample-ada") });
    await second.page.getByRole("article").waitFor();
    await second.page.keyboard.press("r");
    await decideByKey(first.page, "raced", "a");
    await first.page.getByText("Approved raced 1.0.0.").waitFor();
    await second.page.keyboard.press("Enter");
    await second.page.getByText(/^sample-grace has already approved raced 1\.0\.0/).waitFor();
    await second.page.getByText("No request has this name").waitFor();
  });

  test("several are decided together after a summary, and own ones are refused with the reason", async () => {
    const { page } = await open({ path: "/approvals" });
    await page.getByText("You cannot approve this.").waitFor();
    expect(await page.getByRole("button", { name: /^Approve/ }).isDisabled()).toBe(true);
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("list", { name: "What will be decided" }).textContent()).toContain(
      "release-notes 1.1.0",
    );
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /could not be decided/ }).waitFor();
    await page.getByText("cannot approve it").first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    const before = new URL(page.url()).searchParams.get("id");
    await page.keyboard.press("j");
    await page.waitForURL((url) => url.searchParams.get("id") !== before);
    await page.keyboard.press("k");
    await page.waitForURL((url) => url.searchParams.get("id") === before);
  });

  test("a reader sees no control that changes anything, and the API refuses it too", async () => {
    const token = await addToken(hub(), "reader");
    const { page, expectClean } = await open({ path: "/deployments", token });
    await page.getByRole("list", { name: "Deployed skills" }).waitFor();
    expect(await page.getByRole("button", { name: /Deploy|Revoke|End/ }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Approvals" }).count()).toBe(0);
    await page.goto(`${hub().url}/approvals`);
    await page.getByText("You may not see this").waitFor();
    await page.goto(`${hub().url}/deployments?dialog=deploy&skill=pdf-text`);
    await page.getByRole("list", { name: "Deployed skills" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await expectClean();
    for (const [address, body] of [
      ["deployments", { name: "pdf-text" }],
      ["revocations", { kind: "name", value: "pdf-text" }],
      [
        "approvals/decisions",
        { decision: "approved", approvals: [{ id: "x", digest: `sha256:${"0".repeat(64)}` }] },
      ],
    ] as const) {
      const answer = await fetch(`${hub().url}/api/v1/${address}`, {
        ...{ method: "POST", body: JSON.stringify(body), headers: { authorization: `Bearer ${token}` } },
      });
      expect([address, answer.status]).toEqual([address, 403]);
    }
  });

  test("a hub that is restarted during use: the page says so, recovers, and the user goes on", async () => {
    const { page } = await open({ path: "/deployments?dialog=revoke&kind=name&value=sample-restart" });
    const button = page.getByRole("button", { name: "Revoke sample-restart" });
    await button.waitFor();
    await hub().restart(async () => {
      await button.click();
      await page.getByText("The hub does not answer.", { exact: true }).waitFor();
      await page.getByText("What you see may be out of date").waitFor();
    });
    await page.getByText("What you see may be out of date").waitFor({ state: "detached" });
    await button.click();
    const row = page.getByRole("listitem").filter({ hasText: "sample-restart" });
    await row.getByRole("button", { name: "Lift the revocation of sample-restart" }).click();
    await page.getByRole("button", { name: "Lift the revocation of sample-restart" }).last().click();
    await page.getByText("Lifted the revocation of sample-restart.").waitFor();
  });

  test("hostile names, scripts and messages are only ever text", async () => {
    const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</script>\u202Eevil';
    await publish(hub(), "hostile", {
      "hostile/scripts/run.sh": `#!/bin/sh\n# ${hostile}\n${"x".repeat(60_000)}\n`,
    });
    await hub().send("POST", "/api/v1/revocations", { kind: "name", value: hostile, message: hostile });
    const { page, expectClean } = await open({ path: "/approvals?q=hostile" });
    await page.getByRole("article", { name: "hostile 1.0.0" }).waitFor();
    await page.getByText("<script>alert(2)</script>\\u{202e}evil").first().waitFor();
    await page.goto(`${hub().url}/deployments?tab=revocations`);
    await page.getByText("<script>alert(2)</script>").first().waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(1280);
    expect(await page.locator("main img").count()).toBe(0);
    await expectClean();
  });
});
