import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { createHttpClient } from "@skillwright/packaging";
import { followHub } from "../packages/cli/src/sync/follow-hub.ts";
import { runSync } from "../packages/cli/src/sync/run-sync.ts";
import { heading, row } from "./measure.mjs";

const agents = 200;

/** From a revocation to the last acknowledgement, with agents that follow a hub's events, each with its own lease on the disk. */
export async function measureSync() {
  heading(`revocation reaching ${agents} connected agents in one process`);
  const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
  const hub = await startHub();
  const stop = new AbortController();
  const following = Array.from({ length: agents }, (_, index) =>
    follow(index, { folder, hub, signal: stop.signal }),
  );
  hub.issue([]);
  await hub.allAcknowledged(1);
  const started = performance.now();
  hub.issue([{ id: "r1", kind: "name", value: "pdf", message: "It leaks." }]);
  await hub.allAcknowledged(2);
  row("last acknowledgement (ms)", performance.now() - started, 2000);
  stop.abort();
  await Promise.all(following);
  hub.close();
  rmSync(folder, { recursive: true, force: true });
}

async function follow(index, { folder, hub, signal }) {
  const http = createHttpClient({ signal });
  const subject = { agent: `agent-${index}`, tenant: "acme" };
  const syncing = {
    ...{ fs: createNodeFileSystem(), registries: { http, hub: hub.url }, signal, managed: [], now: Date.now },
    pin: { hub: hub.url, key: hub.key, subject, isStrict: false, sequence: 0 },
    folder: join(folder, String(index)),
    clockFile: join(folder, String(index), "clock"),
    machine: { name: `agent-${index}`, program: "bench" },
  };
  let applied = 0;
  await followHub({
    ...{ http, hub: hub.url, signal, onConnection: async () => {} },
    onNews: async (sequence) => {
      if (sequence !== undefined && sequence <= applied) return;
      try {
        applied = (await runSync(syncing)).state.sequence;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  });
  http.close();
}

/** The three addresses that agents use. */
async function startHub() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = `key:${publicKey.export({ format: "jwk" }).x}`;
  const streams = new Set();
  const acknowledged = new Map();
  let sequence = 0;
  let signed = "{}";
  let check = () => {};
  const server = createServer(async (request, response) => {
    if (request.url === "/api/v1/state") return response.end(signed);
    if (request.url === "/api/v1/state/events") {
      response
        .writeHead(200, { "content-type": "text/event-stream" })
        .write(`data: {"sequence":${sequence}}\n\n`);
      streams.add(response);
      return;
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const told = JSON.parse(body);
    acknowledged.set(told.agent, told.sequence);
    response.end("{}");
    check();
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    key,
    issue: (revocations) => {
      sequence++;
      const now = Date.now();
      const document = JSON.stringify({
        ...{ version: 1, tenant: "acme", sequence, mode: "best-effort", deployments: [], revocations },
        issuedAt: new Date(now).toISOString(),
        expiresAt: new Date(now + 3_600_000).toISOString(),
      });
      const signature = sign(null, Buffer.from(`skillwright state 1\n${document}`), privateKey).toString(
        "base64",
      );
      signed = JSON.stringify({ document, key, signature });
      for (const stream of streams) stream.write(`data: {"sequence":${sequence}}\n\n`);
    },
    allAcknowledged: (wanted) =>
      new Promise((resolve) => {
        check = () => {
          const done = [...acknowledged.values()].filter((one) => one >= wanted).length;
          if (done === agents && streams.size >= agents) resolve();
        };
        check();
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
