import { createPrivateKey, createPublicKey } from "node:crypto";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { chainStart, linkEvent, toEventText } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import { growTree, loadEdge, writeCheckpoint } from "../packages/hub/dist/audit/audit-tree.js";
import { checkLines } from "../packages/hub/dist/audit/read-upload.js";
import { storeGroup } from "../packages/hub/dist/audit/store-group.js";
import { openSqlite } from "../packages/hub/dist/database/open-sqlite.js";
import { reportRequests, startHubChild } from "./hub-client.mjs";

// How requests of the audit log grow with the log: `node bench/hub-growth.mjs 100000 1000000 10000000`. Needs 1.2 GB of disk per million.

const tenant = "enterprise";
const [agents, people, skills, days] = [200, 50, 100, 30];
const perUpload = 500;
/** Events that go through the hub's own functions; the others are copies of these with other places and times. */
const perBlock = agents * perUpload;

const sizes = process.argv.slice(2).map(Number);
const folder = fileURLToPath(new URL("../.bench/growth", import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const file = join(folder, "hub.sqlite");
const first = await startHubChild(folder);
const { token } = first;
await first.close();
const window = (days * 86_400_000) / Math.ceil(Math.max(...sizes) / perBlock);
const start = Date.now() - days * 86_400_000;
let [filled, firstLeaf] = [0, 0];
const lineHashes = [];
const results = {};
for (const size of sizes) {
  const started = performance.now();
  await fill(size);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = statSync(file).size / 1e6;
  console.log(`\n${size} events: filled in ${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB`);
  const hub = await startHubChild(folder, { token });
  await reportRequests(hub, requestsOf(hub), results);
  await hub.close();
}
rmSync(folder, { recursive: true, force: true });

/** Whole blocks until there are so many events. */
async function fill(size) {
  const database = await openSqlite(file);
  const { value } = await database.read
    .selectFrom("settings")
    .select("value")
    .where("key", "=", "key")
    .executeTakeFirstOrThrow();
  const privateKey = createPrivateKey(value);
  const key = { id: `key:${createPublicKey(privateKey).export({ format: "jwk" }).x}`, privateKey };
  while (filled < size) {
    const { size: leaf } = await database.write(tenant, (transaction) => loadEdge(transaction, tenant));
    if (filled === 0) {
      firstLeaf = leaf;
      for (let index = 0; index < agents; index++) await storeUpload(database, key, index);
    } else {
      copyBlock(filled / perBlock, leaf);
      await database.write(tenant, async (transaction) => {
        const edge = await loadEdge(transaction, tenant);
        const grown = await growTree(transaction, tenant, { edge, lineHashes });
        await writeCheckpoint(transaction, { tenant, edge: grown, now: Date.now() }, key);
      });
    }
    filled += perBlock;
  }
  await database.close();
}

async function storeUpload(database, key, index) {
  const time = start + (index * window) / agents;
  const upload = { ...createUpload(index, time), owner: "bench" };
  const checked = checkLines(upload, time);
  lineHashes.push(...checked.map(({ row }) => row.hash));
  const parts = { database, key, now: () => time };
  const [result] = await storeGroup(tenant, [{ ...upload, checked }], parts);
  if (result instanceof Error) throw result;
}

/** The same sessions of the same agents later on; what is counted of them too. */
function copyBlock(block, leaf) {
  const database = new DatabaseSync(file);
  database.exec("pragma synchronous = off; pragma cache_size = -200000; pragma temp_store = memory; begin");
  const shift = Math.round(block * window);
  database
    .prepare(`insert into events (tenant, stream, sequence, leaf, time, received_at, kind, session, skill, digest, person, agent, outcome, tool, body, hash)
    select tenant, stream, sequence + ?1, leaf + ?2, time + ?3, received_at + ?3, kind, session || '-' || ?4, skill, digest, person, agent, outcome, tool, body, hash
    from events where tenant = '${tenant}' and leaf >= ?5 and leaf < ?6 order by leaf`)
    .run(block * perUpload, leaf - firstLeaf, shift, block, firstLeaf, firstLeaf + perBlock);
  for (const [table, column, ms] of [
    ["rollups", "hour", 3_600_000],
    ["daily_rollups", "day", 86_400_000],
  ])
    database
      .prepare(`insert into ${table} (tenant, ${column}, skill, agent, activations, refusals, calls, denials, failures, duration_ms)
      select tenant, cast((min(time) + ?1) / ${ms} as integer), skill, agent, 0, 0, sum(outcome = 'ok'), sum(outcome = 'denied'), 0, 12
      from events where tenant = '${tenant}' and leaf >= ?2 and leaf < ?3 group by skill, agent
      on conflict do update set calls = calls + excluded.calls, denials = denials + excluded.denials`)
      .run(shift, firstLeaf, firstLeaf + perBlock);
  database.exec("commit");
  database.close();
}

/** Sessions of 50 calls with one of five skills, one in twenty refused. */
function createUpload(index, time) {
  const agent = `agent-${index}`;
  let end = chainStart;
  const lines = Array.from({ length: perUpload }, (_, number) => {
    const skill = `skill-${(index * 5 + (Math.floor(number / 50) % 5)) % skills}`;
    const refused = number % 20 === 0;
    const event = {
      ...{ time: new Date(time).toISOString(), session: `${agent}-${Math.floor(number / 50)}` },
      ...{ user: `user-${index % people}`, event: refused ? "tool-call-denied" : "tool-call-finished" },
      ...{ call: `call-${number}`, tool: number % 3 === 0 ? "Bash" : "Read" },
      skills: [{ name: skill, digest: `sha256:${"a".repeat(64)}` }],
      ...(refused ? { reason: "policy" } : { ok: true, durationMs: 12, output: "x".repeat(100) }),
    };
    const linked = linkEvent(toEventText(event), end, nodeSha256);
    end = linked.end;
    return linked.line;
  });
  return { stream: agent, agent, lines };
}

function requestsOf(hub) {
  const get = (path) => () => hub.read(path);
  const day = (back) => new Date(Date.now() - back * 86_400_000).toISOString();
  // The logs of the fill belong to other credentials; each size has its own.
  const lines = { number: 0, end: chainStart };
  const stream = `upload-${filled}`;
  const upload = () => {
    const some = Array.from({ length: perUpload }, () => {
      const event = {
        ...{ time: new Date().toISOString(), session: stream, user: "user-1", event: "tool-call-finished" },
        ...{ call: String(lines.number++), tool: "Bash", skills: [{ name: "skill-1" }], ok: true },
      };
      const linked = linkEvent(toEventText(event), lines.end, nodeSha256);
      lines.end = linked.end;
      return linked.line;
    });
    return hub.send("/api/v1/audit", { stream, agent: stream, lines: some });
  };
  return {
    "upload of 500 events": upload,
    "query by skill": get("/api/v1/audit?skill=skill-1"),
    "query by skill that never ran": get("/api/v1/audit?skill=none"),
    "query by user": get("/api/v1/audit?user=user-1"),
    "query by session": get("/api/v1/audit?session=agent-7-1"),
    "query by time, the last day": get(`/api/v1/audit?from=${day(1)}`),
    "query by time, three weeks ago": get(`/api/v1/audit?from=${day(21)}&to=${day(20)}`),
    "query by skill and time, three weeks ago": get(
      `/api/v1/audit?skill=skill-1&from=${day(21)}&to=${day(20)}`,
    ),
    "query by outcome": get("/api/v1/audit?outcome=denied"),
    "proof of the first record": get("/api/v1/audit/proof?stream=agent-0&sequence=1"),
    "proof of a late record": get(
      `/api/v1/audit/proof?stream=agent-199&sequence=${(filled / perBlock) * perUpload}`,
    ),
    "integrity of 1,000 events": get("/api/v1/audit/integrity?from=1000&count=1000"),
    "usage of 30 days": get("/api/v1/usage?days=30"),
    "usage of one skill by hour, 7 days": get("/api/v1/usage/skill-1?days=7"),
    "first page of an export": () => hub.readFirst("/api/v1/audit/export?format=csv"),
  };
}
