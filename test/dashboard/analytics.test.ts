import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeDashboard } from "./open-dashboard.ts";

describeDashboard("analytics", ({ open }) => {
  test("charts follow the range of the address, and each is also a table and a CSV", async () => {
    const { page, expectClean } = await open({ path: "/analytics" });
    await page.getByLabel("Time", { exact: true }).selectOption("90");
    await page.waitForURL((url) => url.searchParams.get("days") === "90");
    await page.getByLabel("Split").selectOption("agent");
    await page.getByRole("button", { name: "Show Activations over time as a table" }).click();
    const table = page.getByRole("table", { name: "Activations over time" });
    await expect.poll(() => table.getByRole("row").count()).toBe(91);
    expect(await table.getByRole("columnheader").allTextContents()).toContain("sample-laptop-1");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download Refused calls by skill and rule as CSV" }).click();
    const text = readFileSync(await (await saving).path(), "utf8");
    expect(text).toMatch(/^Name,Refused calls\r\n.*: not in allowed-tools,\d+\r\n/);
    await expectClean();
  });

  test("a skill in a list leads to its entries in the log", async () => {
    const { page } = await open({ path: "/analytics" });
    const row = page.getByRole("table", { name: "Failing skills: numbers" }).getByRole("link").first();
    const skill = await row.textContent();
    await row.click();
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    await page.getByText(`skill: ${skill}`).waitFor();
  });
});
