import { readFileSync } from "node:fs";
import { chainStart, linkEvent, toEventText } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { createFolder, skillwright } from "../run-command.ts";
import { describeDashboard, expectAccessible } from "./open-dashboard.ts";

describeDashboard("activity", ({ hub, open }) => {
  test("S3-49: values narrow the log, the address carries them, and the export has the same entries", async () => {
    const { page, expectClean } = await open({ path: "/activity" });
    const entries = page.getByRole("list", { name: "Entries" }).getByRole("listitem");
    await entries.first().waitFor();
    await page
      .getByRole("group", { name: "Outcome" })
      .getByRole("button", { name: /^Refused/ })
      .click();
    await page.waitForURL((url) => url.searchParams.get("outcome") === "denied");
    await page.getByText("Outcome: Refused").waitFor();
    await expect.poll(() => entries.first().textContent()).toContain("Refused");
    const href = await page.getByRole("link", { name: /^CSV/ }).getAttribute("href");
    const answer = await page.request.get(new URL(href ?? "", hub().url).href);
    const lines = (await answer.text()).trim().split("\r\n").slice(1);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every((line) => line.includes("tool-call-denied"))).toBe(true);
    await expectClean();
  });

  test("an entry shows what was recorded, proves itself in the browser, and its file proves it offline", async () => {
    const { page, expectClean } = await open({ path: "/activity?kind=tool-call-denied" });
    await page.getByRole("list", { name: "Entries" }).getByRole("button").first().click();
    const dialog = page.getByRole("dialog", { name: "Call refused" });
    await dialog.getByRole("button", { name: "Verify here" }).click();
    await dialog.getByText(/^Proved in this browser: entry/).waitFor();
    await expectAccessible(page);
    const saving = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download proof" }).click();
    const saved = await saving;
    const file = `${createFolder()}/${saved.suggestedFilename()}`;
    await saved.saveAs(file);
    expect(readFileSync(file, "utf8")).toContain("c2sp.org/tlog-proof@v1");
    const shown = (await dialog.getByText(/^skillwright audit verify/).textContent()) ?? "";
    const [, key = ""] = /--key '([^']+)'/.exec(shown) ?? [];
    const { stdout } = await skillwright(["audit", "verify", "--proof", file, "--key", key]);
    expect(stdout).toContain("Proved: record");
    await expectClean();
  });

  test("new entries appear by themselves, wait while the list is paused, and hostile text stays text", async () => {
    const { page, expectClean } = await open({ path: "/activity?agent=live-agent" });
    await page.getByText("No entry matches").waitFor();
    const name = "<img src=x onerror=alert(1)>\u202egnp.exe";
    let end = chainStart;
    const lines = Array.from({ length: 2 }, (_, index) => {
      const linked = linkEvent(
        toEventText({
          ...{ time: new Date().toISOString(), session: `live ${index}`, user: name },
          ...{ event: "skill-refused", skill: name, trigger: "model", reason: name },
        }),
        end,
        nodeSha256,
      );
      end = linked.end;
      return linked.line;
    });
    const send = (some: readonly string[]): Promise<unknown> =>
      hub().send("POST", "/api/v1/audit", { agent: "live-agent", stream: "live", lines: some });
    await send(lines.slice(0, 1));
    const entries = page.getByRole("list", { name: "Entries" }).getByRole("listitem");
    await entries.first().waitFor();
    expect(await page.locator("img[src=x]").count()).toBe(0);
    await page.getByRole("button", { name: "Pause" }).click();
    await send(lines.slice(1));
    await page.getByText("Paused, 1 new entry").waitFor();
    expect(await entries.count()).toBe(1);
    await page.getByRole("button", { name: "Follow" }).click();
    await expect.poll(() => entries.count()).toBe(2);
    await expectClean();
  });

  test("S3-26: a session is a timeline of activation, calls and refusals, and keys open a step", async () => {
    const { page, expectClean } = await open({ path: "/activity/sessions/sample-session-latest" });
    await page.getByRole("button", { name: /Activated/ }).waitFor();
    await page.getByRole("button", { name: /Activated/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Skill activated" }).waitFor();
    await page.keyboard.press("Escape");
    await expectClean();
  });

  test("a reader sees neither the page nor its entry in the menu, and the hub refuses too", async () => {
    const { token } = await hub().send("POST", "/api/v1/tokens", { name: "reader", role: "reader" });
    const { page } = await open({ path: "/analytics", token });
    await page.getByRole("heading", { name: "Analytics", level: 1 }).waitFor();
    expect(await page.getByRole("link", { name: "Activity" }).count()).toBe(0);
    const answer = await page.request.get(`${hub().url}/api/v1/audit/facets`);
    expect(answer.status()).toBe(403);
  });
});
