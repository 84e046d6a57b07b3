import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { fillSampleHub } from "./sample-hub.mjs";

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
  try {
    const token = readFileSync(tokenFile, "utf8").trim();
    const { skills, events, send } = await fillSampleHub({ url, token });
    const { link } = await signInLink(send);
    console.log(`
The hub serves ${skills.length} example skills and ${events} events of sample activity (every user, agent and session in it is made up).

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
  }
}

async function signInLink(send) {
  const { person } = await send("GET", "/api/v1/me");
  return send("POST", `/api/v1/people/${encodeURIComponent(person.id)}/link`);
}
