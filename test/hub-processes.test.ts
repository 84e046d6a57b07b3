import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { startPostgres } from "../packages/hub/src/database/test-postgres.ts";
import { createFolder, removeFoldersAfterwards } from "./run-command.ts";
import { killHubsAfterwards, type RunningCommand, startHubCommand } from "./start-hub-command.ts";

removeFoldersAfterwards();
killHubsAfterwards();
const postgres = await startPostgres();
afterAll(() => postgres?.close());

const name =
  "several hubs on one PostgreSQL: what one acknowledges, all have, also when one is killed under load";
if (postgres) test(name, () => severalHubs(postgres.createDatabase()));
else test.skip(`PostgreSQL NOT TRIED: its binaries are not installed for this system: ${name}`, () => {});

type Answer = { readonly status: number; readonly body: Record<string, unknown> };

async function severalHubs(created: Promise<string>): Promise<void> {
  const folder = createFolder();
  const database = await created;
  writeFileSync(`${folder}/hub.yaml`, "rateLimit:\n  perMinute: 100000\n  anonymousPerMinute: 20\n");
  const start = (index: number) =>
    startHubCommand([
      ...["--database", database, "--config", `${folder}/hub.yaml`],
      ...["--admin-token-file", `${folder}/token-${index}`],
    ]);
  // All at once on an empty database: one of them creates the tables, the key and the administrator.
  const hubs = await Promise.all([0, 1, 2].map(start));
  const files = [0, 1, 2].map((index) => `${folder}/token-${index}`).filter((file) => existsSync(file));
  expect(files).toHaveLength(1);
  const token = readFileSync(files[0] ?? "", "utf8").trim();

  const send = async (hub: RunningCommand, path: string, options: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(hub.url + path, {
      ...options,
      headers: { authorization: `Bearer ${token}`, ...options.headers },
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
  const [first, second, third] = hubs;
  if (first === undefined || second === undefined || third === undefined) throw new Error("three hubs");

  const acknowledged: string[] = [];
  let unanswered = 0;
  const create = async (index: number): Promise<void> => {
    const body = JSON.stringify({ name: `token ${index}`, role: "reader" });
    try {
      const hub = hubs[index % 3] ?? first;
      const answer = await send(hub, "/api/v1/tokens", { method: "POST", body });
      if (answer.status !== 201) unanswered++;
      else if (acknowledged.push(String(answer.body.token)) === 100) await third.stop("SIGKILL");
    } catch {
      unanswered++;
    }
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < 300) await create(next++);
  };
  await Promise.all(Array.from({ length: 12 }, worker));
  expect(acknowledged.length).toBeGreaterThanOrEqual(200);
  expect(unanswered).toBeGreaterThan(0);

  // Every acknowledged token works at both hubs that are left, and each change has its place in the log.
  const ids: string[] = [];
  for (let after = ""; ; ) {
    const { body } = await send(second, `/api/v1/tokens?after=${after}`);
    ids.push(...(body.tokens as { id: string }[]).map(({ id }) => id));
    if (body.next === undefined) break;
    after = String(body.next);
  }
  const missing = acknowledged.filter((one) => !ids.includes(one.split("_")[1] ?? ""));
  expect(missing).toEqual([]);
  // The first token and the first link came with the database. A killed hub may have committed what it never answered.
  const extra = ids.length - 2 - acknowledged.length;
  expect(extra).toBeGreaterThanOrEqual(0);
  expect(extra).toBeLessThanOrEqual(unanswered);

  // A token that is revoked at one hub is refused by the other at once.
  const [victim = ""] = acknowledged;
  const asVictim = { headers: { authorization: `Bearer ${victim}` } };
  expect((await send(first, "/api/v1/me", asVictim)).status).toBe(200);
  await send(second, `/api/v1/tokens/${victim.split("_")[1]}`, { method: "DELETE" });
  expect((await send(first, "/api/v1/me", asVictim)).status).toBe(401);

  // A browser that signed in at one hub is signed in at the other, until it signs out.
  const signIn = await fetch(`${first.url}/sign-in`, {
    ...{ method: "POST", redirect: "manual", body: new URLSearchParams({ token }) },
    headers: { origin: first.url },
  });
  const cookie = signIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const me = () => fetch(`${second.url}/api/v1/me`, { headers: { cookie } });
  expect((await me()).status).toBe(200);
  const out = { method: "POST", redirect: "manual", body: new URLSearchParams() } as const;
  await fetch(`${first.url}/sign-out`, { ...out, headers: { origin: first.url, cookie } });
  expect((await me()).status).toBe(401);

  // Each process counts for itself.
  const flood = await Promise.all(Array.from({ length: 40 }, () => fetch(`${first.url}/health`)));
  expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect((await fetch(`${second.url}/health`)).status).toBe(200);

  const replacement = await start(3);
  expect(existsSync(`${folder}/token-3`)).toBe(false);
  expect((await send(replacement, "/api/v1/me")).status).toBe(200);
  for (const hub of [first, second, replacement]) expect(await hub.stop("SIGTERM")).toBe(0);
}
