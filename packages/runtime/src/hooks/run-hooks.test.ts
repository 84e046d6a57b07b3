// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of shells.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type HookDependencies, type HookPayload, type HookVerdict, runHooks } from "./run-hooks.ts";
import { beforeTools, createSkill } from "./test-hooks.ts";

const gitStatus: HookPayload = {
  event: "pre-tool-use",
  call: { tool: "Bash", input: { command: "git status" } },
};
const skill = { name: "guarded", digest: "sha256:1" };

/** Runs a hook before a call of the shell. */
function before(command: string, more: Partial<HookDependencies> = {}): Promise<HookVerdict> {
  const { hooks, dependencies } = createSkill(beforeTools(command));
  return runHooks(hooks, gitStatus, { ...dependencies, ...more });
}

test("without hooks nothing is blocked", async () => {
  const { dependencies } = createSkill("license: MIT");
  expect(await runHooks([], gitStatus, dependencies)).toEqual({ outcome: "passed", runs: [], spent: [] });
});

test("C-28: exit code 0 passes, and the run is ready for the audit log", async () => {
  expect(await before("echo fine")).toEqual({
    outcome: "passed",
    runs: [
      {
        skill,
        hook: "pre-tool-use",
        command: "echo fine",
        outcome: "passed",
        durationMs: expect.any(Number),
        exitCode: 0,
        output: "fine",
      },
    ],
    spent: [],
  });
});

test("C-28: exit code 2 blocks with the error output", async () => {
  expect(await before("echo ignored; echo 'not on Fridays' >&2; exit 2")).toMatchObject({
    outcome: "blocked",
    reason: "not on Fridays",
    runs: [{ outcome: "blocked", exitCode: 2, output: "ignored\nnot on Fridays" }],
  });
  expect(await before("exit 2")).toMatchObject({
    reason: "The pre-tool-use hook of the skill guarded blocked it.",
  });
});

test("C-28: another exit code is recorded, and the call continues", async () => {
  expect(await before("echo oops >&2; exit 1")).toMatchObject({
    outcome: "passed",
    runs: [{ outcome: "failed", exitCode: 1, output: "oops" }],
  });
});

test("unless the caller requires failures to block", async () => {
  expect(await before("echo oops >&2; exit 1", { onFailure: "block" })).toMatchObject({
    outcome: "blocked",
    reason: "The pre-tool-use hook of the skill guarded failed with exit code 1.\noops",
    runs: [{ outcome: "failed" }],
  });
});

test("a command the shell cannot find has not run, so it blocks", async () => {
  expect(await before("no-such-command-anywhere")).toMatchObject({
    outcome: "blocked",
    runs: [{ outcome: "failed", exitCode: 127 }],
  });
});

test("without bash, sh is used; without either, it blocks", async () => {
  const { hooks, dependencies } = createSkill(beforeTools("echo fine"));
  const { sandbox } = dependencies;
  const missing = (program: string): NonNullable<typeof sandbox> => ({
    name: "none",
    confines: false,
    run: async (request) => {
      const [wanted, ...rest] = request.command;
      const command = [wanted === program || program === "*" ? "no-such-shell" : wanted, ...rest] as const;
      if (!sandbox) throw new Error("the skill under test has a sandbox");
      return sandbox.run({ ...request, command });
    },
  });
  expect(await runHooks(hooks, gitStatus, { ...dependencies, sandbox: missing("bash") })).toMatchObject({
    outcome: "passed",
    runs: [{ exitCode: 0 }],
  });
  expect(await runHooks(hooks, gitStatus, { ...dependencies, sandbox: missing("*") })).toMatchObject({
    outcome: "blocked",
    reason:
      "The pre-tool-use hook of the skill guarded cannot be run: Program not found: no-such-shell. Install it, or add its folder to PATH.",
    runs: [{ outcome: "failed" }],
  });
});

test("C-28: a hook reads what is about to happen, in Claude Code's form", async () => {
  const { hooks, dependencies, workspace } = createSkill(beforeTools("cat > seen.json"));
  await runHooks(
    hooks,
    {
      event: "pre-tool-use",
      call: { tool: "run_shell_command", input: { command: "ls é" } },
      details: { call: "c1" },
    },
    dependencies,
  );
  expect(JSON.parse(readFileSync(join(workspace, "seen.json"), "utf8"))).toEqual({
    session_id: "s1",
    cwd: workspace,
    hook_event_name: "PreToolUse",
    skill: "guarded",
    tool_name: "Bash",
    tool_called: "run_shell_command",
    tool_input: { command: "ls é" },
    call: "c1",
  });
});

test("a hook written for Claude Code finds a file's path under the name it knows", async () => {
  const { hooks, dependencies, workspace } = createSkill(beforeTools("cat > seen.json"));
  const call = { tool: "bash", input: { path: "a.txt" } };
  await runHooks(hooks, { event: "pre-tool-use", call }, dependencies);
  expect(JSON.parse(readFileSync(join(workspace, "seen.json"), "utf8"))).toMatchObject({
    tool_input: { path: "a.txt", file_path: "a.txt" },
  });
});

test("after the call it also reads the response", async () => {
  const { hooks, dependencies, workspace } = createSkill(
    "hooks: {post-tool-use: [{matcher: Read, hooks: [{command: cat > seen.json}]}]}",
  );
  const call = { tool: "Read", input: { path: "a" }, response: { content: "text" } };
  await runHooks(hooks, { event: "post-tool-use", call }, dependencies);
  expect(JSON.parse(readFileSync(join(workspace, "seen.json"), "utf8"))).toMatchObject({
    hook_event_name: "PostToolUse",
    tool_response: { content: "text" },
  });
});

test("the skill's folder, the project and the session are in the environment", async () => {
  const line = 'echo "$SKILL_DIR|${CLAUDE_SKILL_DIR}|$CLAUDE_PROJECT_DIR|$SESSION_ID|$PWD|$LANG"';
  const { hooks, dependencies, skill: directory, workspace } = createSkill(beforeTools(line));
  const { runs } = await runHooks(hooks, gitStatus, dependencies);
  expect(runs).toMatchObject([{ output: `${directory}|${directory}|${workspace}|s1|${workspace}|C.UTF-8` }]);
});

test("a hook's script is in the skill and runs from the workspace", async () => {
  const { hooks, dependencies, workspace } = createSkill(beforeTools('bash "$SKILL_DIR/scripts/check.sh"'), {
    "scripts/check.sh": "pwd -P\n",
  });
  expect((await runHooks(hooks, gitStatus, dependencies)).runs).toMatchObject([{ output: workspace }]);
});

test("only hooks whose matcher names the tool run", async () => {
  const { hooks, dependencies } = createSkill(
    "hooks: {PreToolUse: [{matcher: Write, hooks: [{command: exit 2}]}, {matcher: Bash, hooks: [{command: 'true'}]}]}",
  );
  const { outcome, runs } = await runHooks(hooks, gitStatus, dependencies);
  expect({ outcome, commands: runs.map(({ command }) => command) }).toEqual({
    outcome: "passed",
    commands: ["true"],
  });
});

const two = (event: string, first: string): string =>
  `hooks: {${event}: [{hooks: [{command: ${JSON.stringify(first)}}, {command: echo second}]}]}`;

test("hooks run in order, and before a call the first that blocks is final", async () => {
  const passing = createSkill(two("PreToolUse", "echo first"));
  const { runs } = await runHooks(passing.hooks, gitStatus, passing.dependencies);
  expect(runs.map(({ output }) => output)).toEqual(["first", "second"]);
  const blocking = createSkill(two("PreToolUse", "exit 2"));
  expect((await runHooks(blocking.hooks, gitStatus, blocking.dependencies)).runs).toHaveLength(1);
});

test("after the fact every hook runs, and any objection is kept", async () => {
  const { hooks, dependencies } = createSkill(two("PostToolUse", "echo 'tests fail' >&2; exit 2"));
  const verdict = await runHooks(hooks, { ...gitStatus, event: "post-tool-use" }, dependencies);
  expect(verdict).toMatchObject({ outcome: "blocked", reason: "tests fail" });
  expect(verdict.runs.map(({ outcome }) => outcome)).toEqual(["blocked", "passed"]);
});

test("a changed input is passed to the next hook and back to the caller", async () => {
  const change = `echo '{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"command":"git diff"}}}'`;
  const { hooks, dependencies, workspace } = createSkill(
    `hooks: {PreToolUse: [{hooks: [{command: ${JSON.stringify(change)}}, {command: cat > seen.json}]}]}`,
  );
  const verdict = await runHooks(hooks, gitStatus, dependencies);
  expect(verdict).toMatchObject({ outcome: "passed", updatedInput: { command: "git diff" } });
  const seen: unknown = JSON.parse(readFileSync(join(workspace, "seen.json"), "utf8"));
  expect(seen).toMatchObject({ tool_input: { command: "git diff" } });
});

test("a hook can request approval, and can add context for the model", async () => {
  expect(await before(`echo '{"decision":"ask","additionalContext":"mind the gap"}'`)).toMatchObject({
    outcome: "passed",
    ask: true,
    additionalContext: "mind the gap",
  });
});

test("a `once` hook is spent when it passes, not when it blocks or fails", async () => {
  const spentBy = async (command: string): Promise<number> => {
    const { hooks, dependencies } = createSkill(beforeTools(command, ", once: true"));
    return (await runHooks(hooks, gitStatus, dependencies)).spent.filter((hook) => hook === hooks[0]).length;
  };
  expect(await spentBy("true")).toBe(1);
  expect(await spentBy("exit 2")).toBe(0);
  expect(await spentBy("exit 1")).toBe(0);
  const { hooks, dependencies } = createSkill(beforeTools("true"));
  expect((await runHooks(hooks, gitStatus, dependencies)).spent).toEqual([]);
});

test("S3-15, S3-30: pre runs by its #! line or file extension, executable or not", async () => {
  const { hooks, dependencies } = createSkill("hooks: {pre: scripts/pre, post: ./scripts/post.sh}", {
    "scripts/pre": '#!/usr/bin/env bash\nset -o pipefail && read -r line && echo "${line:1:12}"\n',
    "scripts/post.sh": "echo after\n",
  });
  expect(await runHooks(hooks, { event: "skill-activate" }, dependencies)).toMatchObject({
    outcome: "passed",
    runs: [{ hook: "skill-activate", command: "scripts/pre", output: '"session_id"' }],
  });
  expect((await runHooks(hooks, { event: "skill-end" }, dependencies)).runs).toMatchObject([
    { output: "after" },
  ]);
});

test("S3-15: a pre script that fails in any way blocks the activation, unless the caller decides otherwise", async () => {
  const { hooks, dependencies } = createSkill("hooks: {pre: scripts/pre.sh}", {
    "scripts/pre.sh": "echo 'no cluster' >&2; exit 1\n",
  });
  expect(await runHooks(hooks, { event: "skill-activate" }, dependencies)).toMatchObject({
    outcome: "blocked",
    reason:
      "The skill-activate hook scripts/pre.sh of the skill guarded failed with exit code 1.\nno cluster",
  });
  const lenient = { ...dependencies, onFailure: "continue" } as const;
  expect(await runHooks(hooks, { event: "skill-activate" }, lenient)).toMatchObject({ outcome: "passed" });
});

test("a missing or unrunnable pre script blocks", async () => {
  const absent = createSkill("hooks: {pre: scripts/pre.sh}");
  expect(await runHooks(absent.hooks, { event: "skill-activate" }, absent.dependencies)).toMatchObject({
    outcome: "blocked",
    reason: "The skill-activate hook scripts/pre.sh of the skill guarded is not a file of that skill.",
    runs: [{ outcome: "failed" }],
  });
  const folder = createSkill("hooks: {pre: scripts}", { "scripts/pre.sh": "" });
  expect(await runHooks(folder.hooks, { event: "skill-activate" }, folder.dependencies)).toMatchObject({
    outcome: "blocked",
    runs: [{ outcome: "failed" }],
  });
  const strange = createSkill("hooks: {pre: notes.txt}", { "notes.txt": "hello" });
  expect(await runHooks(strange.hooks, { event: "skill-activate" }, strange.dependencies)).toMatchObject({
    outcome: "blocked",
    reason:
      "The skill-activate hook notes.txt of the skill guarded is neither a known script type nor executable.",
  });
});

test("without a sandbox, calls that a hook guards are blocked, and the rest are not", async () => {
  const { hooks, dependencies } = createSkill(beforeTools("true"));
  const { sandbox, ...without } = dependencies;
  expect(await runHooks(hooks, gitStatus, without)).toEqual({
    outcome: "blocked",
    reason: "An active skill has hooks, and there is no sandbox to run them in.",
    runs: [],
    spent: [],
  });
  expect(await runHooks(hooks, { event: "stop" }, without)).toMatchObject({ outcome: "passed" });
});

test("a call that cannot be serialized as JSON cannot be shown to a hook, so it blocks", async () => {
  const { hooks, dependencies } = createSkill(beforeTools("true"));
  const call = { tool: "Bash", input: { size: 1n } };
  expect(await runHooks(hooks, { event: "pre-tool-use", call }, dependencies)).toMatchObject({
    outcome: "blocked",
    runs: [],
  });
});

test("aborting stops the hook, and nothing runs after it", async () => {
  const controller = new AbortController();
  const running = before("exec sleep 1000", { signal: controller.signal });
  controller.abort();
  expect(await running).toMatchObject({ outcome: "blocked", runs: [{ outcome: "failed" }] });
});

test("a failing sandbox blocks what the hook guards", async () => {
  const run = (): Promise<never> => Promise.reject(new TypeError("gone"));
  expect(await before("true", { sandbox: { name: "none", confines: false, run } })).toMatchObject({
    outcome: "blocked",
    reason: expect.stringContaining("TypeError: gone"),
  });
});

test("formatters may write to the workspace", async () => {
  const { hooks, dependencies, workspace } = createSkill(
    "hooks: {PostToolUse: [{matcher: Write|Edit, hooks: [{command: 'tr a-z A-Z < a.txt > b.txt'}]}]}",
  );
  writeFileSync(join(workspace, "a.txt"), "text");
  const call = { tool: "Write", input: { path: "a.txt" }, response: {} };
  await runHooks(hooks, { event: "post-tool-use", call }, dependencies);
  expect(readFileSync(join(workspace, "b.txt"), "utf8")).toBe("TEXT");
});
