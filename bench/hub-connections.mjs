import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startHubChild } from "./hub-client.mjs";
import { heading, print, row } from "./measure.mjs";

const self = fileURLToPath(import.meta.url);
const counts = process.argv.slice(2).filter((word) => /^\d+$/.test(word));

// Agents as real connections from other processes: `node bench/hub-connections.mjs 1000 5000`.
if (process.argv[2] === "--client") await runClient(process.argv[3], Number(process.argv[4]));
else if (process.argv[1] === self) {
  await measureConnections(counts.length === 0 ? [1000] : counts.map(Number));
  print();
}

/** Memory of a hub per connected agent, and the time from a revocation to the last of them that hears of it and to the last answer. */
export async function measureConnections(sizes, processes = 2) {
  heading(`agents connected from ${processes} processes`);
  const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
  const hub = await startHubChild(folder);
  const clients = await Promise.all(
    Array.from({ length: processes }, () => startClient(hub.url, sizes.at(-1) ?? 0)),
  );
  try {
    // One token has only so many streams.
    const tokens = await Promise.all(Array.from({ length: 8 }, (_, index) => createToken(hub, index)));
    await hub.read("/api/v1/state");
    await settle();
    let connected = 0;
    for (const size of sizes) {
      const before = residentBytes(hub.pid);
      const added = size - connected;
      await Promise.all(
        clients.map((client, index) => {
          const first = connected + Math.floor((index * added) / processes);
          const last = connected + Math.floor(((index + 1) * added) / processes);
          return client.ask({ open: last - first, first, tokens });
        }),
      );
      connected = size;
      await settle();
      const each = (residentBytes(hub.pid) - before) / added / 1024;
      row(`memory per agent, from ${size - added} to ${size} (KB)`, each);
      const started = performance.now();
      const heard = Promise.all(clients.map((client) => client.ask({ hear: true })));
      await hub.send("/api/v1/revocations", { kind: "name", value: `skill-${size}`, message: "It leaks." });
      const answers = await heard;
      row(
        `the last of ${size} hears of a revocation (ms)`,
        Math.max(...answers.map(({ at }) => at)) - wall(started),
      );
      row(
        `the last of ${size} has confirmed it (ms)`,
        performance.now() - started,
        size <= 200 ? 2000 : undefined,
      );
    }
  } finally {
    for (const client of clients) client.stop();
    await hub.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Times of different processes are compared by the clock on the wall. */
function wall(moment) {
  return performance.timeOrigin + moment;
}

function settle() {
  return new Promise((resolve) => setTimeout(resolve, 3000));
}

function residentBytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

async function createToken(hub, index) {
  const { token } = await hub.send("/api/v1/tokens", { name: `agents ${index}`, role: "agent" });
  return token;
}

async function startClient(url) {
  const child = spawn(process.execPath, [self, "--client", url], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (question) => {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      return JSON.parse((await lines.next()).value);
    },
    stop: () => child.stdin.end(),
  };
}

/** Holds event streams as bare sockets, so that a client's own memory does not matter, and confirms what they announce. */
async function runClient(url) {
  const port = Number(new URL(url).port);
  const agents = [];
  for await (const line of createInterface({ input: process.stdin })) {
    const { open, first, tokens } = JSON.parse(line);
    if (open !== undefined)
      for (let index = 0; index < open; index++)
        agents.push(
          await openAgent({ port, id: first + index, token: tokens[(first + index) % tokens.length] }),
        );
    let at = 0;
    if (open === undefined) {
      const sequences = await Promise.all(agents.map((agent) => agent.next()));
      at = performance.timeOrigin + performance.now();
      let next = 0;
      const confirm = async () => {
        for (let index = next++; index < agents.length; index = next++)
          await agents[index].confirm(url, sequences[index]);
      };
      await Promise.all(Array.from({ length: 20 }, confirm));
    }
    process.stdout.write(`${JSON.stringify({ at })}\n`);
  }
  for (const agent of agents) agent.close();
}

function openAgent({ port, id, token }) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let sequence = 0;
    let wake = () => {};
    const headers = `host: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n`;
    socket.on("error", reject).write(`GET /api/v1/state/events HTTP/1.1\r\n${headers}\r\n`);
    socket.on("data", (bytes) => {
      text = (text + bytes.toString("latin1")).slice(-2000);
      if (text.startsWith("HTTP/1.1") && !text.startsWith("HTTP/1.1 200")) return reject(new Error(text));
      const found = [...text.matchAll(/"sequence":(\d+)\}/g)].at(-1);
      if (found === undefined || Number(found[1]) <= sequence) return;
      sequence = Number(found[1]);
      wake(sequence);
      resolve({
        next: () => new Promise((heard) => (wake = heard)),
        confirm: async (url, number) => {
          const agent = `agent-${id}`;
          const response = await fetch(`${url}/api/v1/state/acknowledgements`, {
            method: "POST",
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
            body: JSON.stringify({ agent, name: agent, program: "bench", sequence: number }),
          });
          if (!response.ok) throw new Error(await response.text());
          await response.arrayBuffer();
        },
        close: () => socket.destroy(),
      });
    });
  });
}
