import { createPrivateKey, createPublicKey } from "node:crypto";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chainStart, linkEvent, toEventText } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import { checkLines } from "../packages/hub/dist/audit/read-upload.js";
import { storeGroup } from "../packages/hub/dist/audit/store-group.js";
import { openSqlite } from "../packages/hub/dist/database/open-sqlite.js";
import { startHubChild } from "./hub-client.mjs";

// How requests of the audit log grow with the log: `node bench/hub-growth.mjs 100000 1000000 10000000`. Needs 1.7 GB of disk per million.

const tenant = "enterprise";
const [agents, people, skills, days] = [200, 50, 100, 30];
const perUpload = 500;
/** Events of one transaction: far more than a hub would take, as only the result counts here. */
const perCommit = 50_000;
const rounds = 15;

const sizes = process.argv.slice(2).map(Number);
const folder = fileURLToPath(new URL("../.bench/growth", import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const file = join(folder, "hub.sqlite");
const first = await startHubChild(folder);
const { token } = first;
await first.close();
const most = Math.max(...sizes);
const streams = Array.from({ length: agents }, (_, index) => createStream(index));
let filled = 0;
const results = {};
for (const size of sizes) {
  const started = performance.now();
  await fill(size);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = statSync(file).size / 1e6;
  console.log(`\n${size} events: filled in ${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB`);
  const hub = await startHubChild(folder, { token });
  for (const [what, run] of Object.entries(requestsOf(hub))) {
    const milliseconds = await median(run);
    results[what] ??= milliseconds;
    console.log(
      `  ${what.padEnd(44)} ${milliseconds.toFixed(2).padStart(9)} ms  ${(milliseconds / results[what]).toFixed(2)}`,
    );
  }
  await hub.close();
}
rmSync(folder, { recursive: true, force: true });

/** Through the hub's own functions, with many groups in one transaction. */
async function fill(size) {
  const database = await openSqlite(file);
  const { value } = await database.read
    .selectFrom("settings")
    .select("value")
    .where("key", "=", "key")
    .executeTakeFirstOrThrow();
  const privateKey = createPrivateKey(value);
  const key = { id: `key:${createPublicKey(privateKey).export({ format: "jwk" }).x}`, privateKey };
  while (filled < size)
    await database.write(tenant, async (transaction) => {
      const one = { kind: "sqlite", write: (_, work) => work(transaction) };
      for (let count = 0; count < perCommit && filled < size; count += perUpload, filled += perUpload) {
        const stream = streams[(filled / perUpload) % agents];
        const upload = stream.next();
        const checked = checkLines(upload, upload.time);
        const [result] = await storeGroup(tenant, [{ ...upload, checked }], {
          ...{ database: one, key, now: () => upload.time },
        });
        if (result instanceof Error) throw result;
      }
    });
  await database.close();
}

/** One agent's log: sessions of 50 calls with one of five skills, over the last month, one in twenty refused. */
function createStream(index) {
  let end = chainStart;
  let number = 0;
  const agent = `agent-${index}`;
  return {
    next: () => {
      const time = Math.round(Date.now() - days * 86_400_000 * (1 - filled / most));
      const lines = Array.from({ length: perUpload }, () => {
        number++;
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
      return { stream: agent, agent, lines, owner: "bench", time };
    },
  };
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
    "proof of a late record": get("/api/v1/audit/proof?stream=agent-39&sequence=500"),
    "integrity of 1,000 events": get("/api/v1/audit/integrity?from=1000&count=1000"),
    "usage of 30 days": get("/api/v1/usage?days=30"),
    "usage of one skill by hour, 7 days": get("/api/v1/usage/skill-1?days=7"),
    "first page of an export": () => hub.readFirst("/api/v1/audit/export?format=csv"),
  };
}

async function median(run) {
  const times = [];
  for (let round = 0; round < rounds + 2; round++) {
    const started = performance.now();
    await run();
    if (round >= 2) times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}
