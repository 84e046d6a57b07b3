import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished } from "vitest";
import type { Role } from "../packages/hub/src/access/permissions.ts";
import { createToken } from "../packages/hub/src/access/tokens.ts";
import { openSqlite } from "../packages/hub/src/database/open-sqlite.ts";
import { type CommandResult, createFolder, sharedCode, skillwright } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";
import { root } from "./source-files.ts";
import { type RunningCommand, startHubCommand } from "./start-hub-command.ts";

const bin = `${root}packages/cli/bin/skillwright.mjs`;

export type HubMachines = {
  readonly hub: RunningCommand;
  /** A machine that is signed in as the administrator. */
  readonly admin: Machine;
  /** The token of a new person, in the enterprise. */
  addPerson(role: Role, person: string): Promise<string>;
  /** The token of a program with a role. */
  addToken(role: Role, name: string): Promise<string>;
  /** A machine that is signed in with a token, with these files in the user's home. */
  open(token: string, files?: Readonly<Record<string, string>>): Promise<Machine>;
  /** Publishes a skill from a folder and deploys it to everyone. */
  deploy(folder: string, version?: string): Promise<void>;
};

/** A user's machine with the real command. Its project is `repo`. */
export type Machine = {
  readonly home: string;
  readonly env: Record<string, string>;
  run(words: readonly string[], input?: string): Promise<CommandResult>;
  /** What the hook of a running agent answers before a call. */
  guard(tool: string, input: object): Promise<CommandResult>;
  /** A command that stays until the test ends. */
  start(words: readonly string[]): ChildProcess;
  /** Connects to a new `skillwright mcp`. */
  connect(options?: ClientOptions): Promise<Client>;
};

/** The real hub as a process, and machines of its users. */
export async function startHubMachines(
  words: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<HubMachines> {
  const folder = createFolder();
  const [tokenFile, data] = [join(folder, "token"), join(folder, "data")];
  const hub = await startHubCommand(["--data", data, "--admin-token-file", tokenFile, ...words]);
  const open = (token: string, own: Readonly<Record<string, string>> = {}): Promise<Machine> =>
    openMachine(hub.url, token, own);
  const admin = await open(readFileSync(tokenFile, "utf8").trim(), files);
  return {
    ...{ hub, admin, open },
    addPerson: (role, person) => addPerson(data, role, person),
    addToken: (role, name) => addToken(data, role, name),
    deploy: async (skill, version = "1.0.0") => {
      const publish = ["publish", skill, "--to", "hub", "--release", version];
      expect(await admin.run(publish)).toMatchObject({ code: 0 });
      const name = skill.slice(skill.lastIndexOf("/") + 1);
      const deploy = ["deploy", `${name}@${version}`, "--scope", "enterprise", "--yes"];
      expect(await admin.run(deploy)).toMatchObject({ code: 0 });
    },
  };
}

async function addPerson(data: string, role: Role, person: string): Promise<string> {
  const database = await openSqlite(join(data, "hub.sqlite"));
  const made = await database.write("enterprise", async (transaction) => {
    await transaction.insertInto("people").values({ id: person, name: person, created_at: 0 }).execute();
    const membership = { person, tenant: "enterprise", team: "", role } as const;
    await transaction.insertInto("memberships").values(membership).execute();
    const token = { kind: "personal", name: person, person, createdBy: `person:${person}` } as const;
    return createToken(transaction, { ...token, tenant: "enterprise" }, Date.now());
  });
  await database.close();
  return made.token;
}

async function addToken(data: string, role: Role, name: string): Promise<string> {
  const database = await openSqlite(join(data, "hub.sqlite"));
  const token = { kind: "service", name, tenant: "enterprise", role, createdBy: "test" } as const;
  const made = await database.write("enterprise", (transaction) =>
    createToken(transaction, token, Date.now()),
  );
  await database.close();
  return made.token;
}

async function openMachine(
  url: string,
  token: string,
  files: Readonly<Record<string, string>>,
): Promise<Machine> {
  const home = createFolder({ "repo/.git/HEAD": "ref: refs/heads/main\n", ...files });
  const cwd = join(home, "repo");
  const env = { SKILLWRIGHT_HOME: join(home, "state"), HOME: home, SKILLWRIGHT_HUB: url };
  const run: Machine["run"] = (words, input) =>
    skillwrightHere(words, { cwd, env, ...(input !== undefined && { input }) });
  expect(await run(["login", url, "--token-stdin"], token)).toMatchObject({ code: 0 });
  return {
    ...{ home, env, run },
    guard: (tool, input) =>
      skillwright(["guard", "--agent", "claude-code"], {
        ...{ cwd, env },
        input: JSON.stringify({
          ...{ session_id: "s1", transcript_path: "/t.jsonl", cwd },
          ...{ hook_event_name: "PreToolUse", tool_name: tool, tool_input: input, tool_use_id: "t1" },
        }),
      }),
    start: (words) => {
      const child = spawn(process.execPath, [bin, ...words], {
        ...{ cwd, env: { ...process.env, ...sharedCode, ...env }, stdio: "ignore" },
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      return child;
    },
    connect: async (options) => {
      const client = new Client({ name: "test", version: "0" }, options);
      const environment = { PATH: process.env.PATH ?? "", ...sharedCode, ...env };
      const args = [bin, "mcp", "--quiet"];
      await client.connect(
        new StdioClientTransport({
          ...{ command: process.execPath, args, stderr: "inherit", cwd, env: environment },
        }),
      );
      onTestFinished(() => client.close());
      return client;
    },
  };
}
