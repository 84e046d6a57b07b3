import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { heading, interleaveAsync, row } from "./measure.mjs";

const bin = fileURLToPath(new URL("../packages/cli/bin/skillwright.mjs", import.meta.url));

/** Reads of a skill's document from a hub, against a bare server that sends the same bytes. */
export async function measureHub() {
  heading("hub");
  const folder = mkdtempSync(join(tmpdir(), "skillwright-bench-"));
  const started = performance.now();
  const first = await startHub(folder);
  row("first start of a hub as a process (ms)", performance.now() - started, 2000);
  await first.stop();
  addSkill(folder);
  const hub = await startHub(folder);
  const token = readFileSync(join(folder, "token"), "utf8").trim();
  const anonymous = request({ path: "/api/v1/skills/open", headers: "" });
  const known = request({ path: "/api/v1/skills/closed", headers: `authorization: Bearer ${token}\r\n` });
  const answer = await fetch(`${hub.url}/api/v1/skills/open`);
  const bare = await startBare({ body: await answer.text(), headers: Object.fromEntries(answer.headers) });
  const count = 4000;
  const best = await interleaveAsync(5, {
    bare: () => load(bare.url, anonymous, count),
    public: () => load(hub.url, anonymous, count),
    token: () => load(hub.url, known, count),
  });
  const perSecond = (milliseconds) => Math.round((count * 1000) / milliseconds);
  row("bare Node server: reads per second", perSecond(best.bare));
  row("hub: reads of a public skill per second", perSecond(best.public));
  row("hub: reads of a tenant's skill with a token per second", perSecond(best.token));
  row("bare server / hub, public", best.public / best.bare, 1.67);
  row("bare server / hub, with a token", best.token / best.bare, 1.67);
  await Promise.all([hub.stop(), bare.stop()]);
  rmSync(folder, { recursive: true, force: true });
}

function startHub(folder) {
  const config = join(folder, "hub.json");
  // Not what is measured here.
  writeFileSync(config, JSON.stringify({ rateLimit: { perMinute: 1e9, anonymousPerMinute: 1e9 } }));
  const words = ["--data", folder, "--config", config, "--admin-token-file", join(folder, "token")];
  return startProcess([bin, "hub", ...words, "--json"], { SKILLWRIGHT_HOME: folder });
}

/** One answer, as large as the hub's and with as many headers. */
function startBare(answer) {
  const code = `const {body,headers}=${JSON.stringify(answer)};
const server=require("node:http").createServer((_,answer)=>{answer.writeHead(200,headers);answer.end(body)});
server.listen(0,"127.0.0.1",()=>console.log(JSON.stringify({url:"http://127.0.0.1:"+server.address().port})));`;
  return startProcess(["-e", code]);
}

async function startProcess(words, environment = {}) {
  const child = spawn(process.execPath, words, {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...environment },
  });
  const line = await new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
  const stop = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGTERM");
    });
  return { url: JSON.parse(line).url, stop };
}

/** Two skills with ten versions each: one for everybody, one for the tenant. */
function addSkill(folder) {
  const database = new DatabaseSync(join(folder, "hub.sqlite"));
  const digest = `sha256:${"0".repeat(64)}`;
  for (const [name, visibility] of [
    ["open", "public"],
    ["closed", "tenant"],
  ]) {
    insert(database, "skills", {
      ...{ tenant: "enterprise", name, team: "", visibility, description: "d".repeat(200) },
      ...{ created_by: "bench", created_at: 0, changed_at: 0 },
    });
    for (let version = 0; version < 10; version++)
      insert(database, "versions", {
        ...{ tenant: "enterprise", name, version: `1.${version}.0`, digest, archive_digest: digest },
        ...{ artifact_digest: digest, git_commit: "0".repeat(40) },
        ...{ archive_size: 1, publisher: "bench", published_at: version, description: "", state: "approved" },
        ...{ requested: "{}", findings: "[]" },
      });
  }
  database.close();
}

function insert(database, table, values) {
  const names = Object.keys(values);
  const marks = names.map(() => "?").join(", ");
  database
    .prepare(`insert into ${table} (${names.join(", ")}) values (${marks})`)
    .run(...Object.values(values));
}

function request({ path, headers }) {
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`;
}

const ok = Buffer.from("HTTP/1.1 200");

/** Sends requests on 16 connections that stay open, one at a time on each. */
async function load(url, text, count) {
  const port = Number(new URL(url).port);
  let left = count;
  const work = () =>
    new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      let received = 0;
      let expected = 0;
      const next = () => {
        if (left-- <= 0) return socket.end(resolve);
        received = 0;
        socket.write(text);
      };
      socket.on("error", reject).on("connect", next);
      socket.on("data", (bytes) => {
        if (expected === 0) expected = answerLength(bytes);
        else if (received === 0 && !bytes.subarray(0, 12).equals(ok))
          reject(new Error(bytes.toString("latin1")));
        received += bytes.length;
        if (received >= expected) next();
      });
    });
  await Promise.all(Array.from({ length: 16 }, work));
}

/** All answers to one request are equally long; the first one says how long. */
function answerLength(bytes) {
  const text = bytes.toString("latin1");
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  if (!text.startsWith("HTTP/1.1 200") || length === undefined) throw new Error(text.slice(0, 300));
  return text.indexOf("\r\n\r\n") + 4 + Number(length);
}
