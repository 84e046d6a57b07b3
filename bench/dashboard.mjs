import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { findProgram } from "../scripts/test-needs.mjs";
import { fillHub } from "./fill-hub.mjs";
import { startHubChild } from "./hub-client.mjs";
import { heading, row } from "./measure.mjs";

const skills = 10_000;
const events = 1_000_000;
const rounds = 5;
const pages = {
  Home: { path: "/", bound: 2 },
  Skills: { path: "/skills", bound: 1.5 },
  Activity: { path: "/activity", bound: 2 },
  // Counts what listing every skill costs, each time.
  Analytics: { path: "/analytics", bound: 3 },
};

/** Pages of a hub with much in it, in a real browser, against the same pages of a hub with nothing. */
export async function measureDashboard(folder) {
  heading(`dashboard in Chromium, ${count(skills)} skills and ${count(events)} events`);
  const executablePath = ["chromium", "chromium-browser", "google-chrome"]
    .map((name) => findProgram(name, process.env.PATH ?? ""))
    .find((path) => path !== undefined);
  if (executablePath === undefined)
    return console.error("The dashboard was not measured: there is no Chromium.");
  rmSync(folder, { recursive: true, force: true });
  const empty = await startHub(join(folder, "empty"));
  const full = await startHub(join(folder, "full"), true);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--headless"] });
  try {
    const [bare, filled] = [await signIn(browser, empty), await signIn(browser, full)];
    for (const [name, { path, bound }] of Object.entries(pages)) {
      const times = await interleavePages({
        empty: () => open(bare, empty.url + path),
        full: () => open(filled, full.url + path),
      });
      row(`${name} of an empty hub, until its content is painted (ms)`, times.empty.content);
      row(`first paint of ${name} / of an empty hub's`, times.full.first / times.empty.first, 1.5);
      row(`content of ${name} / of an empty hub's`, times.full.content / times.empty.content, bound);
      if (name === "Skills")
        row(
          "answer to the last letter of a search / content of an empty hub's Skills",
          (await search(filled, full.url)) / times.empty.content,
          1,
        );
    }
  } finally {
    await browser.close();
    await Promise.all([empty.close(), full.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The hub makes its tables and its key at its first start. */
async function startHub(folder, isFull = false) {
  mkdirSync(folder, { recursive: true });
  const first = await startHubChild(folder);
  if (!isFull) return first;
  await first.close();
  await fillHub(folder, { skills, events });
  const hub = await startHubChild(folder, { token: first.token });
  // The hub reads its skills at the first request, and compares them at the first report.
  await hub.read("/api/v1/catalog-report");
  return hub;
}

async function signIn(browser, { url, token }) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  const headers = { accept: "application/json", origin: url };
  await context.request.post(`${url}/sign-in`, { form: { token }, headers });
  await context.addInitScript(noteContent);
  return context;
}

/** Runs in the page: notes when the last placeholder has gone, as of the start of the navigation. */
function noteContent() {
  const look = () => {
    const isThere = document.querySelector("main h1") && !document.querySelector(".skeleton");
    if (!isThere) window.contentAt = undefined;
    else window.contentAt ??= performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

async function open(context, url) {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.contentAt < performance.now() - 300);
  const [first, content] = await page.evaluate(() => [
    performance.getEntriesByName("first-contentful-paint")[0].startTime,
    window.contentAt,
  ]);
  await page.close();
  return { first, content };
}

/** From the last letter to the frame that shows the answer. */
async function search(context, url) {
  const page = await context.newPage();
  const times = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${url}/skills`);
    const field = page.getByRole("searchbox", { name: "Search skills" });
    await field.pressSequentially("deploy a release branc");
    await page.waitForTimeout(1000);
    await page.evaluate(() => {
      const before = document.querySelector(".virtual-list").textContent;
      addEventListener("input", () => (window.typedAt = performance.now()), { once: true });
      new MutationObserver(() => {
        const isNew = document.querySelector(".virtual-list")?.textContent !== before;
        const isAnswered = performance
          .getEntriesByType("resource")
          .some(({ name }) => name.includes("branch"));
        if (isNew && isAnswered && window.typedAt !== undefined) window.answeredAt ??= performance.now();
      }).observe(document.querySelector("main"), { childList: true, subtree: true, characterData: true });
    });
    await field.pressSequentially("h");
    await page.waitForFunction(() => window.answeredAt !== undefined);
    times.push(await page.evaluate(() => window.answeredAt - window.typedAt));
  }
  await page.close();
  return Math.min(...times);
}

/** The best times of each candidate; one after the other in each round, so that a busy moment affects all alike. */
async function interleavePages(candidates) {
  const best = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(candidates)) {
      const { first, content } = await run();
      const known = best[name] ?? { first, content };
      best[name] = { first: Math.min(known.first, first), content: Math.min(known.content, content) };
    }
  return best;
}

function count(value) {
  return value.toLocaleString("en-US");
}
