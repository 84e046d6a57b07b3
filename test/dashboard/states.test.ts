import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { pages } from "../../packages/web/src/pages.ts";
import { addToken } from "./machines.ts";
import { describeDashboard, expectAccessible, settle } from "./open-dashboard.ts";

// Every page of the table in every state that is not the usual one.

/** One address for each page, and for each section of the settings. */
const addresses = pages.flatMap(({ path, samples }) =>
  path === "/settings/:section" ? samples : samples.slice(0, 1),
);

/** What pages ask for before they know what to show: who is there, and which hub it is. */
const isFrame = (url: string): boolean => /\/api\/v1\/(?:me|hub)$/.test(new URL(url).pathname);

function intercept(page: Page, answer: (route: Route) => Promise<unknown>): Promise<unknown> {
  return page.route("**/api/**", (route) =>
    isFrame(route.request().url()) ? route.continue() : void answer(route),
  );
}

const refuse = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { error: { code, message } } });

/** Pages that work without the hub's answers: a form comes first, or the browser does the work. */
const independent = new Set(["/editor", "/playground"]);

const states = [
  {
    ...{ name: "loading", shows: /^Loading/ },
    answer: () => new Promise(() => undefined),
  },
  {
    ...{ name: "without a connection", shows: /The hub does not answer/ },
    answer: (route: Route) => route.abort("connectionrefused"),
  },
  {
    ...{ name: "refused by the hub", shows: /You may not see this/ },
    answer: refuse(403, "FORBIDDEN", "Your role does not include this."),
  },
  {
    ...{ name: "when the hub fails", shows: /The hub could not answer/ },
    answer: refuse(503, "UNAVAILABLE", "The database is being restored."),
  },
];

async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every((one) => !(one instanceof CSSTransition) || one.playState === "finished"),
    );
    // Only contrast depends on the colors.
    await expectAccessible(page, colorScheme === "dark" ? ["color-contrast"] : undefined);
  }
}

async function expectNoSideways(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 900 });
}

describeDashboard("states of every page", ({ hub, open }) => {
  test.each(states)(
    "$name: every page says so, fits and is accessible",
    async ({ answer, shows }) => {
      const { page } = await open({ path: "/settings/tokens" });
      await intercept(page, answer);
      for (const address of addresses) {
        await page.goto(hub().url + address);
        const main = page.locator("main main, #main");
        await main.locator("h1").first().waitFor();
        if (!independent.has(address)) {
          const shown = main.getByText(shows).or(main.getByRole("status", { name: shows }));
          await shown
            .first()
            .waitFor()
            .catch(() => expect([address, "does not say so"]).toEqual([address, ""]));
        }
        await expectAccessibleInBoth(page);
        await expectNoSideways(page);
      }
      await page.unrouteAll({ behavior: "ignoreErrors" });
    },
    300_000,
  );

  test("whoever may see little gets a reason on every page instead of an empty one", async () => {
    const { page } = await open({ path: "/", token: await addToken(hub(), "agent", "sample-machine") });
    const { permissions } = await (await page.request.get(`${hub().url}/api/v1/me`)).json();
    const closed = pages.filter(({ needs }) => needs !== undefined && !permissions.includes(needs));
    expect(closed.length).toBeGreaterThan(3);
    for (const { samples } of closed) {
      await page.goto(hub().url + samples[0]);
      await page.getByText("You may not see this").waitFor();
      await expectAccessibleInBoth(page);
    }
  }, 120_000);
});

/** What an empty page says first. */
const firsts: Readonly<Record<string, string>> = {
  "/": "No activity of agents yet",
  "/skills": "No skills yet",
  "/policies": "No policy yet",
  "/playground": "There is no skill that models may choose.",
  "/approvals": "Nothing waits for approval",
  "/deployments": "Nothing is deployed",
};

describeDashboard(
  "every page of an empty hub",
  ({ hub, open }) => {
    test("says what is missing and how to begin, fits and is accessible", async () => {
      const { page, expectClean } = await open({ path: "/settings/tokens" });
      for (const address of addresses.filter((one) => !one.includes("release-notes"))) {
        await page.goto(hub().url + address);
        await settle(page);
        await page
          .locator("#main")
          .getByText(firsts[address] ?? "")
          .first()
          .waitFor();
        await expectAccessibleInBoth(page);
        await expectNoSideways(page);
      }
      await expectClean();
    }, 120_000);
  },
  { isEmpty: true },
);
