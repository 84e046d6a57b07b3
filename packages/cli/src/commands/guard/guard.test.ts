import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { createTestMachine, removeTestMachines, skillFile, type TestMachine } from "../../test-io.ts";

afterAll(removeTestMachines);

const tools = { "allowed-tools": "Read" };
const skills = {
  "repo/.claude/skills/pdf/SKILL.md": skillFile("pdf", `allowed-tools: ${tools["allowed-tools"]}\n`),
};

/** A payload of Claude Code. */
function payload(machine: TestMachine, event: string, more: object): string {
  const told = { session_id: "s1", transcript_path: "/t.jsonl", cwd: `${machine.folder}/repo` };
  return JSON.stringify({ ...told, hook_event_name: event, ...more });
}

type Called = readonly [tool: string, input: object];
type Guarding = { readonly words?: readonly string[]; readonly environment?: Record<string, string> };

function call(machine: TestMachine, [tool, input]: Called, { words = [], ...options }: Guarding = {}) {
  const told = { tool_name: tool, tool_input: input, tool_use_id: "t1" };
  return machine.run(["guard", ...words], { input: payload(machine, "PreToolUse", told), ...options });
}

/** The answer to Claude Code about a call; empty if no rule matches. */
function decisionOf({ code, out, err }: { code: number; out: string; err: string }): unknown {
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out === "" ? undefined : JSON.parse(out).hookSpecificOutput;
}

test("an agent's whole turn: a skill is loaded, its list applies, and ends with the next message", async () => {
  const machine = createTestMachine(skills);
  expect(decisionOf(await call(machine, ["Write", { file_path: "a" }]))).toBeUndefined();
  expect(decisionOf(await call(machine, ["Skill", { skill: "pdf" }]))).toBeUndefined();
  expect(decisionOf(await call(machine, ["Read", { file_path: "a" }]))).toBeUndefined();
  expect(decisionOf(await call(machine, ["Write", { file_path: "a" }]))).toEqual({
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: expect.stringContaining("Tool 'Write' not allowed by active skill 'pdf'"),
  });
  const prompt = { input: payload(machine, "UserPromptSubmit", { prompt: "go on" }) };
  expect(await machine.run(["guard"], prompt)).toMatchObject({ code: 0, out: "", err: "" });
  expect(decisionOf(await call(machine, ["Write", { file_path: "a" }]))).toBeUndefined();
  expect(readdirSync(`${machine.folder}/data/guard`)).toEqual([]);
});

test("a slash command activates its skill, and with --lifetime session it stays active, even in a resumed conversation", async () => {
  const machine = createTestMachine(skills);
  const words = ["guard", "--agent", "claude-code", "--lifetime", "session"];
  const say = (prompt: string) =>
    machine.run(words, { input: payload(machine, "UserPromptSubmit", { prompt }) });
  await say("/pdf a.pdf");
  await say("and now?");
  const write = await call(machine, ["Write", { file_path: "a" }], { words: words.slice(1) });
  expect(decisionOf(write)).toMatchObject({ permissionDecision: "deny" });
  await machine.run(words, { input: payload(machine, "SessionEnd", { reason: "other" }) });
  const resumed = await call(machine, ["Write", { file_path: "a" }], { words: words.slice(1) });
  expect(decisionOf(resumed)).toMatchObject({ permissionDecision: "deny" });
});

test("policies of the machine, the user and the flags apply, as JSON and YAML", async () => {
  const machine = createTestMachine({
    "system/policy.json": '{"version":1,"deny":["Bash(rm:*)"]}',
    "data/policy.yaml": "version: 1\nallow:\n  - Bash(git status)\n",
    "repo/team.json": '{"version":1,"ask":["Bash(git push:*)"]}',
  });
  const words = ["--policy", "team.json"];
  const bash = async (command: string) => decisionOf(await call(machine, ["Bash", { command }], { words }));
  expect(await bash("ls")).toBeUndefined();
  expect(await bash("git status && rm -rf x")).toMatchObject({ permissionDecision: "deny" });
  expect(await bash("git push")).toMatchObject({ permissionDecision: "ask" });
  expect(await bash("git status")).toMatchObject({
    permissionDecision: "allow",
    permissionDecisionReason: "The rule Bash(git status) of the user allows it.",
  });
});

test("everything is in the user's own log, without secrets, and the log verifies", async () => {
  const machine = createTestMachine(skills);
  const environment = { USER: "ada", GITHUB_TOKEN: "token-of-somebody-1", HOME: "/nowhere", SHORT_KEY: "x" };
  await call(machine, ["Skill", { skill: "pdf" }], { environment });
  await call(machine, ["Bash", { command: "echo token-of-somebody-1 x" }], { environment });
  const lines = readFileSync(`${machine.folder}/data/audit.jsonl`, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "tool-call-allowed", tool: "Skill", session: "claude-code:s1", user: "ada", call: "t1" },
    { event: "skill-activated", skill: { name: "pdf" }, trigger: "model", requestedTools: ["Read"] },
    { event: "tool-call-denied", tool: "Bash", input: { command: "echo [redacted] x" } },
  ]);
  expect(await machine.run(["audit", "verify"])).toMatchObject({ code: 0 });
});

describe("payloads that cannot be judged are refused", () => {
  test.each([
    ["nothing", "", "standard input is empty"],
    ["whitespace", " \n", "standard input is empty"],
    ["no JSON", '{"a":', "not a JSON object"],
    ["a list", "[]", "not a JSON object"],
    ["invalid UTF-8", Uint8Array.of(0x7b, 0xff, 0x7d), "not UTF-8"],
    [
      "the payload of an unknown agent",
      "{}",
      "Known agents: claude-code, codex, gemini-cli, cursor, copilot, qwen-code, opencode.",
    ],
  ])("%s", async (_, input, words) => {
    const machine = createTestMachine({});
    const run = await machine.run(["guard"], { input });
    expect(run).toMatchObject({ code: 2, out: "", err: expect.stringContaining(words) });
    expect(run.err).toMatch(/^skillwright guard: .*\n$/);
    expect(existsSync(`${machine.folder}/data`)).toBe(false);
  });

  test.each([
    [["--agent", "nobody"], "unknown agent 'nobody'"],
    [["--lifetime", "forever"], "--lifetime must be turn or session; found 'forever'"],
    [["--policy", ""], "--policy requires a file"],
    [["frobnicate"], "unexpected argument 'frobnicate'"],
    [["--frobnicate"], "Unknown option '--frobnicate'"],
  ])("wrong usage: %j", async (words, message) => {
    const machine = createTestMachine({});
    const run = await call(machine, ["Read", {}], { words });
    const said = run.code === 2 ? run.err : JSON.stringify(decisionOf(run));
    expect(said).toContain(message);
    expect(said).not.toContain("    at ");
  });

  test.each([
    ["a policy that is not understood", { "data/policy.json": '{"version":1,"denny":[]}' }, "denny"],
    ["a missing policy", {}, "gone.json"],
    ["a log that is a folder", { "data/audit.jsonl/x": "" }, "audit.jsonl"],
    ["a state folder that is a file", { "data/guard": "", ...skills }, "guard"],
  ])("%s", async (_, files, words) => {
    const machine = createTestMachine(files);
    const flags = words === "gone.json" ? ["--policy", "gone.json"] : [];
    const decision = decisionOf(await call(machine, ["Skill", { skill: "pdf" }], { words: flags }));
    expect(decision).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining(words),
    });
  });

  test("an incomplete payload of a known agent is refused in that agent's format", async () => {
    const machine = createTestMachine({});
    const run = await machine.run(["guard"], { input: payload(machine, "PreToolUse", {}) });
    expect(run).toMatchObject({ code: 2, out: "", err: expect.stringContaining("tool_name") });
  });
});

test("PowerShell's byte order mark is skipped", async () => {
  const machine = createTestMachine({});
  const told = { tool_name: "Read", tool_input: {}, tool_use_id: "t" };
  const run = await machine.run(["guard"], { input: `\uFEFF${payload(machine, "PreToolUse", told)}\r\n` });
  expect(decisionOf(run)).toBeUndefined();
});

test("at a terminal it explains itself instead of waiting", async () => {
  const run = await createTestMachine({}).run(["guard", "--agent", "codex"], { piped: false });
  expect(run).toMatchObject({ code: 2, out: "" });
  expect(run.err).toContain("`skillwright guard --help` for usage");
});
