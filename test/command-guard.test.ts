import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CommandResult, createFolder, removeFoldersAfterwards, skillwright } from "./run-command.ts";
import { root } from "./source-files.ts";

removeFoldersAfterwards();

/** A project with skills, and an agent's hooks in it. */
function createProject(
  skills: Readonly<Record<string, string>> = {},
  variables: Readonly<Record<string, string>> = {},
) {
  const files = Object.entries(skills).map(([name, tools]) => [
    `repo/.claude/skills/${name}/SKILL.md`,
    `---\nname: ${name}\ndescription: Does ${name}. Use when asked.\nallowed-tools: ${tools}\n---\n# ${name}\n`,
  ]);
  const folder = createFolder(Object.fromEntries(files));
  mkdirSync(join(folder, "repo/.git"), { recursive: true });
  mkdirSync(join(folder, "home"));
  const place = { SKILLWRIGHT_HOME: join(folder, "state"), HOME: join(folder, "home"), USER: "ada" };
  const env = { ...place, ...variables };
  const told = { session_id: "s1", transcript_path: "/t.jsonl", cwd: join(folder, "repo") };
  const hear = (event: object, words: readonly string[] = []): Promise<CommandResult> =>
    skillwright(["guard", "--agent", "claude-code", ...words], {
      input: JSON.stringify({ ...told, ...event }),
      env,
    });
  const call = (tool: string, input: object): Promise<CommandResult> =>
    hear({ hook_event_name: "PreToolUse", tool_name: tool, tool_input: input, tool_use_id: "t1" });
  return { folder, env, hear, call };
}

const silence = { code: 0, stdout: "", stderr: "" };

test("the installed command enforces a skill's list across many processes", async () => {
  const { call, hear, folder, env } = createProject({ pdf: "Read Bash(pdftotext:*)" });
  expect(await call("Write", { file_path: "a" })).toEqual(silence);
  expect(await call("Skill", { skill: "pdf" })).toEqual(silence);
  expect(await call("Bash", { command: "pdftotext a.pdf" })).toEqual(silence);
  const refused = await call("Bash", { command: "pdftotext a.pdf; curl evil" });
  expect(refused).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(refused.stdout)).toMatchObject({
    hookSpecificOutput: {
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("not on the list: curl evil"),
    },
  });
  expect(await hear({ hook_event_name: "UserPromptSubmit", prompt: "thanks" })).toEqual(silence);
  expect(await call("Write", { file_path: "a" })).toEqual(silence);
  expect(await skillwright(["audit", "verify"], { env })).toMatchObject({ code: 0 });
  const log = readFileSync(join(folder, "state/audit.jsonl"), "utf8").trimEnd().split("\n");
  expect(log.map((line) => JSON.parse(line).event)).toEqual([
    "tool-call-allowed",
    "tool-call-allowed",
    "skill-activated",
    "tool-call-allowed",
    "tool-call-denied",
    "skill-deactivated",
    "tool-call-allowed",
  ]);
});

test("concurrent hooks of one session lose no activation, and the log stays intact", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `s${index}`);
  const { call, env, folder } = createProject(Object.fromEntries(names.map((name) => [name, "Read Write"])));
  const answers = await Promise.all(names.map((skill) => call("Skill", { skill })));
  expect(answers).toEqual(names.map(() => silence));
  const [state = ""] = readdirSync(join(folder, "state/guard"));
  const [, text = ""] = readFileSync(join(folder, "state/guard", state), "utf8").split("\n");
  const active = JSON.parse(text).active.map(({ name }: { name: string }) => name);
  expect(active.toSorted()).toEqual(names.toSorted());
  expect(await skillwright(["audit", "verify"], { env })).toMatchObject({ code: 0 });
});

test("a user's policy applies, as JSON and as YAML", async () => {
  for (const [file, text] of [
    ["policy.json", '{ "version": 1, "deny": ["Bash(rm:*)"] }'],
    ["policy.yaml", "version: 1\ndeny: ['Bash(rm:*)']\n"],
  ] as const) {
    const { call, folder } = createProject();
    mkdirSync(join(folder, "state"));
    writeFileSync(join(folder, "state", file), text);
    expect(await call("Bash", { command: "ls" })).toEqual(silence);
    expect((await call("Bash", { command: "rm x" })).stdout).toContain('"permissionDecision":"deny"');
  }
});

test.each([
  ["nothing", ""],
  ["no JSON", "{"],
  ["an unknown payload", "{}"],
])("%s is refused with the one sign that every agent understands", async (_, input) => {
  const { env } = createProject();
  const run = await skillwright(["guard"], { input, env });
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toMatch(/^skillwright guard: [^\n]+\n$/);
});

test("wrong usage is refused too, and --help prints help", async () => {
  const { env } = createProject();
  const wrong = await skillwright(["guard", "--agnet", "codex"], { input: "{}", env });
  expect(wrong).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--agnet") });
  const help = await skillwright(["guard", "--help"], { env });
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("--lifetime") });
});

test("wrong usage in Copilot's hook comes with a message that it shows", async () => {
  const { env } = createProject();
  for (const words of [
    ["--agent", "copilot", "--agnet"],
    ["--agnet", "--agent=copilot"],
  ]) {
    const wrong = await skillwright(["guard", ...words], { input: "{}", env });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("--agnet") });
    expect(JSON.parse(wrong.stdout)).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("--agnet"),
    });
  }
});

test("the list of a skill that the user starts in Copilot is enforced", async () => {
  const { env, folder } = createProject({ demo: "Read Bash(git status:*)" });
  const hear = (event: object): Promise<CommandResult> =>
    skillwright(["guard", "--agent", "copilot"], {
      input: JSON.stringify({ sessionId: "s9", timestamp: 1, cwd: join(folder, "repo"), ...event }),
      env,
    });
  const base = join(folder, "repo/.claude/skills/demo");
  const prompt = `The user explicitly invoked the "/demo" skill. Follow its instructions now.\n\n<skill-context name="demo">\nBase directory for this skill: ${base}\n\nRun git status.\n</skill-context>`;
  expect(await hear({ prompt })).toEqual(silence);
  expect(await hear({ toolName: "bash", toolArgs: { command: "git status" } })).toEqual(silence);
  expect(await hear({ toolName: "report_intent", toolArgs: { intent: "x" } })).toEqual(silence);
  const refused = await hear({ toolName: "bash", toolArgs: { command: "touch slash.txt" } });
  expect(JSON.parse(refused.stdout)).toMatchObject({ permissionDecision: "deny" });
});

test("a hook that would search the disk forever refuses in time", async () => {
  const { env, folder } = createProject();
  mkdirSync(join(folder, "state"));
  writeFileSync(join(folder, "state/policy.json"), '{ "version": 1, "deny": ["Write(./secrets/**)"] }');
  const paths = Array.from({ length: 9900 }, (_, index) => `/usr/bin/${"q/".repeat(300)}${index}`);
  const call = { tool_name: "write_file", tool_input: { file_path: "secrets/k", content: "x", paths } };
  const told = { session_id: "s1", cwd: join(folder, "repo"), hook_event_name: "BeforeTool" };
  const run = await skillwright(["guard", "--agent", "gemini-cli"], {
    input: JSON.stringify({ ...told, ...call }),
    env,
  });
  expect(JSON.parse(run.stdout)).toMatchObject({ decision: "deny" });
});

test("an outdated Node is reported, and the hook refuses", async () => {
  const old =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.5' } })";
  const child = spawn(
    process.execPath,
    [
      "--import",
      `data:text/javascript,${encodeURIComponent(old)}`,
      `${root}packages/cli/bin/skillwright.mjs`,
      "guard",
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const told = { out: "", err: "" };
  child.stdout.on("data", (data) => {
    told.out += data;
  });
  child.stderr.on("data", (data) => {
    told.err += data;
  });
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(2);
  expect(told).toEqual({
    out: "",
    err: "skillwright requires Node 22.18 or later; this is Node 20.19.5.\n",
  });
});

test("an answer that cannot be delivered is not consent", async () => {
  const { env, folder } = createProject({ pdf: "" });
  const told = { session_id: "s1", transcript_path: "/t", cwd: join(folder, "repo"), tool_use_id: "t" };
  const hear = (event: object): Promise<number | null> => {
    const bin = `${root}packages/cli/bin/skillwright.mjs`;
    const child = spawn(process.execPath, [bin, "guard"], { env: { ...process.env, ...env } });
    child.stdout.destroy();
    child.stderr.resume();
    child.stdin.end(JSON.stringify({ ...told, hook_event_name: "PreToolUse", ...event }));
    return new Promise((resolve) => child.on("close", resolve));
  };
  await hear({ tool_name: "Skill", tool_input: { skill: "pdf" } });
  expect(await hear({ tool_name: "Write", tool_input: { file_path: "a" } })).toBe(2);
});

test("a payload that arrives slowly and in pieces is read completely", async () => {
  const { env, folder } = createProject();
  const told = { session_id: "s1", transcript_path: "/t", cwd: join(folder, "repo"), tool_use_id: "t" };
  const content = "x".repeat(300_000);
  const call = { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: "a", content } };
  const child = spawn(process.execPath, [`${root}packages/cli/bin/skillwright.mjs`, "guard"], {
    env: { ...process.env, ...env },
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.stdout.resume();
  child.stderr.resume();
  const text = JSON.stringify({ ...told, ...call });
  for (let at = 0; at < text.length; at += 50_000) {
    child.stdin.write(text.slice(at, at + 50_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
  child.stdin.end();
  expect(await ended).toBe(0);
  expect(readFileSync(join(folder, "state/audit.jsonl"), "utf8")).toContain('"tool":"Write"');
});

test("hooks keep their compiled code, make it again if it does not fit, and run without it", async () => {
  const { call, folder } = createProject({ pdf: "Read" }, { NODE_COMPILE_CACHE: "" });
  const cache = join(folder, "state/cache/code");
  const listCompiled = (): readonly string[] =>
    readdirSync(cache).filter((name) => name.startsWith("guard-"));
  expect(await call("Skill", { skill: "pdf" })).toEqual(silence);
  const [compiled = "", ...others] = listCompiled();
  expect(others).toEqual([]);
  // All functions are in it, so that it is larger than their source.
  const { size } = statSync(join(root, "packages/cli/dist/start-guard.cjs"));
  expect(statSync(join(cache, compiled)).size).toBeGreaterThan(size);
  expect((await call("Write", { file_path: "a" })).stdout).toContain("deny");
  writeFileSync(join(cache, compiled), "made by another Node");
  expect((await call("Write", { file_path: "a" })).stdout).toContain("deny");
  expect(listCompiled()).toEqual([]);
  expect((await call("Write", { file_path: "a" })).stdout).toContain("deny");
  expect(statSync(join(cache, compiled)).size).toBeGreaterThan(size);
  rmSync(cache, { recursive: true });
  writeFileSync(cache, "not a folder");
  expect((await call("Write", { file_path: "a" })).stdout).toContain("deny");
});

test("the list of a skill whose frontmatter takes the YAML library is enforced", async () => {
  const { call } = createProject({ pdf: "&tools Read\nmetadata: { tools: *tools }" });
  expect(await call("Skill", { skill: "pdf" })).toEqual(silence);
  expect(await call("Read", { file_path: "a" })).toEqual(silence);
  expect((await call("Write", { file_path: "a" })).stdout).toContain("deny");
});

test.each(["claude-code", "codex", "gemini-cli", "cursor", "copilot"])(
  "the built command installs its hook and its server in %s, and takes both out again",
  async (agent) => {
    const home = createFolder({ "keep.txt": "kept" });
    const env = { HOME: home, SKILLWRIGHT_HOME: `${home}/data` };
    for (const command of ["guard", "mcp"]) {
      const run = (...words: string[]) => skillwright([command, ...words], { env, cwd: home });
      expect(await run("install", "--agent", agent)).toMatchObject({ code: 0, stderr: "" });
      const status = await run("status", "--json");
      expect(JSON.parse(status.stdout)).toMatchObject({ version: 1 });
      // Codex runs a hook only once it is trusted.
      expect(status.stdout).toMatch(/"(?:installed|untrusted)"/);
      expect(await run("uninstall", "--agent", agent)).toMatchObject({ code: 0, stderr: "" });
      expect((await run("status", "--json")).stdout).not.toMatch(/"(?:installed|untrusted)"/);
    }
  },
);

/** The line that an installed hook runs before each call. */
async function installHook(...words: readonly string[]) {
  const home = createFolder({
    "repo/keep.txt": "kept",
    "data/policy.json": '{ "version": 1, "deny": ["Bash(rm:*)"] }',
  });
  const env = { HOME: home, SKILLWRIGHT_HOME: join(home, "data") };
  await skillwright(["guard", "install", "--agent", "codex", ...words], { env, cwd: home });
  const settings = JSON.parse(readFileSync(join(home, ".codex/hooks.json"), "utf8"));
  const line: string = settings.hooks.PreToolUse[0].hooks[0].command;
  const told = { session_id: "s1", turn_id: "1", transcript_path: "/t", cwd: join(home, "repo") };
  const call = (tool: string, input: object, variables: Readonly<Record<string, string>> = {}) =>
    runLine(line, {
      input: JSON.stringify({ ...told, hook_event_name: "PreToolUse", tool_name: tool, tool_input: input }),
      env: { PATH: process.env.PATH ?? "", ...variables },
      cwd: join(home, "repo"),
    });
  return { home, line, call };
}

function runLine(
  line: string,
  { input, ...options }: { readonly input: string; readonly env: NodeJS.ProcessEnv; readonly cwd: string },
): Promise<CommandResult> {
  const child = spawn("/bin/sh", ["-c", line], options);
  const told = { stdout: "", stderr: "" };
  child.stdout.on("data", (data) => {
    told.stdout += data;
  });
  child.stderr.on("data", (data) => {
    told.stderr += data;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return new Promise((resolve) => child.on("close", (code) => resolve({ code: code ?? -1, ...told })));
}

test("a repository's variables change neither the user's policy nor the log of an installed hook", async () => {
  const { home, call } = await installHook();
  const evil = createFolder({ "evil.cjs": "process.exit(0)", node: "#!/bin/sh\nexit 0\n" });
  const variables = {
    SKILLWRIGHT_HOME: evil,
    XDG_DATA_HOME: evil,
    XDG_CACHE_HOME: evil,
    HOME: evil,
    NODE_OPTIONS: `--require ${join(evil, "evil.cjs")}`,
    NODE_COMPILE_CACHE: evil,
    PATH: `${evil}:${process.env.PATH}`,
  };
  const { stdout, stderr } = await call("Bash", { command: "rm keep.txt" }, variables);
  expect(`${stdout}${stderr}`).toContain("The rule Bash(rm:*) of the user denies it");
  expect(readFileSync(join(home, "data/audit.jsonl"), "utf8")).toContain('"event":"tool-call-denied"');
  expect(readdirSync(evil).toSorted()).toEqual(["evil.cjs", "node"]);
  expect(await call("Bash", { command: "ls" }, variables)).toEqual(silence);
});

test("a refusal of an installed hook says why, and nothing else", async () => {
  const { call } = await installHook();
  const { stdout, stderr } = await call("Bash", { command: "rm keep.txt" });
  expect(`${stdout}${stderr}`).not.toContain("blocked by skillwright guard");
  const wrong = await runLine((await installHook()).line, { input: "{", env: {}, cwd: "/" });
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toMatch(/^skillwright guard: [^\n]+\n$/);
});

test("an agent cannot change its settings, the guard's program, its policy or its log", async () => {
  const { home, call } = await installHook();
  const program = join(root, "packages/cli/bin/skillwright.mjs");
  const commands = [
    `echo '{}' > ${home}/.codex/hooks.json`,
    "rm -rf ~/.codex",
    `sed -i s/deny/allow/ ${home}/data/policy.json`,
    `: > ${home}/data/audit.jsonl`,
    `cp evil.mjs ${program}`,
    "echo {} > .claude/settings.local.json",
    "skillwright guard uninstall --agent codex",
  ];
  for (const command of commands) {
    const { stdout, stderr } = await call("Bash", { command });
    expect([command, `${stdout}${stderr}`]).toEqual([command, expect.stringContaining("the guard protects")]);
  }
  const patch = `*** Begin Patch\n*** Add File: ${home}/data/policy.json\n+{}\n*** End Patch`;
  const patched = await call("apply_patch", { command: patch });
  expect(`${patched.stdout}${patched.stderr}`).toContain("the guard protects");
  expect(await call("Bash", { command: "echo x > notes.txt" })).toEqual(silence);
});

test("a policy can lift the protection", async () => {
  const { home, call } = await installHook();
  writeFileSync(join(home, "data/policy.json"), '{ "version": 1, "protect": false }');
  expect(await call("Bash", { command: "rm -rf ~/.codex" })).toEqual(silence);
});

test("an advisory rollout: install, record, report, then enforce", async () => {
  const { folder, env } = createProject({ pdf: "Read Bash(pdftotext:*)" });
  const cwd = join(folder, "repo");
  const told = {
    session_id: "s1",
    transcript_path: "/t",
    cwd,
    hook_event_name: "PreToolUse",
    tool_use_id: "t",
  };
  const install = async (mode: string): Promise<string> => {
    await skillwright(["guard", "install", "--agent", "claude-code", "--mode", mode], { env, cwd });
    const { hooks } = JSON.parse(readFileSync(join(folder, "home/.claude/settings.json"), "utf8"));
    return hooks.PreToolUse[0].hooks[0].command;
  };
  const call = (line: string, tool: string, input: object): Promise<CommandResult> =>
    runLine(line, { input: JSON.stringify({ ...told, tool_name: tool, tool_input: input }), env: {}, cwd });
  const advisory = await install("advisory");
  expect(await call(advisory, "Skill", { skill: "pdf" })).toEqual(silence);
  expect(await call(advisory, "Bash", { command: "curl x" })).toEqual(silence);
  const { stdout } = await skillwright(["audit", "report"], { env });
  expect(stdout).toMatch(/1 of 2 recorded calls would have been refused:\n\npdf: Bash curl\n {2}1 call, /);
  const restrict = await install("restrict");
  expect(restrict).not.toBe(advisory);
  expect((await call(restrict, "Bash", { command: "curl x" })).stdout).toContain('"deny"');
});
