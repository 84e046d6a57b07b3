import { readFileSync, writeFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { hubAnswers } from "@skillwright/core/registry";
import type { Page, Request, Response } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { chromiumPath, createBrowserPages } from "../../packages/evals/src/report/test-browser.ts";
import { createSender, fillSampleHub, sampleSettings } from "../../scripts/sample-hub.mjs";
import { createFolder } from "../run-command.ts";
import { startHubCommand } from "../start-hub-command.ts";

type Sample = Awaited<ReturnType<typeof fillSampleHub>>;

export type SampleHub = {
  readonly url: string;
  /** The administrator's token. */
  readonly token: string;
  readonly send: Sample["send"];
  /** Ends the process and starts another one with the same data and address. `meanwhile` runs while there is none. */
  restart(meanwhile: () => Promise<unknown>): Promise<void>;
  stop(): Promise<unknown>;
};

/** The real command with sample data, or with nothing. */
async function startSampleHub(isEmpty: boolean): Promise<SampleHub> {
  const folder = createFolder();
  const tokenFile = `${folder}/admin-token`;
  const config = `${folder}/hub.json`;
  writeFileSync(config, JSON.stringify(isEmpty ? {} : sampleSettings));
  const start = (port: string) =>
    startHubCommand([
      ...["--data", folder, "--config", config, "--port", port, "--admin-token-file", tokenFile],
    ]);
  let running = await start("0");
  const { url } = running;
  const token = readFileSync(tokenFile, "utf8").trim();
  const { send } = isEmpty
    ? { send: createSender(url, `Bearer ${token}`) }
    : await fillSampleHub({ url, token });
  return {
    ...{ url, token, send },
    restart: async (meanwhile) => {
      await running.stop("SIGTERM");
      try {
        await meanwhile();
      } finally {
        running = await start(new URL(url).port);
      }
    },
    stop: () => running.stop("SIGTERM"),
  };
}

type OpenDashboard = {
  readonly page: Page;
  /** Fails on errors, requests to other origins, violations of the policy, and answers that are not what core says they are. */
  readonly expectClean: () => Promise<void>;
};

type OpenOptions = {
  readonly path?: string;
  /** Signs in with it first, the administrator's if absent; null shows the sign-in page. */
  readonly token?: string | null;
  readonly colors?: "light" | "dark";
  readonly width?: number;
};

type DashboardTests = {
  /** The hub of these tests, with sample data. */
  readonly hub: () => SampleHub;
  /** Opens a page of the dashboard in a real browser. */
  readonly open: (options?: OpenOptions) => Promise<OpenDashboard>;
};

/** Tests of the dashboard with one hub and one browser. Machines without Chromium skip them by name. */
export function describeDashboard(
  title: string,
  define: (tests: DashboardTests) => void,
  { isEmpty = false }: { readonly isEmpty?: boolean } = {},
): void {
  describe.skipIf(chromiumPath === undefined)(title, () => {
    const openPage = createBrowserPages();
    let started: SampleHub | undefined;
    const hub = (): SampleHub => {
      if (started === undefined) throw new Error("The hub starts before the first test.");
      return started;
    };
    beforeAll(async () => {
      started = await startSampleHub(isEmpty);
    }, startMs);
    afterAll(() => started?.stop());
    define({ hub, open: (options = {}) => openDashboard(openPage, hub(), options) });
  });
}

const startMs = 120_000;

async function openDashboard(
  openPage: ReturnType<typeof createBrowserPages>,
  hub: SampleHub,
  { path = "/", token = hub.token, colors = "light", width = 1280 }: OpenOptions,
): Promise<OpenDashboard> {
  const viewport = { width, height: 900 };
  const { page, context, complaints, requests } = await openPage({ colorScheme: colors, viewport });
  const checks: Promise<unknown>[] = [];
  page.on("response", (response) => checks.push(checkAnswer(response)));
  if (token !== null) await signIn(context.request, hub.url, token);
  await page.goto(new URL(path, hub.url).href);
  await settle(page);
  const expectClean = async (): Promise<void> => {
    await Promise.all(checks);
    // Browsers report the answer by which the dashboard learns that the user is not signed in.
    const expected = token === null ? complaints.filter((one) => one.includes("status of 401")) : [];
    expect(complaints.filter((one) => !expected.includes(one))).toEqual([]);
    expect(requests.filter((url) => new URL(url).origin !== hub.url)).toEqual([]);
  };
  return { page, expectClean };
}

type Requests = { post(url: string, options: object): Promise<{ ok(): boolean }> };

async function signIn(requests: Requests, url: string, token: string): Promise<void> {
  const headers = { accept: "application/json", origin: url };
  const answer = await requests.post(`${url}/sign-in`, { form: { token }, headers });
  expect(answer.ok()).toBe(true);
}

/** Waits until a page shows content instead of placeholders. Streams stay open, so the network never rests. */
export async function settle(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(() => document.querySelector(".skeleton") === null);
  await page.evaluate(() => document.fonts.ready);
}

/** No violation of the accessibility rules that axe knows. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // Without frames of other origins there is no need to open a second page for the result.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules === undefined ? axe : axe.withRules([...rules])).analyze();
  expect(
    violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
    })),
  ).toEqual([]);
}

/** Every JSON answer that a page gets is one that core describes. */
async function checkAnswer(response: Response): Promise<void> {
  const route = routeOf(response.request());
  // Files of skills are text, also if they contain JSON.
  const isText = response.headers()["content-type"]?.startsWith("text/plain") ?? false;
  if (route === undefined || !response.ok() || isText) return;
  const body: unknown = await response.json().catch(() => undefined);
  if (body === undefined) return;
  const schema = Object.entries(hubAnswers).find(([name]) => matches(name, route))?.[1];
  expect(schema, `${route} is not in hubAnswers of core`).toBeDefined();
  expect(schema?.safeParse(body).error, route).toBeUndefined();
}

function routeOf(request: Request): string | undefined {
  const { pathname } = new URL(request.url());
  const isStream = pathname.endsWith("/events");
  return pathname.startsWith("/api/") && !isStream ? `${request.method()} ${pathname}` : undefined;
}

function matches(name: string, route: string): boolean {
  const parts = name.split("/");
  const given = route.split("/");
  return (
    parts.length === given.length &&
    parts.every((part, index) => part.startsWith("{") || part === given[index])
  );
}
