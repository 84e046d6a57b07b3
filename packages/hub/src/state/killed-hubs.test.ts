import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { enterprise } from "../access/permissions.ts";
import { createToken } from "../access/tokens.ts";
import type { HubDatabase } from "../database/database.ts";
import { openPostgres } from "../database/open-postgres.ts";
import { openSqlite } from "../database/open-sqlite.ts";
import { startPostgres } from "../database/test-postgres.ts";
import { temporaryFolder } from "../test-hub.ts";

// Hubs as processes, killed while they work: every change that was acknowledged is there, with its record and its document.

const isLong = Number(process.env.SKILLWRIGHT_LONG_TESTS ?? 0) > 0;
const kills = isLong ? 100 : 6;
const postgres = await startPostgres();
afterAll(() => postgres?.close());
const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

type Place = { readonly folder: string; readonly database?: string };

/** Resolves to the hub's address once it serves. */
async function startProcess({ folder, database }: Place): Promise<{ child: ChildProcess; url: string }> {
  const settings = { rateLimit: { perMinute: 1_000_000 }, ...(database && { database }) };
  const script = fileURLToPath(new URL("../test-hub-process.ts", import.meta.url));
  const child = spawn(
    process.execPath,
    [
      "--conditions=@skillwright/source",
      "--disable-warning=ExperimentalWarning",
      script,
      folder,
      JSON.stringify(settings),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  children.add(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (data) => resolve(String(data).trim()));
    child.once("exit", () => reject(new Error("the hub ended")));
  });
  return { child, url };
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

async function makeToken(database: HubDatabase): Promise<string> {
  const token = {
    kind: "service",
    name: "test",
    tenant: enterprise,
    role: "admin",
    createdBy: "test",
  } as const;
  return (await database.write(enterprise, (transaction) => createToken(transaction, token, 0))).token;
}

async function send(url: string, token: string, value: string): Promise<boolean> {
  const answer = await fetch(new URL("/api/v1/revocations", url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ kind: "name", value }),
  }).catch(() => undefined);
  return answer?.status === 201;
}

/** Every acknowledged revocation exists once, and is in the audit log and in the newest document. */
async function expectAll(database: HubDatabase, acknowledged: readonly string[]): Promise<void> {
  const rows = await database.read.selectFrom("revocations").select(["value"]).execute();
  const stored = rows.map(({ value }) => value);
  expect(acknowledged.filter((value) => !stored.includes(value))).toEqual([]);
  const events = await database.read
    .selectFrom("events")
    .select(["sequence", "body"])
    .where("stream", "=", "hub")
    .where("tenant", "=", enterprise)
    .orderBy("sequence")
    .execute();
  // The record and the change are one: neither is there without the other.
  const recorded = events.flatMap(({ body }) => /"subject":"name ([^"]+)"/.exec(body ?? "")?.[1] ?? []);
  expect(recorded.toSorted()).toEqual(stored.toSorted());
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  const last = await database.read
    .selectFrom("states")
    .selectAll()
    .where("tenant", "=", enterprise)
    .orderBy("sequence", "desc")
    .executeTakeFirstOrThrow();
  const document = JSON.parse(JSON.parse(last.document).document);
  expect(document.revocations.map((one: { value: string }) => one.value).toSorted()).toEqual(
    stored.toSorted(),
  );
  expect(document.sequence).toBe(last.sequence);
}

test(
  `SQLite: a hub killed at ${kills} random moments loses no acknowledged change`,
  async () => {
    const folder = temporaryFolder();
    const first = await startProcess({ folder });
    await kill(first.child);
    const database = await openSqlite(`${folder}/hub.sqlite`);
    const token = await makeToken(database);
    await database.close();
    const acknowledged: string[] = [];
    for (let round = 0; round < kills; round++) {
      const { child, url } = await startProcess({ folder });
      const ending = new Promise<void>((resolve) =>
        setTimeout(() => kill(child).then(resolve), Math.random() * 250),
      );
      for (let index = 0; index < 1000; index++) {
        const value = `s${round}-${index}`;
        if (!(await send(url, token, value))) break;
        acknowledged.push(value);
      }
      await ending;
    }
    const after = await openSqlite(`${folder}/hub.sqlite`);
    await expectAll(after, acknowledged);
    await after.close();
    expect(acknowledged.length).toBeGreaterThan(0);
  },
  isLong ? 600_000 : 60_000,
);

if (postgres)
  test(
    "PostgreSQL: of two hubs under load one is killed; nothing acknowledged is lost, and document n never follows n + 1",
    async () => {
      const address = await postgres.createDatabase();
      const database = await openPostgres(address);
      const token = await makeToken(database);
      const acknowledged: string[] = [];
      const one = await startProcess({ folder: temporaryFolder(), database: address });
      const other = await startProcess({ folder: temporaryFolder(), database: address });
      let isOver = false;
      const writing = [one, other].map(async ({ url }, hub) => {
        for (let index = 0; index < (isLong ? 400 : 40); index++) {
          const value = `p${hub}-${index}`;
          if (await send(url, token, value)) acknowledged.push(value);
          else if (hub === 0) return;
        }
      });
      const seen: number[] = [];
      const reading = (async () => {
        // One request after the other, alternating between the hubs.
        for (let turn = 0; !isOver && turn < 100_000; turn++) {
          const { url } = turn % 2 === 0 ? one : other;
          const answer = await fetch(new URL("/api/v1/state", url), {
            headers: { authorization: `Bearer ${token}` },
          }).catch(() => undefined);
          if (answer?.ok)
            seen.push(JSON.parse(((await answer.json()) as { document: string }).document).sequence);
        }
      })();
      await new Promise((resolve) => setTimeout(resolve, 300));
      await kill(one.child);
      await Promise.all(writing);
      isOver = true;
      await reading;
      await expectAll(database, acknowledged);
      expect(seen.length).toBeGreaterThan(1);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(acknowledged.filter((value) => value.startsWith("p1-"))).toHaveLength(isLong ? 400 : 40);
      await kill(other.child);
      await database.close();
    },
    isLong ? 600_000 : 60_000,
  );
else test.skip("PostgreSQL NOT TRIED: its binaries are not installed for this system", () => {});
