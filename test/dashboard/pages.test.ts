import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { pages } from "../../packages/web/src/pages.ts";
import { root } from "../source-files.ts";
import { describeDashboard, expectAccessible } from "./open-dashboard.ts";

// Every address in the table of pages, without writing anything down twice. Journeys are in the other files.

const samples = pages.flatMap((page) => page.samples);

describeDashboard("every page", ({ open }) => {
  test.each(samples.map((path, index) => [path, index] as const))(
    "%s fits from 360 to 2,560 pixels, is accessible in light and dark, and contacts only the hub",
    async (path, index) => {
      // Every second one starts in the dark: loading takes longer than all that is asked of the page.
      const colors = index % 2 === 0 ? (["light", "dark"] as const) : (["dark", "light"] as const);
      const { page, expectClean } = await open({ path, colors: colors[0], width: 360 });
      for (const width of [360, 768, 2560, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([width, wide]).toEqual([width, Math.min(wide, width)]);
      }
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: colors[1], reducedMotion: "reduce" });
      await expectAccessible(page, ["color-contrast"]);
      await expectClean();
    },
  );

  test.each([
    ["/", 120_000],
    ["/skills/csv-check?tab=files&path=scripts%2Fcheck_csv.py", 200_000],
    ["/approvals", 200_000],
  ])("the first load of %s has at most %d bytes of compressed JavaScript", async (path, most) => {
    const { page } = await open({ path });
    const urls = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => name.endsWith(".js")),
    );
    expect(urls.length).toBeGreaterThan(0);
    const sizes = urls.map(
      (url) => gzipSync(readFileSync(`${root}packages/hub/web${new URL(url).pathname}`)).length,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(most);
  });

  test("an unknown address says so, and leads back", async () => {
    const { page, expectClean } = await open({ path: "/nothing/here" });
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go to Home" }).click();
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    await expectClean();
  });
});
