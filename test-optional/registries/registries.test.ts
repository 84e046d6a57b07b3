import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestSkill } from "@skillwright/core";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import {
  createHttpClient,
  createNpmSource,
  publishNpm,
  publishSite,
  readFolder,
  readNpmrc,
  readPublication,
} from "@skillwright/packaging";
import { expect, onTestFinished, test } from "vitest";

const here = import.meta.dirname;
const fs = createNodeFileSystem();
const examples = join(here, "../../examples/skills");

function createFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "registries-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function publication(name: string, version?: string) {
  return readPublication(readFolder(fs, `${examples}/${name}`).tree, name, { version });
}

function digestOf(directory: string): string {
  return digestSkill(fs, directory, nodeSha256);
}

/** Serves a folder below a path, as any web server does. */
async function serve(folder: string, below: string, isServed: (path: string) => boolean): Promise<string> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const file =
      path.startsWith(`${below}/.well-known/`) && isServed(path) ? path.slice(below.length) : undefined;
    try {
      response.end(readFileSync(folder + file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.close().closeAllConnections());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}${below}`;
}

/** The public `skills` command in a new project, without telemetry. */
async function runSkills(words: readonly string[], project: string): Promise<string> {
  const home = `${project}/home`;
  mkdirSync(home, { recursive: true });
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    DISABLE_TELEMETRY: "1",
    DO_NOT_TRACK: "1",
    CI: "1",
  };
  const child = spawn(process.execPath, [`${here}/node_modules/.bin/skills`, ...words], {
    cwd: project,
    env,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  child.stdin.end();
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code, output).toBe(0);
  return output;
}

test.each([
  { title: "format 0.2", below: "", isServed: (path: string) => path.includes("/agent-skills/") },
  { title: "format 0.1", below: "", isServed: (path: string) => path.includes("/skills/") },
  { title: "both behind a token in the path", below: "/t/0123456789abcdef", isServed: () => true },
])("`skills add` installs the bytes of our static site: $title", async ({ below, isServed }) => {
  const site = createFolder();
  const project = createFolder();
  const names = ["csv-check", "pdf-text"];
  await publishSite(
    site,
    names.map((name) => publication(name)),
  );
  const url = await serve(site, below, isServed);
  await runSkills(["add", url, "--yes", "--agent", "claude-code", "--skill", "*"], project);
  for (const name of names)
    expect(digestOf(`${project}/.claude/skills/${name}`)).toBe(digestOf(`${examples}/${name}`));
  const lock = JSON.parse(readFileSync(`${project}/skills-lock.json`, "utf8"));
  expect(Object.keys(lock.skills)).toEqual(names);
});

/** Our command in a project that `skills` installed into. */
async function runSkillwright(words: readonly string[], project: string): Promise<string> {
  const bin = join(here, "../../packages/cli/bin/skillwright.mjs");
  const env = { PATH: process.env.PATH ?? "", HOME: `${project}/home`, SKILLWRIGHT_HOME: `${project}/data` };
  const child = spawn(process.execPath, [bin, ...words], { cwd: project, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  child.stdin.end();
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code, output).toBe(0);
  return output;
}

test.each([
  ["links", []],
  ["copies", ["--copy"]],
])("`skillwright add skills-lock.json` takes over what `skills add` installed: %s", async (_title, flags) => {
  const project = createFolder();
  mkdirSync(`${project}/.git`);
  const names = ["csv-check", "pdf-text"];
  const agents = ["--agent", "claude-code", "--agent", "cursor"];
  await runSkills(
    ["add", examples, "--yes", ...agents, ...flags, ...names.flatMap((name) => ["--skill", name])],
    project,
  );
  const before = names.map((name) => digestOf(`${project}/.claude/skills/${name}`));
  const output = await runSkillwright(["add", "skills-lock.json", "--yes"], project);
  expect(output).not.toContain("was not installed by Skillwright");
  expect(output).not.toContain("was not installed by Skillwright");
  expect(names.map((name) => digestOf(`${project}/.claude/skills/${name}`))).toEqual(before);
  expect(await runSkillwright(["verify"], project)).toContain("2 skills verified.");
});

/** A real npm registry with one user; nothing without a login. */
async function startVerdaccio(): Promise<{ readonly url: string; readonly token: string }> {
  const folder = createFolder();
  const port = await freePort();
  const rule = "    access: $authenticated\n    publish: $authenticated\n";
  writeFileSync(
    `${folder}/config.yaml`,
    `storage: ${folder}/storage\nauth:\n  htpasswd:\n    file: ${folder}/htpasswd\npackages:\n  '@*/*':\n${rule}  '**':\n${rule}log: { type: stdout, level: fatal }\n`,
  );
  const words = ["--config", `${folder}/config.yaml`, "--listen", `127.0.0.1:${port}`];
  const child = spawn(process.execPath, [`${here}/node_modules/verdaccio/bin/verdaccio`, ...words], {
    stdio: "ignore",
    env: { PATH: process.env.PATH ?? "", HOME: folder },
  });
  onTestFinished(() => void child.kill());
  const url = `http://127.0.0.1:${port}`;
  const ask = (path: string, init?: RequestInit): Promise<Response | undefined> =>
    fetch(url + path, init).catch(() => undefined);
  await expect.poll(async () => (await ask("/-/ping"))?.status, { timeout: 60_000 }).toBe(200);
  const user = { name: "me", password: "a-long-password" };
  const headers = { "content-type": "application/json" };
  const answer = await ask("/-/user/org.couchdb.user:me", {
    method: "PUT",
    headers,
    body: JSON.stringify(user),
  });
  const { token } = ((await answer?.json()) ?? {}) as { token?: string };
  return { url, token: token ?? "" };
}

async function freePort(): Promise<number> {
  const server = createSocketServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

test("a skill goes to verdaccio and back, with a token and a scope", async () => {
  const { url, token } = await startVerdaccio();
  const http = createHttpClient();
  onTestFinished(() => http.close());
  const settings = readNpmrc([
    { text: `registry=${url}\n${url.replace("http:", "")}/:_authToken=${token}\n` },
  ]);
  for (const version of ["1.0.0", "1.1.0"])
    await publishNpm(publication("csv-check", version), { http, settings }, { package: "@team/csv-check" });
  await expect(
    publishNpm(publication("csv-check", "1.1.0"), { http, settings }, { package: "@team/csv-check" }),
  ).rejects.toThrow(/already published/);
  const source = createNpmSource(http, settings);
  const spec = { kind: "npm", name: "@team/csv-check", range: "^1.0.0" } as const;
  const release = await source.resolve(spec);
  expect(release).toEqual({
    resolved: "1.1.0",
    version: "1.1.0",
    integrity: expect.stringMatching(/^sha512-/),
    publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const { tree } = await source.fetch(spec, release);
  expect(tree.entries.map(({ path }) => path)).toContain("skills/csv-check/SKILL.md");
  await expect(createNpmSource(http, readNpmrc([{ text: `registry=${url}` }])).resolve(spec)).rejects.toThrow(
    /40[13]/,
  );
});
