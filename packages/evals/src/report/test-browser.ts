import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, onTestFinished } from "vitest";

/** The Chromium of this machine; undefined where there is none, and then its tests are skipped by name. */
export const chromiumPath: string | undefined = findChromium();

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return ["chromium", "chromium-browser", "google-chrome"]
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

// It has a new, empty profile, which is removed with it.
const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export type OpenPage = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Everything that must not occur: errors, console warnings, dialogs. */
  readonly complaints: readonly string[];
  /** Requested URLs, without those inside the page. */
  readonly requests: readonly string[];
};

type PageOptions = Parameters<Browser["newContext"]>[0];

/** Pages in one browser, which ends after the tests of the file. */
export function createBrowserPages(): (options?: PageOptions) => Promise<OpenPage> {
  let started: Promise<Browser> | undefined;
  afterAll(async () => (await started)?.close());
  return async (options = {}) => {
    started ??= chromium.launch({ executablePath: chromiumPath ?? "", args: flags });
    const context = await (await started).newContext({ reducedMotion: "reduce", ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!/^(?:data|blob):/.test(request.url())) requests.push(request.url());
    });
    return { page, context, complaints, requests };
  };
}
