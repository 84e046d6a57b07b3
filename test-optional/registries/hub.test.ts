import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestSkill } from "@skillwright/core";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import { createHttpClient, publishHub, readFolder, readPublication } from "@skillwright/packaging";
import { expect, onTestFinished, test } from "vitest";
import { startTestHub, type TestHub } from "../../packages/hub/src/test-hub.ts";

const here = import.meta.dirname;
const fs = createNodeFileSystem();
const examples = join(here, "../../examples/skills");
const names = ["csv-check", "pdf-text"];

function createFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hub-clients-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(`${folder}/home`);
  return folder;
}

function digestOf(directory: string): string {
  return digestSkill(fs, directory, nodeSha256);
}

/** A hub with two of the examples. */
async function startHubWithExamples(): Promise<TestHub> {
  const hub = await startTestHub();
  const credentials = [{ prefix: hub.url, authorization: `Bearer ${hub.token}` }];
  const http = createHttpClient({ credentials });
  onTestFinished(() => http.close());
  for (const name of names) {
    const skill = readPublication(readFolder(fs, `${examples}/${name}`).tree, name, { version: "1.0.0" });
    await publishHub(skill, { http, hub: hub.url });
  }
  return hub;
}

/** A command of npm's in a new project, without telemetry. */
async function run(program: string, words: readonly string[], project: string): Promise<string> {
  const home = `${project}/home`;
  const env = {
    ...{ PATH: process.env.PATH ?? "", HOME: home, XDG_CONFIG_HOME: `${home}/.config`, CI: "1" },
    ...{ DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1", CLAWHUB_DISABLE_TELEMETRY: "1" },
  };
  const child = spawn(process.execPath, [`${here}/node_modules/.bin/${program}`, ...words], {
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

test.each(["public skills", "private skills behind a token in the address"])(
  "`skills add` installs from a hub: %s",
  async (kind) => {
    const hub = await startHubWithExamples();
    const { token } = hub;
    const isPublic = kind === "public skills";
    for (const name of isPublic ? names : [])
      await hub.send("PUT", `/api/v1/skills/${name}`, { token, body: { visibility: "public" } });
    const created = await hub.send("POST", "/api/v1/capabilities", { token, body: { name: "test" } });
    const { url } = (await created.json()) as { url: string };
    const project = createFolder();
    const words = ["--yes", "--agent", "claude-code", "--skill", "*"];
    await run("skills", ["add", isPublic ? hub.url : url, ...words], project);
    for (const name of names)
      expect(digestOf(`${project}/.claude/skills/${name}`)).toBe(digestOf(`${examples}/${name}`));
  },
);

test("`clawhub` logs in, searches, installs and publishes", async () => {
  const hub = await startHubWithExamples();
  const project = createFolder();
  const clawhub = (...words: readonly string[]) =>
    run("clawhub", ["--site", hub.url, "--workdir", project, "--no-input", ...words], project);
  expect(await clawhub("login", "--token", hub.token)).toContain("enterprise");
  expect(await clawhub("search", "text of a PDF")).toContain("pdf-text");
  await clawhub("install", "pdf-text");
  const installed = readFileSync(`${project}/skills/pdf-text/SKILL.md`, "utf8");
  expect(installed).toBe(readFileSync(`${examples}/pdf-text/SKILL.md`, "utf8"));
  expect(await clawhub("publish", `${examples}/csv-check`, "--version", "2.0.0")).toContain("2.0.0");
  const answer = await hub.send("GET", "/api/v1/skills/csv-check", { token: hub.token });
  expect(await answer.json()).toMatchObject({ tags: { latest: "2.0.0" } });
  expect(await clawhub("inspect", "csv-check")).toContain("csv-check");
});
