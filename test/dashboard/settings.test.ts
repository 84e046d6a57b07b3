import { expect, test } from "vitest";
import { describeDashboard, expectAccessible } from "./open-dashboard.ts";

describeDashboard("settings", ({ hub, open }) => {
  test("a token is created with a role, shown once, works, and is revoked", async () => {
    const { page, expectClean } = await open({ path: "/settings/tokens" });
    await page.getByRole("button", { name: "Create token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("nightly <b>build</b>");
    await dialog.getByLabel("Role").selectOption("reader");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Create token" }).click();
    const token = (await dialog.locator("pre").textContent()) ?? "";
    await page.getByRole("button", { name: "I have copied it" }).click();
    const me = () => fetch(`${hub().url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await me()).status).toBe(200);
    expect(await page.content()).not.toContain(token);
    await page.getByRole("button", { name: "Revoke nightly <b>build</b>" }).click();
    await page.getByRole("button", { name: "Revoke token" }).click();
    await page.getByText("nightly <b>build</b> is revoked.").waitFor();
    expect((await me()).status).toBe(401);
    await expectClean();
  });

  test("a person is added with a link, gets another role, and leaves", async () => {
    const { page, expectClean } = await open({ path: "/settings/people" });
    await page.getByRole("button", { name: "Add person" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Ada");
    await page.getByRole("dialog").getByRole("button", { name: "Add person" }).click();
    expect(await page.getByRole("dialog").locator("pre").textContent()).toContain(
      `${hub().url}/sign-in/link/`,
    );
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("button", { name: "Change roles of Ada" }).click();
    await page.getByRole("dialog").getByLabel("Role").selectOption("reviewer");
    await page.getByRole("dialog").getByRole("button", { name: "Change roles" }).click();
    await page.getByRole("row", { name: /Ada.*reviewer/ }).waitFor();
    await page.getByRole("button", { name: "Remove Ada" }).click();
    await page.getByRole("button", { name: "Take all roles" }).click();
    await page.getByText("Ada has no role here any more.").waitFor();
    await expectClean();
  });

  test("teams and tenants are created, and an agent's id is released", async () => {
    const { page, expectClean } = await open({ path: "/settings/teams" });
    await page.getByLabel("Name of the team").fill("platform");
    await page.getByRole("button", { name: "Create team" }).click();
    await page.getByRole("row", { name: /platform/ }).waitFor();
    await page.getByRole("link", { name: "Tenants" }).click();
    await page.getByLabel("Id").fill("emea");
    await page.getByRole("button", { name: "Create tenant" }).click();
    await page.getByRole("row", { name: /emea/ }).waitFor();
    await page.getByRole("link", { name: "Agents" }).click();
    await page.getByRole("button", { name: "Release sample-laptop-1" }).click();
    await page.getByRole("button", { name: "Release id" }).click();
    await page.getByText("The id of sample-laptop-1 is free.").waitFor();
    await expectClean();
  });

  test("a reader sees tokens alone, and the hub refuses the rest", async () => {
    const { token } = await hub().send("POST", "/api/v1/tokens", { name: "reader", role: "reader" });
    const { page, expectClean } = await open({ path: "/settings", token });
    const sections = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    expect(await sections.allTextContents()).toEqual(["Tokens"]);
    await expectClean();
    await page.goto(`${hub().url}/settings/people`);
    await page.getByText("You may not see this").waitFor();
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ["members", "teams", "settings", "agents", "tokens"])
      expect((await fetch(`${hub().url}/api/v1/${path}`, { headers })).status).toBe(403);
  });
});
