import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestSkill } from "@skillwright/core";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import { createHttpClient, publishHub, readFolder, readPublication } from "@skillwright/packaging";
import { expect, onTestFinished, test } from "vitest";
import { startTestHub } from "../../packages/hub/src/test-hub.ts";

const here = import.meta.dirname;
const fs = createNodeFileSystem();
const example = join(here, "../../examples/skills/pdf-text");

async function claude(words: readonly string[], home: string): Promise<string> {
  const quiet = {
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  const child = spawn(`${here}/node_modules/.bin/claude`, words, {
    cwd: home,
    env: { PATH: process.env.PATH ?? "", HOME: home, ...quiet },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  child.stdin.end();
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code, output).toBe(0);
  return output;
}

test("Claude Code installs a private skill of a hub as a plugin, by an address with a token", async () => {
  const hub = await startTestHub();
  const { token } = hub;
  const http = createHttpClient({ credentials: [{ prefix: hub.url, authorization: `Bearer ${token}` }] });
  onTestFinished(() => http.close());
  const skill = readPublication(readFolder(fs, example).tree, "pdf-text", { version: "1.0.0" });
  await publishHub(skill, { http, hub: hub.url });
  const created = await hub.send("POST", "/api/v1/capabilities", { token, body: { name: "laptop" } });
  const { url } = (await created.json()) as { url: string };
  const home = realpathSync(mkdtempSync(join(tmpdir(), "hub-marketplace-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  await claude(["plugin", "marketplace", "add", `${url}/marketplace.json`], home);
  await claude(["plugin", "install", "pdf-text@skillwright-hub"], home);
  const installed = `${home}/.claude/plugins/cache/skillwright-hub/pdf-text/1.0.0/skills/pdf-text`;
  expect(digestSkill(fs, installed, nodeSha256)).toBe(digestSkill(fs, example, nodeSha256));
});
