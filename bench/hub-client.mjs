import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Milliseconds of processor time that a process has used on its main thread, which a busy machine does not change; Linux only. */
function processorMs(pid) {
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

/** A request again and again: the median time until its answer, and the mean processor time of the hub. */
export async function measureRequest(hub, run, rounds = 15) {
  for (let round = 0; round < 3; round++) await run();
  const times = [];
  const before = processorMs(hub.pid);
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  const processor = (processorMs(hub.pid) - before) / rounds;
  return { median: times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)], processor };
}

/** One line for each request, with the growth of the processor time since `first`. */
export async function reportRequests(hub, requests, first) {
  for (const [what, run] of Object.entries(requests)) {
    const { median, processor } = await measureRequest(hub, run);
    first[what] ??= processor;
    const growth = (processor / first[what]).toFixed(2);
    const [answer, own] = [median, processor].map((ms) => ms.toFixed(2).padStart(9));
    console.log(`  ${what.padEnd(44)} ${answer} ms until the answer ${own} ms of processor time  ${growth}`);
  }
}

/** A hub in a process of its own, with requests in an administrator's name. The token is known from the first start only. */
export async function startHubChild(folder, { token, database } = {}) {
  const script = fileURLToPath(new URL("hub-child.mjs", import.meta.url));
  const words = [...process.execArgv, script, folder, ...(database === undefined ? [] : [database])];
  const child = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const line = await new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
  const { url, firstToken } = JSON.parse(line);
  const headers = { authorization: `Bearer ${token ?? firstToken}` };
  const request = async (path, options = {}) => {
    const response = await fetch(`${url}${path}`, { headers, ...options });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  return {
    ...{ url, token: token ?? firstToken, pid: child.pid, request },
    read: async (path) => void (await (await request(path)).arrayBuffer()),
    readFirst: async (path) => {
      const reader = (await request(path)).body.getReader();
      await reader.read();
      await reader.cancel();
    },
    send: async (path, body) => (await request(path, { method: "POST", body: JSON.stringify(body) })).json(),
    close: () => {
      child.stdin.end();
      return ended;
    },
  };
}
