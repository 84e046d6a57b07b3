import { expect, test } from "vitest";
import { describeDashboard } from "./open-dashboard.ts";

describeDashboard("skills", ({ hub, open }) => {
  test("S3-45: a search as you type ranks as the catalog does, and the address carries it", async () => {
    const { page, expectClean } = await open({ path: "/skills" });
    expect(await page.getByRole("status").filter({ hasText: "10 skills" }).count()).toBe(1);
    await page.getByRole("searchbox", { name: "Search skills" }).fill("read a pdf invoice");
    await page.waitForURL((url) => url.searchParams.get("q") === "read a pdf invoice");
    const first = page.getByRole("list", { name: "Skills" }).getByRole("listitem").first();
    await first.getByRole("heading", { name: "pdf-text" }).waitFor();
    await page.reload();
    await first.getByRole("heading", { name: "pdf-text" }).waitFor();
    await expectClean();
  });

  test("filters narrow the list, and one button clears them", async () => {
    const { page } = await open({ path: "/skills?view=table" });
    const items = page.getByRole("list", { name: "Skills" }).getByRole("listitem");
    expect(await items.count()).toBe(10);
    await page.getByLabel("Requested tool").selectOption({ value: "Edit" });
    await page.getByText("1 skill", { exact: true }).waitFor();
    expect(await items.first().textContent()).toContain("kubernetes-deploy");
    await page.goto(`${hub().url}/skills?tag=none`);
    await page.getByRole("button", { name: "Clear search and filters" }).click();
    await page.getByText("10 skills", { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  test("a hub that stops answering is shown, and the page recovers", async () => {
    const { page } = await open({ path: "/skills" });
    await page.route("**/api/**", (route) => route.abort());
    await page.route("**/health", (route) => route.abort());
    await page.getByRole("searchbox", { name: "Search skills" }).fill("csv");
    await page.getByText("What you see may be out of date").waitFor();
    await page.unrouteAll();
    await page.getByText("What you see may be out of date").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "csv-check" }).waitFor();
  });

  test("names, versions and texts of any length and direction stay inside their card and row", async () => {
    const { page } = await open({ path: "/settings/tokens" });
    const { skills } = await hub().send("GET", "/api/v1/skills");
    const odd = {
      ...skills[0],
      ...{ name: "long-".repeat(12), version: `1.0.0-${"beta.".repeat(12)}`, team: "t".repeat(60) },
      ...{ description: "קורא קבצים ".repeat(60), verdict: "block", deprecated: "old", signer: "x" },
    };
    await page.route("**/api/v1/skills?*", (route) =>
      route.fulfill({ json: { skills: [odd, skills[1]], total: 2, next: null } }),
    );
    for (const view of ["cards", "table"])
      for (const width of [360, 1280, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${hub().url}/skills?view=${view}`);
        const items = page.getByRole("list", { name: "Skills" }).getByRole("listitem");
        await items.nth(1).waitFor();
        const outside = await items.first().evaluate((item) => {
          const { right } = item.getBoundingClientRect();
          const child = item.firstElementChild?.getBoundingClientRect().right ?? 0;
          return child > right + 1;
        });
        expect([view, width, outside]).toEqual([view, width, false]);
      }
  });
});
