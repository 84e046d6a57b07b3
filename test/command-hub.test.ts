import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import { createFolder, removeFoldersAfterwards, skillwright } from "./run-command.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

type Running = { readonly child: ChildProcess; readonly line: string };

/** Starts the real command and waits for its first line. */
async function startHub(words: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [`${root}packages/cli/bin/skillwright.mjs`, "hub", ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, SKILLWRIGHT_HOME: createFolder() },
  });
  children.push(child);
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const line = await new Promise<string>((resolve, reject) => {
    lines.once("line", resolve);
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${stderr}`)));
  });
  return { child, line };
}

function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill(signal);
  return ended;
}

test("hub: creates what is missing, writes the token once, prints one line, ends cleanly on SIGTERM", async () => {
  const folder = createFolder();
  const token = `${folder}/token`;
  const words = ["--data", `${folder}/a/b`, "--port", "0", "--admin-token-file", token, "--json"];
  const { child, line } = await startHub(words);
  const started = JSON.parse(line) as { version: number; url: string };
  expect(started).toEqual({ version: 1, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  expect(statSync(token).mode & 0o777).toBe(0o600);
  const secret = readFileSync(token, "utf8").trim();
  const headers = { authorization: `Bearer ${secret}` };
  const me = await fetch(`${started.url}/api/v1/me`, { headers });
  expect(await me.json()).toMatchObject({ grants: [{ tenant: "enterprise", role: "admin" }] });
  for (const path of ["/health", "/ready"]) expect((await fetch(started.url + path)).status).toBe(200);
  expect(await stop(child, "SIGTERM")).toBe(0);

  const again = await startHub(words);
  const second = JSON.parse(again.line) as { url: string };
  expect((await fetch(`${second.url}/api/v1/me`, { headers })).status).toBe(200);
  expect(readFileSync(token, "utf8").trim()).toBe(secret);
  const busy = await skillwright(["hub", "--data", `${folder}/a/b`]);
  expect([busy.code, busy.stderr]).toEqual([4, expect.stringContaining("another hub uses the data folder")]);
  expect(await stop(again.child, "SIGTERM")).toBe(0);
});

test("hub: what a killed hub has acknowledged is there, and its folder is free at once", async () => {
  const folder = createFolder();
  const words = ["--data", folder, "--admin-token-file", `${folder}/token`, "--json"];
  const first = await startHub(words);
  const { url } = JSON.parse(first.line) as { url: string };
  const headers = { authorization: `Bearer ${readFileSync(`${folder}/token`, "utf8").trim()}` };
  const body = JSON.stringify({ id: "red", name: "Red" });
  expect((await fetch(`${url}/api/v1/tenants`, { method: "POST", headers, body })).status).toBe(201);
  await stop(first.child, "SIGKILL");
  const second = await startHub(words);
  const answer = await fetch(`${(JSON.parse(second.line) as { url: string }).url}/api/v1/tenants`, {
    headers,
  });
  expect(await answer.json()).toMatchObject({ tenants: [{ id: "enterprise" }, { id: "red" }] });
  await stop(second.child, "SIGTERM");
});

test("hub: backup, restore and a new link for an administrator", async () => {
  const folder = createFolder();
  const { child } = await startHub([
    "--data",
    `${folder}/one`,
    "--admin-token-file",
    `${folder}/token`,
    "--json",
  ]);
  const file = `${folder}/backup.sqlite`;
  const backup = await skillwright(["hub", "backup", file, "--data", `${folder}/one`, "--json"]);
  expect([backup.code, JSON.parse(backup.stdout)]).toMatchObject([0, { version: 1, file, tenants: 1 }]);
  const link = await skillwright(["hub", "link", "--data", `${folder}/one`, "--port", "7330"]);
  expect(link.stdout).toContain("http://127.0.0.1:7330/sign-in/link/skw_");
  const restored = await skillwright(["hub", "restore", file, "--data", `${folder}/two`]);
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining("Restored")]);
  const over = await skillwright(["hub", "restore", file, "--data", `${folder}/two`]);
  expect([over.code, over.stderr]).toEqual([2, expect.stringContaining("already exists")]);
  const postgres = await skillwright(["hub", "backup", "x", "--database", "postgres://h/d"]);
  expect([postgres.code, postgres.stderr]).toEqual([2, expect.stringContaining("pg_dump")]);
  expect(await stop(child, "SIGTERM")).toBe(0);
});

test("hub: settings that are wrong are named with their place", async () => {
  const folder = createFolder();
  writeFileSync(`${folder}/hub.yaml`, "port: 70000\n");
  const { code, stderr } = await skillwright(["hub", "--config", `${folder}/hub.yaml`, "--data", folder]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/hub\.yaml is not a valid configuration: at port:/),
  ]);
  writeFileSync(`${folder}/tls.yaml`, "tls:\n  certificate: none.pem\n  key: none.pem\n");
  const tls = await skillwright(["hub", "--config", `${folder}/tls.yaml`, "--data", folder]);
  expect([tls.code, tls.stderr]).toEqual([2, expect.stringContaining(`${folder}/none.pem`)]);
});
