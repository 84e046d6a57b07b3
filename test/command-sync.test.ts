import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, expect, test, vi } from "vitest";
import { startTestHub, type TestHub } from "../packages/cli/src/sync/test-hub.ts";
import { createFolder, removeFoldersAfterwards } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();

const bin = `${root}packages/cli/bin/skillwright.mjs`;
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

const text = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when asked.\nallowed-tools: Read\n---\n${body}\n`;

/** A user's machine that is logged in to a hub, with the real command. */
async function openMachine() {
  const hub = await startTestHub();
  const folder = createFolder({
    token: "agent-token",
    "home/.claude/skills/pdf/SKILL.md": text("pdf", "Personal."),
  });
  const env = { SKILLWRIGHT_HOME: join(folder, "state"), HOME: join(folder, "home"), USER: "ada" };
  const run = (...words: string[]) => skillwrightHere(words, { env, cwd: join(folder, "home") });
  expect(await run("login", hub.url, "--token-file", join(folder, "token"))).toMatchObject({ code: 0 });
  const start = (...words: string[]): ChildProcess => {
    const child = spawn(process.execPath, [bin, ...words], {
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
    children.push(child);
    return child;
  };
  const hear = (event: object) =>
    skillwrightHere(["guard", "--agent", "claude-code"], {
      env,
      input: JSON.stringify({
        session_id: "s1",
        transcript_path: "/t.jsonl",
        cwd: join(folder, "home"),
        ...event,
      }),
    });
  const call = (tool: string, input: object) =>
    hear({ hook_event_name: "PreToolUse", tool_name: tool, tool_input: input, tool_use_id: "t1" });
  return { hub, folder, env, run, start, hear, call };
}

const deployed = (hub: TestHub, body: string) => hub.pack("pdf", { "SKILL.md": text("pdf", body) });
const revocations = [{ id: "r1", kind: "name", value: "pdf", message: "It leaks." }] as const;
const silence = { code: 0, stdout: "", stderr: "" };

function eventsOf(folder: string): readonly Record<string, unknown>[] {
  const lines = readFileSync(join(folder, "state/audit.jsonl"), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

test("S3-26, S3-48: a deployed skill wins, and its revocation reaches a running MCP session and another agent's hook", async () => {
  const { hub, folder, env, run, start, hear, call } = await openMachine();
  hub.issue({ deployments: [deployed(hub, "Deployed.")] });
  const staying = start("sync", "--json");
  await vi.waitFor(() => expect(hub.streams()).toBe(1), { timeout: 30_000 });
  await vi.waitFor(() => expect(hub.acknowledged.at(-1)?.sequence).toBe(1), { timeout: 30_000 });
  expect((await run("use", "pdf")).stdout).toContain("Deployed.");

  const client = new Client({ name: "test", version: "0" });
  const transport = new StdioClientTransport({
    ...{
      command: process.execPath,
      args: [bin, "mcp", "--quiet"],
      stderr: "inherit",
      cwd: join(folder, "home"),
    },
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  await client.connect(transport);
  const ask = async (name: string, input: Record<string, unknown>): Promise<string> =>
    JSON.stringify(await client.callTool({ name, arguments: input }));
  expect(await ask("skills_load", { name: "pdf" })).toContain("Deployed.");

  hub.issue({ revocations });
  await vi.waitFor(() => expect(hub.acknowledged.at(-1)?.sequence).toBe(2), { timeout: 30_000 });
  expect(await ask("skills_run_script", { name: "pdf", script: "x.sh" })).toContain(
    "revoked by your organization: It leaks.",
  );
  await vi.waitFor(async () => expect(await ask("skills_load", { name: "pdf" })).toContain("was revoked"), {
    timeout: 30_000,
  });
  const wasEnded = (): boolean =>
    eventsOf(folder).some(({ event, reason }) => event === "skill-deactivated" && reason === "revoked");
  await vi.waitFor(() => expect(wasEnded()).toBe(true), { timeout: 30_000 });
  await client.close();

  // The personal skill of that name, in an agent that does not know the hub.
  const refused = await call("Skill", { skill: "pdf" });
  expect(JSON.parse(refused.stdout)).toMatchObject({
    hookSpecificOutput: {
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("It leaks."),
    },
  });
  expect(await call("Write", { file_path: "a" })).toEqual(silence);
  expect(await hear({ hook_event_name: "UserPromptSubmit", prompt: "thanks" })).toEqual(silence);
  const ended = new Promise((resolve) => staying.once("exit", resolve));
  staying.kill("SIGTERM");
  expect(await ended).toBe(0);
  const events = eventsOf(folder);
  expect(events).toContainEqual(
    expect.objectContaining({ event: "tool-call-denied", reason: "skill-revoked" }),
  );
}, 120_000);

test("a skill that is revoked while an agent uses it stops there, and a changed byte after deployment is refused", async () => {
  const { hub, run, call } = await openMachine();
  hub.issue();
  await run("sync", "--once");
  expect(await call("Skill", { skill: "pdf" })).toEqual(silence);
  expect(await call("Read", { file_path: "a" })).toEqual(silence);
  hub.issue({ revocations });
  await run("sync", "--once");
  expect((await call("Read", { file_path: "a" })).stdout).toContain("It leaks.");
  hub.issue({ deployments: [deployed(hub, "Deployed.")] });
  await run("sync", "--once");
  expect((await call("Skill", { skill: "pdf" })).stdout).toContain("not what your organization deployed");
}, 120_000);

test("a sync that is killed at any moment leaves the old state or the new one", async () => {
  const { hub, folder, run, start } = await openMachine();
  hub.issue({ deployments: [deployed(hub, "State 1.")] });
  const started = performance.now();
  await run("sync", "--once");
  const wholeMs = performance.now() - started;
  let last = 1;
  for (let round = 0; round < 12; round++) {
    const { sequence } = hub.issue({ deployments: [deployed(hub, `State ${last + 1}.`)] });
    const child = start("sync", "--once");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    const timer = setTimeout(() => child.kill("SIGKILL"), wholeMs * (0.4 + round * 0.05));
    await ended;
    clearTimeout(timer);
    const current = join(folder, "state/hub/current");
    const skill = readFileSync(join(current, "skills/pdf/SKILL.md"), "utf8");
    const [, number = ""] = /State (\d+)\./.exec(skill) ?? [];
    expect([last, last + 1]).toContain(Number(number));
    const lease = JSON.parse(readFileSync(join(current, "lease"), "utf8").split("\n")[1] ?? "");
    const { deployments } = JSON.parse(lease.signed.document);
    // The lease and the skill are of one document: the skill is accepted.
    expect(await run("use", "pdf")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`State ${number}.`),
    });
    expect(deployments).toHaveLength(1);
    expect(await run("sync", "--once")).toMatchObject({ code: 0 });
    expect(hub.acknowledged.at(-1)?.sequence).toBe(sequence);
    last++;
  }
  expect(readdirSync(join(folder, "state/hub/contents")).length).toBeLessThanOrEqual(2);
  expect(existsSync(join(folder, "state/hub/current.new"))).toBe(false);
}, 240_000);
