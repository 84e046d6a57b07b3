import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, expect, test } from "vitest";
import { agentSchemas } from "../agent-schemas.ts";
import type { Command } from "../command.ts";
import { parseInvocation } from "../parse-invocation.ts";
import { createTestIo, createTestMachine, removeTestMachines, type TestIoOptions } from "../test-io.ts";
import { runHookInstall, runHookUninstall } from "./guard-install.ts";
import { runHookStatus } from "./guard-status.ts";

afterAll(removeTestMachines);

const text = { type: "string", help: "" } as const;
const flag = { type: "boolean", help: "" } as const;
const command: Command = {
  name: "guard",
  summary: "",
  usage: "",
  flags: {
    agent: text,
    policy: text,
    lifetime: text,
    project: flag,
    user: flag,
    "dry-run": flag,
    json: flag,
  },
  examples: [],
  run: async () => 0,
};
const actions = { install: runHookInstall, uninstall: runHookUninstall, status: runHookStatus };

type Machine = { readonly folder: string; run(words: string, options?: TestIoOptions): Promise<Outcome> };
type Outcome = { readonly code: number; readonly out: string };

/** A machine on which the command is started by its path. */
function createMachine(files: Readonly<Record<string, string>> = {}): Machine {
  const { folder } = createTestMachine({ "bin/node": "", "lib/skillwright.mjs": "", ...files });
  chmodSync(`${folder}/bin/node`, 0o755);
  const place = {
    home: `${folder}/home`,
    configFolder: `${folder}/home/.config`,
    command: [`${folder}/bin/node`, `${folder}/lib/skillwright.mjs`],
    programs: [`${folder}/path`],
  };
  return {
    folder,
    run: async (words, options = {}) => {
      const [action = "", ...rest] = words.split(" ");
      const io = createTestIo({ cwd: `${folder}/repo`, ...options, place: { ...place, ...options.place } });
      const run = Object.entries(actions).find(([name]) => name === action)?.[1];
      if (run === undefined) throw new Error(`no action ${action}`);
      return { code: await run(parseInvocation(command, rest), io), out: io.written.out };
    },
  };
}

test("a hook for the user names the very program that runs, and is taken out without a trace", async () => {
  const { folder, run } = createMachine({ "home/.codex/config.toml": "" });
  const file = `${folder}/home/.codex/hooks.json`;
  expect(await run("install --agent codex")).toEqual({
    code: 0,
    out: `✓ Codex: the guard's hook is in ${file}, which is new.
  Codex skips hooks silently until they are trusted: start \`codex\`, enter \`/hooks\` and trust these.
  Limits: input to a running program and web search have no hook; one that takes too long lets the call pass.
`,
  });
  const hooks = JSON.parse(readFileSync(file, "utf8"));
  expect(hooks.hooks.SessionEnd[0].hooks[0].command).toBe(
    `${folder}/bin/node ${folder}/lib/skillwright.mjs guard --agent codex`,
  );
  expect(await run("install --agent codex")).toEqual({
    code: 0,
    out: `Codex: the guard's hook is there already in ${file}. Nothing was changed.\n`,
  });
  expect(await run("uninstall --agent codex")).toEqual({
    code: 0,
    out: `✓ Codex: the guard's hook is no longer in ${file}, which held nothing else and is gone.\n`,
  });
  expect(existsSync(file)).toBe(false);
  expect((await run("uninstall --agent codex")).out).toBe(
    `Codex: the guard has no hook in ${file}. Nothing was changed.\n`,
  );
});

test("a hook for a project goes by the name, and so does one for a user where the name stands for this program", async () => {
  const { folder, run } = createMachine();
  const commandIn = (file: string): string =>
    JSON.parse(readFileSync(`${folder}/${file}`, "utf8")).hooks.preToolUse[0].command;
  const first = await run("install --agent cursor --project --policy team.json --lifetime session");
  expect(first.out).toContain("It cannot be started by this name here yet");
  expect(commandIn("repo/.cursor/hooks.json")).toBe(
    "skillwright guard --agent cursor --policy team.json --lifetime session",
  );
  mkdirSync(`${folder}/path`);
  symlinkSync("../lib/skillwright.mjs", `${folder}/path/skillwright`);
  chmodSync(`${folder}/lib/skillwright.mjs`, 0o755);
  const second = await run("install --agent cursor --policy team.json");
  expect(second.out).not.toContain("cannot be started");
  expect(commandIn("home/.cursor/hooks.json")).toBe(
    `skillwright guard --agent cursor --policy ${folder}/repo/team.json`,
  );
});

test("another program of that name on PATH is not ours", async () => {
  const { folder, run } = createMachine({ "path/skillwright": "" });
  await run("install --agent copilot");
  expect(readFileSync(`${folder}/home/.copilot/hooks/skillwright.json`, "utf8")).toContain(
    "lib/skillwright.mjs guard",
  );
});

test("a dry run shows the lines and changes nothing", async () => {
  const { folder, run } = createMachine({ "home/.cursor/hooks.json": '{\n  "version": 1\n}\n' });
  const file = `${folder}/home/.cursor/hooks.json`;
  const { out } = await run("install --agent cursor --dry-run", { place: { programs: [] } });
  expect(out.split("\n").slice(0, 6)).toEqual([
    `Would change ${file}`,
    "@@ line 2 @@",
    '-   "version": 1',
    '+   "version": 1,',
    '+   "hooks": {',
    '+     "preToolUse": [',
  ]);
  expect(readFileSync(file, "utf8")).toBe('{\n  "version": 1\n}\n');
});

test("machine-readable output has the published shape", async () => {
  const { run } = createMachine();
  for (const words of [
    "install --agent codex --json",
    "install --agent codex --json",
    "uninstall --agent codex --json",
  ])
    agentSchemas["guard-install"]?.parse(JSON.parse((await run(words)).out));
  const { out } = await run("install --agent gemini-cli --json --dry-run");
  expect(JSON.parse(out)).toMatchObject({
    agent: "gemini-cli",
    scope: "user",
    dryRun: true,
    change: { effect: "created" },
  });
  agentSchemas["guard-status"]?.parse(JSON.parse((await run("status --json")).out));
});

test("the status tells of each agent and scope, and of what cannot work", async () => {
  const { folder, run } = createMachine({
    "home/.claude/settings.json": "{ broken",
    "home/.cursor/hooks.json":
      '{"version": 1, "hooks": {"preToolUse": [{"command": "skillwright guard --agent cursor"}]}}',
  });
  await run("install --agent codex");
  await run("install --agent copilot --project");
  expect(await run("status")).toEqual({
    code: 1,
    out: `Claude Code         user     cannot be read
  ${folder}/home/.claude/settings.json
  ${folder}/home/.claude/settings.json, line 1: this is not valid JSON (InvalidSymbol); correct it first. Nothing was changed.
Claude Code         project  not installed
Codex               user     installed
  ${folder}/home/.codex/hooks.json
  ${folder}/bin/node ${folder}/lib/skillwright.mjs guard --agent codex
Codex               project  not installed
Gemini CLI          user     not installed
Gemini CLI          project  not installed
Cursor              user     not as it should be
  ${folder}/home/.cursor/hooks.json
  skillwright guard --agent cursor
  This program is not there, so it cannot be started.
  Install it again, which puts it right.
Cursor              project  not installed
GitHub Copilot CLI  user     not installed
GitHub Copilot CLI  project  installed
  ${folder}/repo/.github/hooks/skillwright.json
  skillwright guard --agent copilot
  This program is not there, so it cannot be started.
`,
  });
  expect((await run("status --agent codex --user")).code).toBe(0);
});

test("what a shell would obey in the path of a program is quoted", async () => {
  const { folder, run } = createMachine();
  const program = `${folder}/it's $(here)/node`;
  mkdirSync(dirname(program));
  writeFileSync(program, "");
  await run("install --agent codex", { place: { command: [program, `${folder}/lib/skillwright.mjs`] } });
  expect((await run("status --agent codex --user")).code).toBe(0);
});

test("on Windows the name is written, without the shell of Unix", async () => {
  const { folder, run } = createMachine();
  const { out } = await run("install --agent codex", { place: { platform: "win32" } });
  expect(out).toContain("On Windows, a guard that cannot be started may let calls pass.");
  expect(readFileSync(`${folder}/home/.codex/hooks.json`, "utf8")).not.toContain("sh -c");
});

test.each([
  ["install", "say whose settings with --agent: claude-code, codex, gemini-cli, cursor, copilot."],
  ["install --agent codex --user --project", "--project and --user exclude each other."],
  ["install --agent codex --lifetime day", "--lifetime is turn or session."],
  ["install --agent codex --policy=", "--policy wants a file."],
])("%s is a mistake in the call", async (words, message) => {
  await expect(createMachine().run(words)).rejects.toThrow(message);
});

test("an agent that nobody knows is refused with a guess", async () => {
  await expect(createMachine().run("install --agent claude-cod")).rejects.toMatchObject({
    code: "client-unknown",
    details: { name: "claude-cod", hint: " Did you mean claude-code?" },
  });
  await expect(createMachine().run("install --agent zed")).rejects.toMatchObject({
    details: { hint: " There are: claude-code, codex, gemini-cli, cursor, copilot." },
  });
});
