import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { createFolder, skillText, skillwright } from "../run-command.ts";
import type { SampleHub } from "./open-dashboard.ts";

/** A token of the hub with a role, as an administrator makes it. */
export async function addToken({ send }: SampleHub, role: string, name = role): Promise<string> {
  const { token } = await send("POST", "/api/v1/tokens", { name, role });
  return token;
}

/** A machine with a home folder that is signed in to the hub, with the real command. */
export async function openMachine(hub: SampleHub, token: string) {
  const home = createFolder();
  const env = { SKILLWRIGHT_HOME: join(home, "state"), HOME: home, SKILLWRIGHT_HUB: hub.url };
  const run = (words: readonly string[], input?: string) =>
    skillwright(words, { cwd: home, env, ...(input !== undefined && { input }) });
  expect(await run(["login", hub.url, "--token-stdin"], token)).toMatchObject({ code: 0 });
  return { home, run };
}

/** Publishes `name` as 1.0.0, or `name@1.1.0`, as a publisher does. */
export async function publish(
  hub: SampleHub,
  version: string,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [name = "", release = "1.0.0"] = version.split("@");
  const author = await openMachine(hub, await addToken(hub, "publisher", "sample-author"));
  const folder = createFolder({
    [`${name}/SKILL.md`]: skillText(name),
    [`${name}/scripts/run.sh`]: "#!/bin/sh\necho ok\n",
    ...files,
  });
  const words = ["publish", join(folder, name), "--to", "hub", "--release", release, "--json"];
  expect(await author.run(words)).toMatchObject({ code: 0 });
}

/** Opens the request in the queue and decides it with the keyboard. */
export async function decideByKey(page: Page, name: string, key: "a" | "r"): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${name} `) }).click();
  await page.getByRole("article", { name: new RegExp(`^${name} `) }).waitFor();
  await page.keyboard.press(key);
  await page.keyboard.type("Looked at it.");
  await page.keyboard.press("Enter");
}
