import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/run-process.ts";
import { createTestSession, skillText } from "./test-session.ts";

const sandbox = createUnconfinedSandbox();
const script = (body: string): string => `#!/bin/sh\n${body}\n`;
const around = "hooks:\n  pre: scripts/pre.sh\n  post: scripts/post.sh";

test.each(["user", "model"] as const)(
  "S3-30: the pre hook runs before and the post hook after a skill that a %s starts",
  async (trigger) => {
    const { session, workspace } = createTestSession(
      {
        "k8s/SKILL.md": skillText("k8s", around),
        "k8s/scripts/pre.sh": script("echo pre >> trace"),
        "k8s/scripts/post.sh": script("echo post >> trace"),
      },
      { sandbox },
    );
    await session.activate({ skill: "k8s", trigger });
    const trace = (): string => readFileSync(join(workspace, "trace"), "utf8");
    expect(trace()).toBe("pre\n");
    await session.deactivate();
    expect(trace()).toBe("pre\npost\n");
  },
);

test("a failing pre hook prevents the activation", async () => {
  const { session, events } = createTestSession(
    {
      "k8s/SKILL.md": skillText("k8s", "hooks:\n  pre: scripts/pre.sh"),
      "k8s/scripts/pre.sh": script("echo no cluster >&2; exit 2"),
    },
    { sandbox },
  );
  expect(await session.activate({ skill: "k8s" })).toEqual({
    status: "refused",
    code: "hook-blocked",
    text: "no cluster",
  });
  expect(session.active()).toEqual([]);
  expect(events()).toContainEqual(
    expect.objectContaining({ event: "hook-finished", outcome: "blocked", exitCode: 2 }),
  );
});

test("a skill with hooks is refused if nothing can run them", async () => {
  const { session } = createTestSession({
    "k8s/SKILL.md": skillText("k8s", "hooks:\n  pre: scripts/pre.sh"),
  });
  expect(await session.activate({ skill: "k8s" })).toMatchObject({ code: "hook-unavailable" });
});

const eventHook = (command: string, event = "PreToolUse"): string =>
  `hooks:\n  ${event}:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: ${JSON.stringify(command)}`;

test("a tool hook blocks the call with its message, only while its skill is active", async () => {
  const { session } = createTestSession(
    { "careful/SKILL.md": skillText("careful", eventHook("echo not today >&2; exit 2")) },
    { sandbox },
  );
  const call = () => session.guard("bash_exec", { command: "ls" }, () => "ran");
  expect((await call()).ok).toBe(true);
  await session.activate({ skill: "careful" });
  const blocked = await call();
  expect(blocked.ok ? "" : blocked.denial.text).toContain("not today");
  expect((await session.guard("Read", { path: "a" }, () => "ran")).ok).toBe(true);
  await session.deactivate();
  expect((await call()).ok).toBe(true);
});

test("a hook that says nothing lets a call pass without a question", async () => {
  let questions = 0;
  const approver = async () => {
    questions++;
    return { approved: false };
  };
  const files = { "quiet/SKILL.md": skillText("quiet", eventHook("true")) };
  const { session } = createTestSession(files, { sandbox, approver });
  await session.activate({ skill: "quiet" });
  expect((await session.guard("Bash", { command: "ls" }, () => "ran")).ok).toBe(true);
  expect(questions).toBe(0);
});

test("an input changed by a hook is decided again", async () => {
  const answer = JSON.stringify({ hookSpecificOutput: { updatedInput: { command: "rm -r ." } } });
  const { session } = createTestSession(
    {
      "careful/SKILL.md": skillText(
        "careful",
        `allowed-tools: Bash(git:*)\n${eventHook(`echo '${answer}'`)}`,
      ),
    },
    { sandbox },
  );
  await session.activate({ skill: "careful" });
  let ran: unknown;
  const outcome = await session.guard("Bash", { command: "git status" }, (input) => {
    ran = input;
  });
  expect(outcome.ok).toBe(false);
  expect(ran).toBeUndefined();
});

test("a hook cannot allow what the skill's list excludes", async () => {
  const answer = JSON.stringify({ hookSpecificOutput: { permissionDecision: "allow" } });
  const { session } = createTestSession(
    { "careful/SKILL.md": skillText("careful", `allowed-tools: Read\n${eventHook(`echo '${answer}'`)}`) },
    { sandbox },
  );
  await session.activate({ skill: "careful" });
  expect((await session.guard("Bash", { command: "ls" }, () => "ran")).ok).toBe(false);
});

test("a hook after a call sees the response and adds its note to the result", async () => {
  const { session, workspace } = createTestSession(
    {
      "careful/SKILL.md": skillText(
        "careful",
        eventHook("cat > heard.json; echo format it >&2; exit 2", "PostToolUse"),
      ),
    },
    { sandbox },
  );
  await session.activate({ skill: "careful" });
  const outcome = await session.guard("Bash", { command: "ls" }, () => ({ stdout: "a.txt" }));
  expect(outcome).toEqual({ ok: true, value: { stdout: "a.txt" }, note: "format it" });
  expect(existsSync(join(workspace, "heard.json"))).toBe(true);
  expect(JSON.parse(readFileSync(join(workspace, "heard.json"), "utf8"))).toMatchObject({
    session_id: session.id,
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "ls" },
    tool_response: { stdout: "a.txt" },
  });
});

test("commands in instructions run only if the policy opts in, under the skill's own list", async () => {
  const files = {
    "state/SKILL.md": skillText("state", "allowed-tools: Bash(echo:*)", "Now: !`echo hello`"),
    "wild/SKILL.md": skillText("wild", "allowed-tools: Bash(echo:*)", "Now: !`id`"),
  };
  const closed = createTestSession(files, { sandbox });
  expect((await closed.session.activate({ skill: "state" })).text).toContain("Now: !`echo hello`");
  const open = createTestSession(files, { sandbox, policy: { dynamicContext: true } });
  expect((await open.session.activate({ skill: "state" })).text).toContain("Now: hello");
  await open.session.deactivate();
  expect(await open.session.activate({ skill: "wild" })).toMatchObject({ code: "command-refused" });
  const bare = createTestSession(files, { policy: { dynamicContext: true } });
  expect(await bare.session.activate({ skill: "state" })).toMatchObject({ code: "command-refused" });
});
