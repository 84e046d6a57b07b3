import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { approvalListSchema } from "@skillwright/core/registry";
import {
  createHttpClient,
  createTree,
  type Publication,
  publishHub,
  readPublication,
} from "@skillwright/packaging";
import { afterAll, expect, test } from "vitest";
import { enterprise } from "../access/permissions.ts";
import { createToken } from "../access/tokens.ts";
import { findFaultyLog } from "../audit/integrity.ts";
import { logOf } from "../audit/test-log.ts";
import type { HubDatabase } from "../database/database.ts";
import { openPostgres } from "../database/open-postgres.ts";
import { openSqlite } from "../database/open-sqlite.ts";
import { startPostgres } from "../database/test-postgres.ts";
import { temporaryFolder } from "../test-hub.ts";

// Hubs as processes, killed while they work: every change that was acknowledged is there, with its record and its document.

const isLong = Number(process.env.SKILLWRIGHT_LONG_TESTS ?? 0) > 0;
const kills = isLong ? 100 : 4;
const changes = isLong ? 400 : 10;
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
    child.stdout?.once("data", (data) => resolve(String(data).split("\n")[0] ?? ""));
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

async function post(url: string, token: string, [path, body]: readonly [string, object]): Promise<unknown> {
  const answer = await fetch(new URL(path, url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  // The connection may break between the status and the body; only a whole answer is an acknowledgement.
  return answer?.ok ? answer.json().catch(() => undefined) : undefined;
}

/** A policy under which one administrator can publish and approve. */
const policy = { version: 1, skills: { requireApprovalFor: ["everything"], fourEyes: false } };

async function activatePolicy(url: string, token: string): Promise<void> {
  await post(url, token, ["/api/v1/policies", { policy }]);
  await post(url, token, ["/api/v1/policies/1/activate", {}]);
}

/** What hubs confirmed: names of skills, and whole logs of agents. */
type Confirmed = Readonly<
  Record<"revoked" | "published" | "approved" | "deployed" | "drafted" | "uploaded", string[]>
>;

function nothingYet(): Confirmed {
  return { revoked: [], published: [], approved: [], deployed: [], drafted: [], uploaded: [] };
}

/** Lines of each agent's log, which are uploaded at once. */
const logLines = 5;

/** Revokes, publishes, approves, deploys, drafts a policy and uploads a log; false once the hub does not answer. */
async function change(
  { url, token, confirmed }: { readonly url: string; readonly token: string; readonly confirmed: Confirmed },
  value: string,
): Promise<boolean> {
  const gone = `gone-${value}`;
  if ((await post(url, token, ["/api/v1/revocations", { kind: "name", value: gone }])) === undefined)
    return false;
  confirmed.revoked.push(gone);
  // A hub that is gone stays so: the client does not wait between its attempts.
  const clock = { now: Date.now, wait: async () => {} };
  const http = createHttpClient({ clock, credentials: [{ prefix: url, authorization: `Bearer ${token}` }] });
  try {
    await publishHub(publicationOf(value), { http, hub: url });
  } catch {
    return false;
  } finally {
    http.close();
  }
  confirmed.published.push(value);
  const answer = await fetch(new URL(`/api/v1/approvals?name=${value}`, url), {
    headers: { authorization: `Bearer ${token}` },
  })
    .then((one) => one.json())
    .catch(() => undefined);
  const [approval] = approvalListSchema.safeParse(answer).data?.approvals ?? [];
  if (approval === undefined) return false;
  const decision = { decision: "approved", digest: approval.digest };
  if ((await post(url, token, [`/api/v1/approvals/${approval.id}/decision`, decision])) === undefined)
    return false;
  confirmed.approved.push(value);
  if ((await post(url, token, ["/api/v1/deployments", { name: value }])) === undefined) return false;
  confirmed.deployed.push(value);
  const drafted = { ...policy, skills: { ...policy.skills, block: { names: [`never-${value}`] } } };
  if ((await post(url, token, ["/api/v1/policies", { policy: drafted }])) === undefined) return false;
  confirmed.drafted.push(`never-${value}`);
  const upload = { stream: value, agent: value, lines: logOf(logLines, value) };
  if ((await post(url, token, ["/api/v1/audit", upload])) === undefined) return false;
  confirmed.uploaded.push(value);
  return true;
}

function publicationOf(name: string): Publication {
  const text = `---\nname: ${name}\ndescription: Reads files. Use it for files.\nmetadata:\n  version: 1.0.0\n---\n# ${name}\n`;
  const file = { path: "SKILL.md", bytes: Buffer.from(text), executable: false };
  return readPublication(createTree([file], name), name);
}

/** Every acknowledged change exists, whole, and is in the audit log and in the newest document, each once. */
async function expectAll(database: HubDatabase, confirmed: Confirmed): Promise<void> {
  const { revoked, published, approved } = confirmed;
  const rows = await database.read.selectFrom("revocations").select(["value"]).execute();
  const stored = rows.map(({ value }) => value);
  expect(revoked.filter((value) => !stored.includes(value))).toEqual([]);
  const versions = await database.read.selectFrom("versions").select(["name", "state"]).execute();
  const states = new Map(versions.map(({ name, state }) => [name, state]));
  expect(published.filter((name) => !states.has(name))).toEqual([]);
  expect(approved.filter((name) => states.get(name) !== "approved")).toEqual([]);
  expect(approved.length).toBeGreaterThan(0);
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
  const { deployed, drafted } = confirmed;
  const running = await database.read.selectFrom("deployments").select("name").execute();
  const names = running.map(({ name }) => name);
  expect(deployed.filter((name) => !names.includes(name))).toEqual([]);
  expect(events.filter(({ body }) => body?.includes('"action":"deployed"'))).toHaveLength(names.length);
  expect(document.deployments.map((one: { name: string }) => one.name).toSorted()).toEqual(names.toSorted());
  const policies = await database.read
    .selectFrom("policies")
    .select(["version", "body"])
    .orderBy("version")
    .execute();
  expect(policies.map(({ version }) => version)).toEqual(policies.map((_, index) => index + 1));
  const bodies = policies.map(({ body }) => body).join("\n");
  expect(drafted.filter((name) => !bodies.includes(`"${name}"`))).toEqual([]);
  await expectLogs(database, confirmed);
}

/** An upload is there whole or not at all, and the tenant's log has no gaps. */
async function expectLogs(database: HubDatabase, { uploaded }: Confirmed): Promise<void> {
  const events = await database.read
    .selectFrom("events")
    .select(["stream", "leaf"])
    .where("tenant", "=", enterprise)
    .orderBy("leaf")
    .execute();
  expect(events.map(({ leaf }) => leaf)).toEqual(events.map((_, index) => index));
  const logs = Map.groupBy(
    events.filter(({ stream }) => stream !== "hub"),
    ({ stream }) => stream,
  );
  expect(uploaded.filter((stream) => !logs.has(stream))).toEqual([]);
  expect([...logs.values()].filter((lines) => lines.length !== logLines)).toEqual([]);
  expect(uploaded.length).toBeGreaterThan(0);
  expect(await findFaultyLog(database)).toBeUndefined();
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
    const confirmed = nothingYet();
    for (let round = 0; round < kills; round++) {
      const { child, url } = await startProcess({ folder });
      if (round === 0) await activatePolicy(url, token);
      let ending: Promise<void> | undefined;
      const work = async (client: number): Promise<void> => {
        for (let index = 0; index < 10_000; index++) {
          if (!(await change({ url, token, confirmed }, `s${round}-${client}-${index}`))) return;
          // Somewhere in the next changes.
          ending ??= sleep(Math.random() * 250).then(() => kill(child));
        }
      };
      await Promise.all([0, 1, 2].map(work));
      await ending;
    }
    const after = await openSqlite(`${folder}/hub.sqlite`);
    await expectAll(after, confirmed);
    await after.close();
  },
  isLong ? 1_800_000 : 120_000,
);

if (postgres)
  test(
    "PostgreSQL: of two hubs under load one is killed; nothing acknowledged is lost, and document n never follows n + 1",
    async () => {
      const address = await postgres.createDatabase();
      const database = await openPostgres(address);
      const token = await makeToken(database);
      const confirmed = nothingYet();
      const one = await startProcess({ folder: temporaryFolder(), database: address });
      const other = await startProcess({ folder: temporaryFolder(), database: address });
      await activatePolicy(other.url, token);
      let isOver = false;
      let ending: Promise<void> | undefined;
      const writing = [one, other].map(async ({ url }, hub) => {
        for (let index = 0; index < changes; index++) {
          if (!(await change({ url, token, confirmed }, `p${hub}-${index}`))) return;
          if (hub === 0 && index === 2) ending = sleep(Math.random() * 60).then(() => kill(one.child));
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
      await Promise.all(writing);
      await ending;
      isOver = true;
      await reading;
      await expectAll(database, confirmed);
      expect(seen.length).toBeGreaterThan(1);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(confirmed.approved.filter((value) => value.startsWith("p1-"))).toHaveLength(changes);
      await kill(other.child);
      await database.close();
    },
    isLong ? 1_800_000 : 120_000,
  );
else test.skip("PostgreSQL NOT TRIED: its binaries are not installed for this system", () => {});
