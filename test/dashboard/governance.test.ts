import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createFolder, skillText, skillwright } from "../run-command.ts";
import { describeDashboard, expectAccessible, type SampleHub } from "./open-dashboard.ts";

/** A token of the hub with a role, as an administrator makes it. */
async function addToken({ send }: SampleHub, role: string, name = role): Promise<string> {
  const { token } = await send("POST", "/api/v1/tokens", { name, role });
  return token;
}

/** A machine with a home folder that is signed in to the hub, with the real command. */
async function openMachine(hub: SampleHub, token: string) {
  const home = createFolder();
  const env = { SKILLWRIGHT_HOME: join(home, "state"), HOME: home, SKILLWRIGHT_HUB: hub.url };
  const run = (words: readonly string[], input?: string) =>
    skillwright(words, { cwd: home, env, ...(input !== undefined && { input }) });
  expect(await run(["login", hub.url, "--token-stdin"], token)).toMatchObject({ code: 0 });
  return { home, run };
}

async function publish(hub: SampleHub, name: string, files: Readonly<Record<string, string>> = {}) {
  const author = await openMachine(hub, await addToken(hub, "publisher", "sample-author"));
  const folder = createFolder({
    [`${name}/SKILL.md`]: skillText(name),
    [`${name}/scripts/run.sh`]: "#!/bin/sh\necho ok\n",
    ...files,
  });
  const words = ["publish", join(folder, name), "--to", "hub", "--release", "1.0.0", "--json"];
  expect(await author.run(words)).toMatchObject({ code: 0 });
}

/** Opens the request in the queue and decides it with the keyboard. */
async function decideByKey(page: Page, name: string, key: "a" | "r"): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${name} `) }).click();
  await page.getByRole("article", { name: new RegExp(`^${name} `) }).waitFor();
  await page.keyboard.press(key);
  await page.keyboard.type("Looked at it.");
  await page.keyboard.press("Enter");
}

describeDashboard("approvals, deployments and revocations", ({ hub, open }) => {
  test("S3-26, S3-45, S3-50: publish, approve, deploy, an agent gets it, revoke, the agent refuses, prove", async () => {
    await publish(hub(), "journey");
    const agent = await openMachine(hub(), await addToken(hub(), "agent"));
    const reviewer = await open({ path: "/approvals?q=journey", token: await addToken(hub(), "reviewer") });
    await decideByKey(reviewer.page, "journey", "a");
    await reviewer.page.getByText("Approved journey 1.0.0.").waitFor();
    await reviewer.expectClean();

    const { page, expectClean } = await open({ path: "/deployments?dialog=deploy&skill=journey" });
    await page.getByText("Nothing of this name is deployed there yet.").waitFor();
    await page.getByRole("button", { name: "Deploy journey 1.0.0" }).click();
    const deployed = page.getByRole("listitem").filter({ hasText: "journey" });
    await deployed.getByText("0 of 3 agents confirmed").waitFor();
    expect(await agent.run(["sync", "--once"])).toMatchObject({ code: 0 });
    // The page counts up by itself.
    await deployed.getByText("1 of 4 agents confirmed").waitFor();
    expect(await agent.run(["use", "journey"])).toMatchObject({ code: 0 });

    await deployed.getByRole("button", { name: "Revoke journey 1.0.0" }).click();
    await page.getByLabel("Message").fill("It leaks.");
    await page.getByText(/4 agents .*stop using it at once/).waitFor();
    await page.getByRole("button", { name: "Revoke journey@1.0.0" }).click();
    const revoked = page.getByRole("listitem").filter({ hasText: "It leaks." });
    await revoked.getByText("0 of 4 agents confirmed").waitFor();
    expect(await agent.run(["sync", "--once"])).toMatchObject({ code: 0 });
    await revoked.getByText("1 of 4 agents confirmed").waitFor();
    const refused = await agent.run(["use", "journey"]);
    expect(refused.code).not.toBe(0);
    expect(await hub().send("GET", "/api/v1/audit?stream=hub&limit=20")).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({ line: expect.stringContaining('"action":"revoked"') }),
        expect.objectContaining({ line: expect.stringContaining('"action":"approval-approved"') }),
      ]),
    });

    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("Lifted the revocation of journey@1.0.0.").waitFor();
    expect(await agent.run(["sync", "--once"])).toMatchObject({ code: 0 });
    expect(await agent.run(["use", "journey"])).toMatchObject({ code: 0 });
    await expectClean();
  });

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
