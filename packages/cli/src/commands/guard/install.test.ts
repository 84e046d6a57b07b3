import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Command } from "../../command.ts";
import { parseInvocation } from "../../parse-invocation.ts";
import { agentSchemas } from "../../schemas/agents.ts";
import { createTestIo, createTestMachine, removeTestMachines, type TestIoOptions } from "../../test-io.ts";
import { runHookInstall, runHookStatus, runHookUninstall } from "./install.ts";

afterAll(removeTestMachines);

const text = { type: "string", help: "" } as const;
const flag = { type: "boolean", help: "" } as const;
const command: Command = {
  name: "guard",
  usage: "",
  flags: {
    agent: text,
    policy: text,
    lifetime: text,
    mode: text,
    yes: flag,
    "no-policy": flag,
    project: flag,
    user: flag,
    "dry-run": flag,
    json: flag,
  },
  examples: [],
  run: async () => 0,
};
const actions = { install: runHookInstall, uninstall: runHookUninstall, status: runHookStatus };

/** A policy without restrictions. */
const policy = '{"version": 1}';

type Machine = {
  readonly folder: string;
  run(words: string | readonly string[], options?: TestIoOptions): Promise<Outcome>;
};
type Outcome = { readonly code: number; readonly out: string };

/** A machine on which the command is started by its path. */
function createMachine(files: Readonly<Record<string, string>> = {}): Machine {
  const { folder } = createTestMachine({ "bin/node": "", "lib/skillwright.mjs": "", ...files });
  chmodSync(`${folder}/bin/node`, 0o755);
  const place = {
    home: `${folder}/home`,
    configFolder: `${folder}/home/.config`,
    systemFolder: `${folder}/system`,
    dataFolder: `${folder}/data`,
    command: [`${folder}/bin/node`, `${folder}/lib/skillwright.mjs`],
    programs: [`${folder}/path`],
  };
  return {
    folder,
    run: async (words, options = {}) => {
      const [action = "", ...rest] = typeof words === "string" ? words.split(" ") : words;
      const io = createTestIo({ cwd: `${folder}/repo`, ...options, place: { ...place, ...options.place } });
      const run = Object.entries(actions).find(([name]) => name === action)?.[1];
      if (run === undefined) throw new Error(`no action ${action}`);
      return { code: await run(parseInvocation(command, rest), io), out: io.written.out };
    },
  };
}

/** The beginning of a user's hook. */
const pinned = (folder: string): string =>
  `/usr/bin/env -i HOME=${folder}/home PATH=/usr/bin:/bin SKILLWRIGHT_HOME=${folder}/data`;

test("a user hook names the running program, and is removed without a trace", async () => {
  const { folder, run } = createMachine({ "home/.codex/config.toml": "" });
  const file = `${folder}/home/.codex/hooks.json`;
  expect(await run("install --agent codex --no-policy")).toEqual({
    code: 0,
    out: `✓ Codex: installed the guard hook in ${file} (created).
  Codex skips hooks silently until they are trusted: start \`codex\`, enter \`/hooks\` and trust these.
  Limits: input to a running program and web search trigger no hook; if the hook times out, the call runs.
`,
  });
  const hooks = JSON.parse(readFileSync(file, "utf8"));
  expect(hooks.hooks.SessionEnd[0].hooks[0].command).toBe(
    `${pinned(folder)} ${folder}/bin/node ${folder}/lib/skillwright.mjs guard --agent codex`,
  );
  expect(await run("install --agent codex --no-policy")).toEqual({
    code: 0,
    out: `Codex: the guard hook is already installed in ${file}. Nothing was changed.\n`,
  });
  expect(await run("uninstall --agent codex")).toEqual({
    code: 0,
    out: `✓ Codex: removed the guard hook in ${file} (deleted, because nothing else was in it).\n`,
  });
  expect(existsSync(file)).toBe(false);
  expect(readdirSync(`${folder}/home/.codex`)).toEqual(["config.toml"]);
  expect((await run("uninstall --agent codex")).out).toBe(
    `Codex: the guard hook is not installed in ${file}. Nothing was changed.\n`,
  );
});

test("a hook for a project uses the name, and one for a user the path found on PATH", async () => {
  const { folder, run } = createMachine({ "repo/rules/team.json": policy });
  const commandIn = (file: string): string =>
    JSON.parse(readFileSync(`${folder}/${file}`, "utf8")).hooks.sessionEnd[0].command;
  const first = await run("install --agent cursor --project --policy rules/team.json --lifetime session");
  expect(first.out).toContain("skillwright is not on PATH, so it cannot be started.");
  expect(commandIn("repo/.cursor/hooks.json")).toBe(
    "skillwright guard --agent cursor --policy ./rules/team.json --lifetime session",
  );
  mkdirSync(`${folder}/path`);
  symlinkSync("../lib/skillwright.mjs", `${folder}/path/skillwright`);
  chmodSync(`${folder}/lib/skillwright.mjs`, 0o755);
  const second = await run("install --agent cursor --policy rules/team.json");
  expect(second.out).not.toContain("cannot be started");
  expect(commandIn("home/.cursor/hooks.json")).toBe(
    `${pinned(folder)} ${folder}/bin/node ${folder}/path/skillwright guard --agent cursor --policy ${folder}/repo/rules/team.json`,
  );
});

test("started by npx, a hook uses this program's path, since npx's PATH entry is temporary", async () => {
  const { folder, run } = createMachine();
  mkdirSync(`${folder}/repo/node_modules/.bin`, { recursive: true });
  symlinkSync("../../../lib/skillwright.mjs", `${folder}/repo/node_modules/.bin/skillwright`);
  chmodSync(`${folder}/lib/skillwright.mjs`, 0o755);
  const place = { programs: [`${folder}/repo/node_modules/.bin`, `${folder}/path`] };
  await run("install --agent copilot", { place });
  expect(readFileSync(`${folder}/home/.copilot/hooks/skillwright.json`, "utf8")).toContain(
    `"${pinned(folder)} ${folder}/bin/node ${folder}/lib/skillwright.mjs guard --agent copilot"`,
  );
  expect((await run("status --agent copilot", { place })).code).toBe(0);
  await run("install --agent copilot --project", { place });
  const { code, out } = await run("status --agent copilot --project", { place });
  expect(code).toBe(1);
  expect(out).toContain(`skillwright is only in ${folder}/repo/node_modules/.bin`);
});

test("paths of a project use each agent's name for its folder", async () => {
  const { folder, run } = createMachine({ "repo/team policy.json": policy, "path/skillwright": "" });
  chmodSync(`${folder}/path/skillwright`, 0o755);
  const written = async (agent: string, file: string): Promise<string> => {
    await run(["install", "--agent", agent, "--project", "--policy", "team policy.json"]);
    return JSON.parse(readFileSync(`${folder}/repo/${file}`, "utf8")).hooks;
  };
  expect(JSON.stringify(await written("claude-code", ".claude/settings.json"))).toContain(
    JSON.stringify(`--policy "$CLAUDE_PROJECT_DIR"/'team policy.json'`).slice(1, -1),
  );
  expect(JSON.stringify(await written("gemini-cli", ".gemini/settings.json"))).toContain(
    "--policy $GEMINI_PROJECT_DIR/'team policy.json'",
  );
  expect(JSON.stringify(await written("copilot", ".github/hooks/skillwright.json"))).toContain(
    "--policy ./'team policy.json'",
  );
  for (const agent of ["claude-code", "gemini-cli", "copilot"])
    expect(await run(`status --agent ${agent} --project`)).toMatchObject({ code: 0 });
  rmSync(`${folder}/repo/team policy.json`);
  for (const agent of ["claude-code", "gemini-cli", "copilot"])
    expect(await run(`status --agent ${agent} --project`)).toMatchObject({
      code: 1,
      out: expect.stringContaining(`--policy names ${folder}/repo/team policy.json, which does not exist.`),
    });
});

test("a path that a project's settings cannot share is refused, and nothing is written", async () => {
  const { folder, run } = createMachine({ "home/mine.json": policy, "repo/team.json": policy });
  await expect(run(`install --agent cursor --project --policy ${folder}/home/mine.json`)).rejects.toThrow(
    `--policy: ${folder}/home/mine.json is outside the project; shared settings can only name paths inside it.`,
  );
  await expect(run("install --agent codex --project --policy team.json")).rejects.toThrow(
    "Codex cannot express a path relative to the project, so --policy cannot be combined with --project.",
  );
  expect(readdirSync(`${folder}/repo`)).toEqual(["team.json"]);
});

test("a missing or unreadable policy is refused before anything is written", async () => {
  const { folder, run } = createMachine({ "repo/bad.json": '{"version": 1, "deny": 5}', "repo/dir/x": "" });
  await expect(run("install --agent codex --policy nope.json")).rejects.toThrow(
    `--policy: no such file or directory: ${folder}/repo/nope.json`,
  );
  await expect(run("install --agent codex --policy dir")).rejects.toThrow(
    `--policy: ${folder}/repo/dir is not a file.`,
  );
  await expect(run("install --agent codex --policy bad.json")).rejects.toMatchObject({
    code: "config-invalid",
  });
  expect(readdirSync(`${folder}/home`)).toEqual([]);
});

test("a policy that is removed later shows in the status", async () => {
  const { folder, run } = createMachine({ "repo/team.json": policy });
  await run("install --agent cursor --policy team.json");
  expect((await run("status --agent cursor --user")).code).toBe(0);
  rmSync(`${folder}/repo/team.json`);
  const { code, out } = await run("status --agent cursor --user --json");
  expect([code, JSON.parse(out).settings[0]]).toMatchObject([
    1,
    {
      state: "installed",
      program: "found",
      problem: `--policy names ${folder}/repo/team.json, which does not exist.`,
    },
  ]);
});

test("only hooks that Codex trusts count as installed", async () => {
  const { folder, run } = createMachine({ "path/skillwright": "" });
  chmodSync(`${folder}/path/skillwright`, 0o755);
  await run("install --agent codex --project");
  const state = async (): Promise<string> =>
    JSON.parse((await run("status --agent codex --project --json")).out).settings[0].state;
  expect(await state()).toBe("untrusted");
  const hooks = {
    pre_tool_use: "39129c0273c1e271aa67bfe15c95f1258fc5a1679b31dd4cd271eb8bebcccf55",
    user_prompt_submit: "160b83a4e54fb226cb26bd7a5c3c969661f0b7f0291afd5cc8a8c2caefac1d9c",
    session_end: "00c3f48a993f6e81285505bb2f6d0e762bc817a77839872140f1d7b55f371b77",
  };
  const trusted = Object.entries(hooks).map(
    ([event, digest]) =>
      `[hooks.state."${folder}/repo/.codex/hooks.json:${event}:0:0"]\ntrusted_hash = "sha256:${digest}"\n`,
  );
  mkdirSync(`${folder}/home/.codex`);
  writeFileSync(`${folder}/home/.codex/config.toml`, trusted.join("\n"));
  expect(await state()).toBe("untrusted");
  const project = `[projects."${folder}/repo"]\ntrust_level = "trusted"\n`;
  writeFileSync(`${folder}/home/.codex/config.toml`, project + trusted.join("\n"));
  expect(await state()).toBe("installed");
});

test("disabled hooks are detected in every file the agent reads", async () => {
  const { folder, run } = createMachine({
    "home/.gemini/settings.json": '{"hooksConfig": {"enabled": false}}',
    "repo/.claude/settings.local.json": '{"disableAllHooks": true}',
  });
  expect((await run("install --agent gemini-cli")).out).toContain("These settings disable all hooks");
  expect((await run("install --agent claude-code")).out).not.toContain("disable all hooks");
  const { code, out } = await run("status --agent claude-code --user");
  expect(code).toBe(1);
  expect(out).toContain("installed, but hooks are disabled\n");
  expect(out).toContain(`Disabled in ${folder}/repo/.claude/settings.local.json.`);
});

test("without a home folder nothing is written for the user", async () => {
  for (const home of ["", "relative"])
    await expect(createMachine().run("install --agent cursor", { place: { home } })).rejects.toMatchObject({
      code: "file-unreadable",
      details: { path: "HOME" },
    });
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
  const { out } = await run("install --agent cursor --dry-run --no-policy", { place: { programs: [] } });
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

test("the status covers each agent and scope, and what cannot work", async () => {
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
  ${folder}/home/.claude/settings.json, line 1: this is not valid JSON (InvalidSymbol); fix it first. Nothing was changed.
Claude Code         project  not installed
Codex               user     installed, but not trusted, so the agent skips it
  ${folder}/home/.codex/hooks.json
  ${pinned(folder)} ${folder}/bin/node ${folder}/lib/skillwright.mjs guard --agent codex
  Codex skips hooks silently until they are trusted: start \`codex\`, enter \`/hooks\` and trust these.
Codex               project  not installed
Gemini CLI          user     not installed
Gemini CLI          project  not installed
Cursor              user     needs an update
  ${folder}/home/.cursor/hooks.json
  skillwright guard --agent cursor
  skillwright is not on PATH, so it cannot be started.
  Run \`skillwright guard install\` again to update it.
Cursor              project  not installed
GitHub Copilot CLI  user     not installed
GitHub Copilot CLI  project  installed, mode restrict
  ${folder}/repo/.github/hooks/skillwright.json
  skillwright guard --agent copilot
  skillwright is not on PATH, so it cannot be started.
Qwen Code           user     not installed
Qwen Code           project  not installed
opencode            user     not installed
opencode            project  not installed
Policies: none
Protection: agents cannot change their settings, the guard, policies, log and state
Limits: 5 seconds of processor time, 8 seconds in all; then the call is refused
`,
  });
  await run("install --agent gemini-cli");
  expect((await run("status --agent gemini-cli --user")).code).toBe(0);
});

test("shell syntax in the path of a program is quoted", async () => {
  const { folder, run } = createMachine();
  const program = `${folder}/it's $(here)/node`;
  mkdirSync(dirname(program));
  writeFileSync(program, "");
  await run("install --agent copilot", { place: { command: [program, `${folder}/lib/skillwright.mjs`] } });
  expect((await run("status --agent copilot --user")).code).toBe(0);
});

test("variables that agents keep their folders by stay as they were at installation", async () => {
  const { folder, run } = createMachine();
  const environment = { CLAUDE_CONFIG_DIR: `${folder}/claude`, USER: "ada", NODE_OPTIONS: "--require x" };
  await run("install --agent claude-code", { environment });
  const { hooks } = JSON.parse(readFileSync(`${folder}/claude/settings.json`, "utf8"));
  expect(hooks.SessionEnd[0].hooks[0].command).toBe(
    `${pinned(folder)} USER=ada CLAUDE_CONFIG_DIR=${folder}/claude CLAUDE_PROJECT_DIR="$CLAUDE_PROJECT_DIR" ${folder}/bin/node ${folder}/lib/skillwright.mjs guard --agent claude-code`,
  );
  expect((await run("status --agent claude-code --user", { environment })).code).toBe(0);
});

test("a hook of an earlier release needs an update, and install replaces it", async () => {
  const line = (folder: string): string =>
    `${folder}/bin/node ${folder}/lib/skillwright.mjs guard --agent codex`;
  const old = " || sh -c 'echo blocked by skillwright guard. If it gave no reason >&2; exit 2'";
  const { folder, run } = createMachine();
  await run("install --agent codex");
  const file = `${folder}/home/.codex/hooks.json`;
  const now = readFileSync(file, "utf8");
  const { hooks } = JSON.parse(now);
  for (const [event, end] of [
    ["PreToolUse", old],
    ["UserPromptSubmit", ""],
    ["SessionEnd", ""],
  ] as const)
    hooks[event][0].hooks[0].command = line(folder) + end;
  writeFileSync(file, JSON.stringify({ hooks }));
  const { code, out } = await run("status --agent codex --user");
  expect([code, out]).toEqual([1, expect.stringContaining("needs an update")]);
  await run("install --agent codex");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(now));
});

test("a user's hook without its own environment needs an update", async () => {
  const { folder, run } = createMachine();
  await run("install --agent copilot");
  const file = `${folder}/home/.copilot/hooks/skillwright.json`;
  const open = readFileSync(file, "utf8")
    .replaceAll(`${pinned(folder)} `, "")
    .replaceAll("/bin/sh -c", "sh -c");
  writeFileSync(file, open);
  expect((await run("status --agent copilot --user")).out).toContain("needs an update");
});

test("the status tells when the hook keeps its data elsewhere", async () => {
  const { folder, run } = createMachine();
  await run("install --agent copilot");
  const { code, out } = await run("status --agent copilot --user", { place: { dataFolder: "/elsewhere" } });
  expect([code, out]).toEqual([
    1,
    expect.stringContaining(`It keeps its policy and log in ${folder}/data, not in /elsewhere.`),
  ]);
});

test("on Windows the name is written, without the shell of Unix", async () => {
  const { folder, run } = createMachine();
  const { out } = await run("install --agent codex", { place: { platform: "win32" } });
  expect(out).toContain("On Windows, calls may run if the guard cannot be started.");
  expect(readFileSync(`${folder}/home/.codex/hooks.json`, "utf8")).not.toContain("sh -c");
});

test("the status shows the mode, the policies and what they lift", async () => {
  const { folder, run } = createMachine({ "data/policy.json": '{"version": 1, "protect": false}' });
  await run("install --agent gemini-cli --mode advisory");
  const { out } = await run("status --agent gemini-cli --user");
  expect(out).toContain("Gemini CLI  user     installed, mode advisory\n");
  expect(out).toContain(`Policies: ${folder}/data/policy.json\nProtection: off, by a policy\n`);
  expect(JSON.parse((await run("status --json --agent gemini-cli --user")).out).settings[0].mode).toBe(
    "advisory",
  );
  await run("install --agent gemini-cli --mode restrict");
  expect((await run("status --agent gemini-cli --user")).out).toContain("installed, mode restrict\n");
  writeFileSync(`${folder}/data/policy.json`, "{");
  expect((await run("status --agent gemini-cli --user")).out).toContain("Every call is refused: ");
});

test.each([
  ["install --agent codex --mode loose", "--mode must be restrict or advisory; found 'loose'."],
  ["install --agent codex --yes --no-policy", "--yes and --no-policy cannot be combined."],
  ["install", "--agent is required: claude-code, codex, gemini-cli, cursor, copilot, qwen-code, opencode."],
  ["install --agent codex --user --project", "--project and --user cannot be combined."],
  ["install --agent codex --lifetime day", "--lifetime must be turn or session."],
  ["install --agent codex --policy=", "--policy requires a file."],
])("%s is a mistake in the call", async (words, message) => {
  await expect(createMachine().run(words)).rejects.toThrow(message);
});

test("an unknown agent is refused with a suggestion", async () => {
  await expect(createMachine().run("install --agent claude-cod")).rejects.toMatchObject({
    code: "client-unknown",
    details: { name: "claude-cod", hint: " Did you mean claude-code?" },
  });
  await expect(createMachine().run("install --agent zed")).rejects.toMatchObject({
    details: { hint: " Known agents: claude-code, codex, gemini-cli, cursor, copilot, qwen-code, opencode." },
  });
});

test.each([
  [["install", "cursor"], "guard install takes no arguments; did you mean --agent cursor?"],
  [["status", "--policy", "x"], "--policy applies to guard install, not to guard status."],
  [["status", "--dry-run"], "--dry-run applies to guard install, not to guard status."],
  [["uninstall", "--agent", "codex", "--lifetime", "turn"], "--lifetime applies to guard install, not"],
])("guard %j suggests what was meant", async (words, message) => {
  const { code, err } = await createTestMachine({}).run(["guard", ...words]);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

test("an additional skill folder becomes part of the hook", async () => {
  const { folder, run } = createTestMachine({ "repo/team skills/a": "" });
  const words = ["guard", "install", "--agent", "copilot", "--root", "team skills"];
  expect(await run(words)).toMatchObject({ code: 0 });
  expect(readFileSync(`${folder}/home/.copilot/hooks/skillwright.json`, "utf8")).toContain(
    `guard --agent copilot --root '${folder}/repo/team skills'"`,
  );
  expect(await run([...words, "--project"])).toMatchObject({ code: 0 });
  expect(readFileSync(`${folder}/repo/.github/hooks/skillwright.json`, "utf8")).toContain(
    `skillwright guard --agent copilot --root ./'team skills'"`,
  );
  expect(await run(["guard", "install", "--agent", "copilot", "--root", "nope"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("--root: no such file or directory: "),
  });
});

test("the plugin for opencode is written, recognized and removed", async () => {
  const { folder, run } = createMachine();
  const path = `${folder}/home/.config/opencode/plugins/skillwright.js`;
  expect((await run("status --agent opencode --user")).out).toContain("not installed");
  await run("install --agent opencode");
  const text = readFileSync(path, "utf8");
  expect(text).toContain(`SKILLWRIGHT_HOME=${folder}/`);
  expect((await run("status --agent opencode --user --json")).code).toBe(0);
  expect((await run("install --agent opencode")).out).toContain("already installed");
  writeFileSync(path, `${text}\nexport const More = 1;\n`);
  expect(JSON.parse((await run("status --agent opencode --user --json")).out).settings[0].state).toBe(
    "different",
  );
  await run("install --agent opencode --lifetime session");
  expect(readFileSync(path, "utf8")).toContain("--lifetime session");
  await run("uninstall --agent opencode");
  expect(existsSync(path)).toBe(false);
});

test("a foreign plugin under our name is neither replaced nor removed", async () => {
  const foreign = "export const Mine = async () => ({});\n";
  const { folder, run } = createMachine({ "repo/.opencode/plugins/skillwright.js": foreign });
  await expect(run("install --agent opencode --project")).rejects.toMatchObject({
    code: "settings-unusable",
  });
  await run("uninstall --agent opencode --project");
  expect(readFileSync(`${folder}/repo/.opencode/plugins/skillwright.js`, "utf8")).toBe(foreign);
});
