import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeDashboard, expectAccessible, settle } from "./open-dashboard.ts";

// What people expect of every page: Back, reload, the keyboard, and nothing that they typed is lost.

/** The name of what has the focus, and whether it is in a dialog. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    const label = one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : one?.textContent;
    return { name: one?.getAttribute("aria-label") ?? label, isInDialog: one?.closest("dialog") !== null };
  });

describeDashboard("manners", ({ hub, open }) => {
  test("Back closes an entry and takes back a filter, and a reload keeps both", async () => {
    const { page, expectClean } = await open({ path: "/activity" });
    const entries = page.getByRole("list", { name: "Entries" }).getByRole("button");
    await entries.first().waitFor();
    await page
      .getByRole("group", { name: "Outcome" })
      .getByRole("button", { name: /^Refused/ })
      .click();
    await expect.poll(() => entries.first().textContent()).toContain("Refused");
    await entries.first().click();
    const dialog = page.getByRole("dialog", { name: "Call refused" });
    await dialog.waitFor();
    await page.reload();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "hidden" });
    expect(new URL(page.url()).search).toBe("?outcome=denied");
    await page.goBack();
    await page.waitForURL((url) => url.search === "");
    await page.goForward();
    await page.getByText("Outcome: Refused").waitFor();
    await expectClean();
  });

  test("dialogs begin with a field or with Cancel, keep the focus inside, and give it back", async () => {
    const { page, expectClean } = await open({ path: "/deployments" });
    for (const [opener, first] of [
      ["Deploy a skill", "Skill"],
      ["Revoke pdf-text 1.0.0", "What"],
      ["End the deployment of pdf-text 1.0.0", "Cancel"],
    ] as const) {
      const button = page.getByRole("button", { name: opener });
      await button.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      const dialog = page.getByRole("dialog");
      const start = dialog.getByLabel(first).or(dialog.getByRole("button", { name: first }));
      await expect.poll(() => start.evaluate((one) => one === document.activeElement)).toBe(true);
      await expectAccessible(page);
      const inside: boolean[] = [];
      for (let count = 0; count < 12; count++) {
        await page.keyboard.press("Tab");
        inside.push((await focused(page)).isInDialog || (await page.evaluate(() => !document.hasFocus())));
      }
      // Between the last and the first control the focus is on the browser itself.
      expect(inside.filter((one) => !one).length).toBeLessThanOrEqual(2);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      expect((await focused(page)).name).toContain(opener);
    }
    await expectClean();
  });

  test("what is typed survives a restart of the hub, without a reload", async () => {
    const { page } = await open({ path: "/policies?tab=edit" });
    const never = page.getByLabel("Never run");
    await never.fill("Bash(rm -rf:*)\nBash(shutdown:*)");
    const other = await page.context().newPage();
    await other.goto(`${hub().url}/approvals?q=release-notes`);
    await settle(other);
    await other.keyboard.press("r");
    await other.getByLabel("Comment").fill("Too much.");
    await hub().restart(async () => {
      await page.getByRole("button", { name: "Save as draft" }).click();
      await other.keyboard.press("Enter");
      for (const one of [page, other]) await one.getByText("What you see may be out of date").waitFor();
    });
    for (const one of [page, other])
      await one.getByText("What you see may be out of date").waitFor({ state: "detached" });
    expect(await never.inputValue()).toBe("Bash(rm -rf:*)\nBash(shutdown:*)");
    expect(await other.getByLabel("Comment").inputValue()).toBe("Too much.");
    await other.getByRole("button", { name: "Reject release-notes 1.1.0" }).click();
    await other.getByText("Rejected release-notes 1.1.0.").waitFor();
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByText(/Version \d+ is saved/).waitFor();
  });
});
