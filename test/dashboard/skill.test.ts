import { createHttpClient, createTree, publishHub, readPublication } from "@skillwright/packaging";
import { expect, test } from "vitest";
import { describeDashboard, expectAccessible } from "./open-dashboard.ts";

describeDashboard("a skill", ({ hub, open }) => {
  /** Publishes files as the administrator. */
  async function publish(name: string, version: string, files: Readonly<Record<string, string>>) {
    const { url, token } = hub();
    const http = createHttpClient({ credentials: [{ prefix: url, authorization: `Bearer ${token}` }] });
    const entries = Object.entries(files).map(([path, text]) => ({
      ...{ path, bytes: Buffer.from(text), executable: false },
    }));
    await publishHub(readPublication(createTree(entries, name), name, { version }), { http, hub: url });
    http.close();
  }

  test("a card of the list opens the skill, and a file of it is shown with the line of a link", async () => {
    const { page, expectClean } = await open({ path: "/skills" });
    await page.getByRole("link", { name: "csv-check" }).click();
    await page.getByRole("heading", { name: "csv-check", level: 1 }).waitFor();
    await page.getByRole("tab", { name: "Files" }).click();
    await page.getByRole("link", { name: /^check_csv\.py/ }).click();
    await page.getByText("import argparse").waitFor();
    await page.goto(`${page.url()}&line=12`);
    await page.getByText("Line 12", { exact: true }).waitFor({ state: "attached" });
    await expectClean();
  });

  test("two versions are compared: what they ask for, instructions and scripts, on a phone one below the other", async () => {
    const path = "/skills/release-notes?tab=changes&version=1.1.0";
    const { page, expectClean } = await open({ path });
    await page.getByText("+ WebFetch").waitFor();
    const table = page.getByRole("table", { name: "Changes of SKILL.md" });
    expect(await table.locator("tr").filter({ hasText: "allowed-tools" }).count()).toBe(1);
    await page
      .getByRole("button", { name: /^Show \d+ unchanged line/ })
      .first()
      .click();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => table.locator("tr").filter({ hasText: "allowed-tools" }).count()).toBe(2);
    await expectClean();
  });

  test("a version is deprecated with a reason, and the change is taken back", async () => {
    const { page, expectClean } = await open({ path: "/skills/pdf-text" });
    await page.getByRole("button", { name: "Manage" }).click();
    await page.getByRole("menuitem", { name: "Deprecate 1.0.0…" }).click();
    await page.getByRole("button", { name: "Deprecate 1.0.0" }).click();
    await page.getByText("Say why. Others will read it.").waitFor();
    await expectAccessible(page);
    await page.getByLabel("Reason").fill("Use the other one <b>now</b>");
    await page.getByRole("button", { name: "Deprecate 1.0.0" }).click();
    await page.getByText("Use the other one <b>now</b>.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("is no longer deprecated").waitFor();
    await page.getByText("Use the other one <b>now</b>.").waitFor({ state: "detached" });
    await expectClean();
  });

  test("feedback is sent once and then replaced", async () => {
    const { page, expectClean } = await open({ path: "/skills/pdf-text?tab=feedback" });
    await page.getByRole("button", { name: "It did not" }).click();
    await page.getByLabel("Comment").fill("It missed the second page.");
    await page.getByRole("button", { name: "Send feedback" }).click();
    await page.getByRole("paragraph").filter({ hasText: "It missed the second page." }).waitFor();
    await page.getByRole("button", { name: "Replace feedback" }).waitFor();
    await expectAccessible(page);
    await expectClean();
  });

  test("an address for clients without credentials is created once and fills the commands", async () => {
    const { page, expectClean } = await open({ path: "/skills/pdf-text?tab=install&agent=skills" });
    await page.getByText("/t/TOKEN --skill pdf-text").waitFor();
    await page.getByRole("button", { name: "Create an address" }).click();
    await page.getByRole("button", { name: "Create the address" }).click();
    await page.getByText(/\/t\/skw_\S+ --skill pdf-text/).waitFor();
    await expectClean();
  });

  test("a reader sees no controls, and the hub refuses what they stand for", async () => {
    const { token } = await hub().send("POST", "/api/v1/tokens", { name: "reader", role: "reader" });
    const { page } = await open({ path: "/skills/release-notes?tab=versions", token });
    await page.getByText("1 version", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Manage" }).count()).toBe(0);
    const place = "/api/v1/skills/release-notes/versions/1.0.0/yank";
    const refused = await page.evaluate(
      async (path) => (await fetch(path, { method: "PUT", body: '{"reason":"x"}' })).status,
      place,
    );
    expect(refused).toBe(403);
    await page.goto(`${hub().url}/skills/release-notes?version=1.1.0`);
    await page.getByText("No version 1.1.0", { exact: true }).waitFor();
  });

  test("a skill that does not exist, or that one may not see, leads back to the list", async () => {
    const { page } = await open({ path: "/skills/no-such-skill" });
    await page.getByText("No such skill", { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Find another skill" }).click();
    await page.getByRole("heading", { name: "Skills", level: 1 }).waitFor();
  });

  test("hostile instructions, names of files and long lines do nothing but be shown", async () => {
    const attack = `<script>window.pwned=1</script><img src=x onerror="window.pwned=1"><a href="javascript:window.pwned=1">go</a>
<style>body{display:none}</style><iframe src="https://other.invalid"></iframe>![t](https://other.invalid/a.png) \u202Eevil`;
    const frontmatter =
      "---\nname: hostile\ndescription: Does <b>nothing</b>. Use it never.\nallowed-tools: Read\n---\n";
    const files = (more: string) => ({
      "SKILL.md": `${frontmatter}# Hostile\n\n${attack}\n${more}`,
      "a&lt;img src=x onerror=alert(1)&gt;.md": attack,
      "long.txt": "x".repeat(1_000_000) + more,
      "larger.txt": "y".repeat(1_100_000),
      "evals/evals.json": JSON.stringify({ evals: [{ prompt: attack, assertions: [attack] }] }),
    });
    await publish("hostile", "1.0.0", files(""));
    await publish("hostile", "1.1.0", files("more"));
    const { page, expectClean } = await open({ path: "/skills/hostile" });
    await page.getByText("https://other.invalid/a.png").first().waitFor();
    // What a model reads is also what a reviewer sees.
    await page.getByText("<script>window.pwned=1</script>").first().waitFor();
    await page.goto(`${hub().url}/skills/hostile?tab=files&path=long.txt`);
    await page.getByText(/The first 400,000 of 1,000,0\d\d characters/).waitFor();
    await page.goto(`${hub().url}/skills/hostile?tab=files&path=larger.txt`);
    await page.getByText("Too large to show").waitFor();
    for (const tab of ["tests", "changes&version=1.1.0&from=1.0.0", "findings", "install", "provenance"]) {
      await page.goto(`${hub().url}/skills/hostile?tab=${tab}`);
      await page.getByRole("heading", { name: "hostile", level: 1 }).waitFor();
      await page.waitForFunction(() => document.querySelector(".skeleton") === null);
    }
    expect(await page.evaluate(() => "pwned" in window)).toBe(false);
    await expectClean();
  });
});
