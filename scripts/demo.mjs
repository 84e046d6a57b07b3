import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createNodeFileSystem } from "@skillwright/core/node";
import {
  createHttpClient,
  digestTree,
  publishHub,
  readFolder,
  readPublication,
} from "@skillwright/packaging";
import { createSampleLogs } from "./sample-activity.mjs";

/** `npm start`: a hub on this machine with the example skills and sample activity. Its data stays in `.hub`, or the folder named. */
const root = fileURLToPath(new URL("..", import.meta.url));
const [folder = ".hub"] = process.argv.slice(2);
const data = resolve(root, folder);
const tokenFile = `${data}/admin-token`;

mkdirSync(data, { recursive: true, mode: 0o700 });
const hub = (await startHub(7330)) ?? (await startHub(0));
if (hub === undefined) process.exitCode = 4;
else await fill(hub);

/** Undefined if the port is taken. */
function startHub(port) {
  const words = ["hub", "--data", data, "--port", String(port), "--admin-token-file", tokenFile, "--json"];
  const child = spawn(process.execPath, [`${root}packages/cli/bin/skillwright.mjs`, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const errors = [];
  child.stderr.on("data", (bytes) => errors.push(bytes));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill("SIGTERM"));
  return new Promise((resolve) => {
    createInterface(child.stdout).once("line", (line) => resolve({ url: JSON.parse(line).url, child }));
    child.once("exit", (code) => {
      const text = Buffer.concat(errors).toString();
      if (code !== 0 && !(port !== 0 && text.includes("in use"))) process.stderr.write(text);
      resolve(undefined);
    });
  });
}

/** Publishes and uploads what is not there yet, then says what to try. */
async function fill({ url, child }) {
  const token = readFileSync(tokenFile, "utf8").trim();
  const authorization = `Bearer ${token}`;
  const http = createHttpClient({ credentials: [{ prefix: url, authorization }] });
  const send = async (method, path, body) => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { authorization },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  try {
    const skills = [];
    for (const name of readdirSync(`${root}examples/skills`)) {
      const { tree } = readFolder(createNodeFileSystem(), `${root}examples/skills/${name}`);
      const publication = readPublication(tree, name);
      await publishHub(publication, { http, hub: url });
      skills.push({ name, digest: digestTree(tree), tools: publication.allowedTools ?? [] });
    }
    const { total } = await uploadSample(skills, send);
    const { link } = await signInLink(send);
    console.log(`
The hub serves ${skills.length} example skills and ${total} events of sample activity (every user, agent and session in it is made up).

  address        ${url}
  sign in, once  ${new URL(link, url).href}
  token          in ${folder}/admin-token

Try, in another terminal:
  npx skillwright login ${url} --token-file ${folder}/admin-token
  npx skillwright add hub:pdf-text --dry-run
  npx skillwright check examples/drafts

Press Ctrl-C to stop. Delete ${folder} to start over.`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 4;
    child.kill("SIGTERM");
  } finally {
    http.close();
  }
}

/** The logs end at the start of a day that the hub remembers, so that a later start adds nothing. */
async function uploadSample(skills, send) {
  const until = new Date().setUTCHours(0, 0, 0, 0);
  const { events: known } = await send("GET", "/api/v1/audit?agent=sample-agent-1&limit=1");
  const logs = createSampleLogs(skills, { until });
  let total = 0;
  for (const { agent, stream, lines } of logs) {
    total += lines.length;
    for (let start = 0; known.length === 0 && start < lines.length; start += 500)
      await send("POST", "/api/v1/audit", { agent, stream, lines: lines.slice(start, start + 500) });
  }
  return { total };
}

async function signInLink(send) {
  const { person } = await send("GET", "/api/v1/me");
  return send("POST", `/api/v1/people/${encodeURIComponent(person.id)}/link`);
}
