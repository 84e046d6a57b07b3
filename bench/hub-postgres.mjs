import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chainStart, linkEvent, toEventText } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import { startPostgres } from "../packages/hub/src/database/test-postgres.ts";
import { startHubChild } from "./hub-client.mjs";
import { heading, print, row } from "./measure.mjs";

// Hubs that share one PostgreSQL: `node bench/hub-postgres.mjs`.

const most = 3;
const [readers, agents] = [8, 6];
const milliseconds = 4000;

const postgres = await startPostgres();
if (postgres === undefined) throw new Error("PostgreSQL is missing for this system");
const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
const database = await postgres.createDatabase();
const hubs = [];
let serial = 0;
try {
  heading("hubs on one PostgreSQL, clients included, on the same machine");
  for (let count = 1; count <= most; count++) {
    hubs.push(await startHubChild(folder, { database, token: hubs[0]?.token }));
    row(`reads of a state document per second, ${count} hubs`, await perSecond(readers, read));
    row(`audit events per second, one tenant, ${count} hubs`, 500 * (await perSecond(agents, createAgent)));
  }
  print();
} finally {
  for (const hub of hubs) await hub.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Workers that send one request after the other, each to its own hub. */
async function perSecond(workers, create) {
  let done = 0;
  const work = Array.from({ length: workers }, async (_, index) => {
    const request = create(hubs[index % hubs.length]);
    await request();
    const end = performance.now() + milliseconds;
    while (performance.now() < end) {
      await request();
      done++;
    }
  });
  await Promise.all(work);
  return (done * 1000) / milliseconds;
}

function read(hub) {
  return () => hub.read("/api/v1/state");
}

function createAgent(hub) {
  const stream = `agent-${serial++}`;
  let end = chainStart;
  return async () => {
    const lines = Array.from({ length: 500 }, (_, index) => {
      const event = {
        ...{ time: new Date().toISOString(), session: stream, user: "ana", event: "tool-call-finished" },
        ...{
          call: String(index),
          tool: "Bash",
          skills: [{ name: "pdf" }],
          ok: true,
          output: "x".repeat(100),
        },
      };
      const linked = linkEvent(toEventText(event), end, nodeSha256);
      end = linked.end;
      return linked.line;
    });
    await hub.send("/api/v1/audit", { stream, agent: stream, lines });
  };
}
