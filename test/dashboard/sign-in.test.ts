import { expect, test } from "vitest";
import { describeDashboard, expectAccessible } from "./open-dashboard.ts";

describeDashboard("signing in", ({ hub, open }) => {
  test("a token opens the page that the address named, and signing out closes it", async () => {
    const { page, expectClean } = await open({ token: null, path: "/skills?view=table" });
    await page.getByLabel("Token").fill(hub().token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Skills", level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe("?view=table");
    await page.getByRole("button", { name: /Administrator/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: /^Sign in to/ }).waitFor();
    await expectClean();
  });

  test("a wrong token says so, and a link to another site is not followed", async () => {
    const { page } = await open({ token: null, path: "/sign-in?returnTo=%2F%5Cother.invalid" });
    await page.getByLabel("Token").fill("skw_wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("This token is not valid or has expired.").waitFor();
    await expectAccessible(page);
    await page.getByLabel("Token").fill(hub().token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    expect(new URL(page.url()).origin).toBe(hub().url);
  });

  test.each(["light", "dark"] as const)("the page is accessible in %s", async (colors) => {
    const { page } = await open({ token: null, colors, path: "/sign-in" });
    await expectAccessible(page);
  });
});
