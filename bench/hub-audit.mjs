import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { chainStart, linkEvent, toEventText } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import { createIngest } from "../packages/hub/dist/audit/ingest.js";
import { createReceipt } from "../packages/hub/dist/audit/receipts.js";
import { openSqlite } from "../packages/hub/dist/database/open-sqlite.js";
import { startHubChild } from "./hub-client.mjs";
import { heading, row } from "./measure.mjs";

const linesPerUpload = 500;
const agents = 4;

/** Receiving audit logs: against bare inserts of the same rows in groups of the same size, and over HTTP. */
export async function measureHubAudit(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  heading("hub: audit log");
  const bare = createBare(join(folder, "bare.sqlite"));
  await measureRatio(join(folder, "inside.sqlite"), bare);
  bare.close();
  const hub = await startHubChild(join(folder, "hub"));
  const streams = Array.from({ length: agents }, (_, index) => createStream(`agent-${index}`));
  let seconds = 0;
  const [rounds, uploads] = [3, 5];
  for (let round = 0; round < rounds; round++) {
    const parts = streams.map((stream) => stream.next(uploads));
    seconds += (await timed(() => uploadAll(hub, parts))) / 1000;
  }
  row("events a second over HTTP, client included", (rounds * agents * uploads * linesPerUpload) / seconds);
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
}

/** What the hub does with an upload, without HTTP, against the inserts alone, both in this process. */
async function measureRatio(path, bare) {
  const database = await openSqlite(path);
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = { id: `key:${publicKey.export({ format: "jwk" }).x}`, privateKey };
  const ingest = createIngest({ database, key, now: Date.now });
  const tenant = "enterprise";
  const receive = async ({ stream, parts: [lines] }) => {
    const upload = { stream, agent: stream, lines, owner: "bench" };
    await createReceipt({ tenant, upload, stored: await ingest(tenant, upload) }, database);
  };
  const streams = Array.from({ length: agents }, (_, index) => createStream(`inside-${index}`));
  // Each upload goes to both, one right after the other and each first in turn, so that a busy disk affects both alike.
  const ratios = [];
  for (let round = 0; round < 50; round++)
    for (const stream of streams) {
      const upload = stream.next(1);
      const inserting = async () => bare.insert([upload]);
      const isFirst = round % 2 === 0;
      const before = isFirst ? 0 : await timed(inserting);
      const received = await timed(() => receive(upload));
      const inserted = isFirst ? await timed(inserting) : before;
      if (round >= 10) ratios.push(received / inserted);
    }
  await database.close();
  const middle = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)];
  row("one event verified, stored, counted and proved / one bare grouped insert", middle, 2);
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** An agent's log; its lines are made before anything is measured. */
function createStream(stream) {
  let end = chainStart;
  let number = 0;
  const line = () => {
    const time = new Date(Date.now() - 3_600_000 + number).toISOString();
    const skills = [{ name: "pdf", digest: `sha256:${"a".repeat(64)}` }];
    const call = { call: `call-${++number}`, tool: "Bash", skills };
    const event = {
      time,
      session: `${stream}-${Math.floor(number / 50)}`,
      user: "ana",
      event: "tool-call-finished",
    };
    const linked = linkEvent(
      toEventText({ ...event, ...call, ok: true, durationMs: 12, output: "x".repeat(100) }),
      end,
      nodeSha256,
    );
    end = linked.end;
    return linked.line;
  };
  // As they come out of a request: strings that were put together are read more slowly at first.
  const upload = () => JSON.parse(JSON.stringify(Array.from({ length: linesPerUpload }, line)));
  return { next: (count) => ({ stream, parts: Array.from({ length: count }, upload) }) };
}

function uploadAll(hub, uploads) {
  return Promise.all(
    uploads.map(async ({ stream, parts }) => {
      for (const lines of parts) await hub.send("/api/v1/audit", { stream, agent: stream, lines });
    }),
  );
}

/** The same table with the same indexes and durability, and nothing else: no chain, no tree, no counts, no HTTP. */
function createBare(path) {
  const database = new DatabaseSync(path);
  database.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create table events (tenant text not null, stream text not null, sequence integer not null, leaf integer not null, time integer not null,
      received_at integer not null, kind text not null, session text not null, skill text, digest text, person text, agent text not null,
      outcome text, tool text, body text, hash text not null, primary key (tenant, stream, sequence));
    create index by_leaf on events (tenant, leaf);
    create index by_skill on events (tenant, skill, leaf);
    create index by_person on events (tenant, person, leaf);
    create index by_session on events (tenant, session, leaf);`);
  const insert = database.prepare(
    `insert into events values (${Array.from({ length: 16 }, () => "?").join(",")})`,
  );
  let leaf = 0;
  return {
    insert: (uploads) => {
      for (const { stream, parts } of uploads)
        for (const lines of parts) {
          database.exec("begin");
          for (const line of lines) {
            const record = JSON.parse(line);
            const time = Date.parse(record.time);
            const [skill] = record.skills;
            insert.run(
              ...["enterprise", stream, record.sequence, leaf++, time, time, record.event, record.session],
              ...[skill.name, skill.digest, record.user, stream, "ok", record.tool, line, record.hash],
            );
          }
          database.exec("commit");
        }
    },
    close: () => database.close(),
  };
}
