import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { pages } from "../packages/web/src/pages.ts";
import { fillSampleHub, sampleSettings } from "./sample-hub.mjs";
import { findProgram } from "./test-needs.mjs";

/**
 * `npm run screenshots [-- ADDRESS…]`: the samples of every page in light and dark, on phone and desktop, into .screenshots.
 * `npm run screenshots -- --docs`: the pictures of README.md and the guides, into docs/images.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const isForDocs = process.argv.includes("--docs");
const wanted = process.argv.slice(2).filter((word) => word !== "--docs");
const output = `${root}.screenshots`;
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 780 } };
const addresses = ["/sign-in", ...pages.flatMap(({ samples }) => samples)].filter(
  (address) => wanted.length === 0 || wanted.some((one) => address.startsWith(one)),
);

/** What shows best what the dashboard is for. */
const documented = {
  home: { address: "/", colorScheme: "light" },
  skill: { address: "/skills/csv-check", colorScheme: "light" },
  approvals: { address: "/approvals?q=sample-diagnostics", colorScheme: "dark" },
  deployments: { address: "/deployments?tab=revocations", colorScheme: "light" },
  session: { address: "/activity/sessions/sample-session-latest", colorScheme: "dark" },
  analytics: { address: "/analytics", colorScheme: "light" },
};

const program = ["chromium", "chromium-browser", "google-chrome"]
  .map((name) => findProgram(name, process.env.PATH ?? ""))
  .find((path) => path !== undefined);
if (program === undefined) {
  console.error("Screenshots need Chromium. Install it with your system's package manager.");
  process.exitCode = 4;
} else await takeAll(program);

async function takeAll(executablePath) {
  const data = mkdtempSync(join(tmpdir(), "skillwright-screenshots-"));
  const hub = await startHub(data);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--headless"] });
  try {
    const token = readFileSync(`${data}/token`, "utf8").trim();
    await fillSampleHub({ url: hub.url, token });
    mkdirSync(output, { recursive: true });
    if (isForDocs) return await takeForDocs({ browser, url: hub.url, token });
    for (const [size, viewport] of Object.entries(sizes))
      for (const colorScheme of ["light", "dark"])
        await takeEach({ browser, url: hub.url, token, size, viewport, colorScheme });
  } finally {
    await browser.close();
    hub.child.kill("SIGTERM");
    rmSync(data, { recursive: true, force: true });
  }
  console.log(`${addresses.length * 4} pictures in ${output}`);
}

async function takeForDocs({ browser, url, token }) {
  for (const [name, { address, colorScheme }] of Object.entries(documented)) {
    const viewport = { width: 1280, height: 800 };
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
    await signIn(context, { url, token });
    const page = await context.newPage();
    await show(page, url + address);
    await page.screenshot({ path: `${root}docs/images/dashboard-${name}.png` });
    await context.close();
  }
  console.log(`${Object.keys(documented).length} pictures in docs/images`);
}

async function signIn(context, { url, token }) {
  const headers = { accept: "application/json", origin: url };
  await context.request.post(`${url}/sign-in`, { form: { token }, headers });
}

async function show(page, url) {
  await page.goto(url);
  await page.locator("h1").first().waitFor();
  await page.waitForFunction(() => document.querySelector(".skeleton") === null);
  await page.waitForTimeout(300);
}

async function takeEach({ browser, url, token, size, viewport, colorScheme }) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  let isSignedIn = false;
  for (const address of addresses) {
    // Once for all pages: the hub limits how often one may sign in.
    if (address !== "/sign-in" && !isSignedIn) {
      isSignedIn = true;
      await signIn(context, { url, token });
    }
    await show(page, url + address);
    const name = address.replaceAll(/[^a-z0-9]/gi, "-").replace(/^-/, "") || "home";
    await page.screenshot({ path: `${output}/${name}.${size}.${colorScheme}.png` });
  }
  await context.close();
}

function startHub(data) {
  const config = `${data}/hub.json`;
  writeFileSync(config, JSON.stringify(sampleSettings));
  const words = [
    "hub",
    "--data",
    data,
    "--config",
    config,
    "--port",
    "0",
    "--admin-token-file",
    `${data}/token`,
    "--json",
  ];
  const child = spawn(process.execPath, [`${root}packages/cli/bin/skillwright.mjs`, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).once("line", (line) => resolve({ url: JSON.parse(line).url, child }));
    child.once("exit", (code) => reject(new Error(`The hub ended with ${code}.`)));
  });
}
