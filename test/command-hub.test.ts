import { readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createFolder, removeFoldersAfterwards, skillwright } from "./run-command.ts";
import { killHubsAfterwards, startHubCommand } from "./start-hub-command.ts";

removeFoldersAfterwards();
killHubsAfterwards();

test("hub: creates what is missing, writes the token once, prints one line, ends cleanly on SIGTERM", async () => {
  const folder = createFolder();
  const token = `${folder}/token`;
  const words = ["--data", `${folder}/a/b`, "--port", "0", "--admin-token-file", token];
  const started = await startHubCommand(words);
  expect(started.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(statSync(token).mode & 0o777).toBe(0o600);
  const secret = readFileSync(token, "utf8").trim();
  const headers = { authorization: `Bearer ${secret}` };
  const me = await fetch(`${started.url}/api/v1/me`, { headers });
  expect(await me.json()).toMatchObject({ grants: [{ tenant: "enterprise", role: "admin" }] });
  for (const path of ["/health", "/ready"]) expect((await fetch(started.url + path)).status).toBe(200);
  expect(await started.stop("SIGTERM")).toBe(0);

  const again = await startHubCommand(words);
  expect((await fetch(`${again.url}/api/v1/me`, { headers })).status).toBe(200);
  expect(readFileSync(token, "utf8").trim()).toBe(secret);
  const busy = await skillwright(["hub", "--data", `${folder}/a/b`]);
  expect([busy.code, busy.stderr]).toEqual([4, expect.stringContaining("another hub uses the data folder")]);
  expect(await again.stop("SIGTERM")).toBe(0);
  const other = await skillwright(["hub", "--data", `${folder}/other`, "--admin-token-file", token]);
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringContaining("already exists and was not changed"),
  ]);
});

test("hub: what a killed hub has acknowledged is there, and its folder is free at once", async () => {
  const folder = createFolder();
  const words = ["--data", folder, "--admin-token-file", `${folder}/token`];
  const first = await startHubCommand(words);
  const headers = { authorization: `Bearer ${readFileSync(`${folder}/token`, "utf8").trim()}` };
  const body = JSON.stringify({ id: "red", name: "Red" });
  expect((await fetch(`${first.url}/api/v1/tenants`, { method: "POST", headers, body })).status).toBe(201);
  await first.stop("SIGKILL");
  const second = await startHubCommand(words);
  const answer = await fetch(`${second.url}/api/v1/tenants`, {
    headers,
  });
  expect(await answer.json()).toMatchObject({ tenants: [{ id: "enterprise" }, { id: "red" }] });
  await second.stop("SIGTERM");
});

test("hub: backup, restore and a new link for an administrator", async () => {
  const folder = createFolder();
  const running = await startHubCommand(["--data", `${folder}/one`, "--admin-token-file", `${folder}/token`]);
  const file = `${folder}/backup.sqlite`;
  const backup = await skillwright(["hub", "backup", file, "--data", `${folder}/one`, "--json"]);
  expect([backup.code, JSON.parse(backup.stdout)]).toMatchObject([0, { version: 1, file, tenants: 1 }]);
  const link = await skillwright(["hub", "link", "--data", `${folder}/one`, "--port", "7330"]);
  expect(link.stdout).toContain("http://127.0.0.1:7330/sign-in/link/skw_");
  const restored = await skillwright(["hub", "restore", file, "--data", `${folder}/two`]);
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining(", 1 tenant, 0 skills")]);
  expect(restored.stdout).toContain("report that the hub's log was rolled back");
  const over = await skillwright(["hub", "restore", file, "--data", `${folder}/two`]);
  expect([over.code, over.stderr]).toEqual([2, expect.stringContaining("already exists")]);
  const postgres = await skillwright(["hub", "backup", "x", "--database", "postgres://h/d"]);
  expect([postgres.code, postgres.stderr]).toEqual([2, expect.stringContaining("pg_dump")]);
  expect(await running.stop("SIGTERM")).toBe(0);
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

test("hub: what flags and the environment say is checked too, and shown without its password", async () => {
  const folder = createFolder();
  const run = (words: readonly string[], env: Record<string, string> = {}) =>
    skillwright(["hub", "link", "--data", folder, ...words], { env });
  // An empty host would mean every address of the machine.
  const host = await run(["--host", ""]);
  expect([host.code, host.stderr]).toEqual([2, expect.stringContaining("the setting host is invalid")]);
  const address = "mysql://hub:hunter2@db/hub";
  for (const { code, stderr } of [
    await run(["--database", address]),
    await run([], { SKILLWRIGHT_HUB_DATABASE: address }),
  ]) {
    expect([code, stderr]).toEqual([2, expect.stringContaining("the setting database is invalid")]);
    expect(stderr).not.toContain("hunter2");
  }
  // A variable without a value is not set: this is about SQLite, whose file is missing.
  const empty = await run([], { SKILLWRIGHT_HUB_DATABASE: "" });
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining("hub.sqlite")]);
});
