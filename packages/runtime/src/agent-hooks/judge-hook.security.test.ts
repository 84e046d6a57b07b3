import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { type AuditSink, createMemorySink } from "@skillwright/core/audit";
import { createNodeFileSystem } from "@skillwright/core/node";
import { tokenizeTools } from "@skillwright/core/parse";
import { afterAll, describe, expect, test } from "vitest";
import { createJsonlSink } from "../audit/jsonl-sink.ts";
import { systemClock } from "../clock.ts";
import type { HookEvent } from "./agent-dialect.ts";
import { type HookHost, judgeHook } from "./judge-hook.ts";
import { agentHooksLimits } from "./limits.ts";
import { skill } from "./test-guard.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "guard-hook-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const call: HookEvent = {
  ...{ kind: "call", session: "s", cwd: base, event: "PreToolUse" },
  uses: [{ tool: "Bash", input: { command: "curl -H 'Authorization: Bearer abcdefgh12345678' x" } }],
};

function host(audit: AuditSink, more: Partial<HookHost> = {}): HookHost {
  return { policy: [], findSkills: () => [], folder: `${base}/guard`, audit, ...more };
}

function brokenSink(part: "append" | "close"): AuditSink {
  const fail = async (): Promise<void> => {
    throw new SkillError("audit-unavailable", { path: "/log", reason: "there is no space left" });
  };
  return { ...createMemorySink(), [part]: fail };
}

test("a call that cannot be recorded is refused, unless a policy makes the log optional", async () => {
  expect(await judgeHook(call, "codex", host(brokenSink("append")))).toEqual({
    effect: "deny",
    reason: expect.stringMatching(/^Tool 'Bash' was not run\n.*no space left/),
  });
  const policy = [{ audit: "best-effort" }] as const;
  expect(await judgeHook(call, "codex", host(brokenSink("append"), { policy }))).toEqual({ effect: "none" });
});

test("a log that cannot be closed refuses too", async () => {
  await expect(judgeHook(call, "codex", host(brokenSink("close")))).rejects.toThrow(SkillError);
  const policy = [{ audit: "best-effort" }] as const;
  expect(await judgeHook(call, "codex", host(brokenSink("close"), { policy }))).toEqual({ effect: "none" });
});

test("a load that cannot be recorded is refused, and its list applies anyway", async () => {
  const loads: HookEvent = { ...call, session: "narrow", loads: ["a"] };
  const findSkills = () => [skill("a", "Read")];
  expect(await judgeHook(loads, "codex", host(brokenSink("append"), { findSkills }))).toMatchObject({
    effect: "deny",
  });
  const next = await judgeHook({ ...call, session: "narrow" }, "codex", host(createMemorySink()));
  expect(next).toMatchObject({ effect: "deny", reason: expect.stringContaining("active skill 'a'") });
});

test("secrets stay out of the log, and a session id cannot break its lines", async () => {
  const audit = createMemorySink();
  const session = `a\n[AUDIT] forged\u202e${"x".repeat(10_000)}`;
  const uses = [{ tool: "Bash", input: { command: "echo hunter2hunter2 abcdefgh12345678" } }] as const;
  await judgeHook(
    { ...call, session, uses },
    "codex",
    host(audit, { secrets: ["hunter2hunter2"], user: "ada" }),
  );
  const [event] = audit.events;
  expect(event?.session).toHaveLength(200);
  expect(event?.session).toMatch(/^codex:a\\u\{a\}\[AUDIT\] forged\\u\{202e\}x+$/);
  expect(event).toMatchObject({
    user: "ada",
    input: { command: expect.not.stringContaining("hunter2hunter2") },
  });
});

test.each([
  ["turn", "prompt"],
  ["turn", "session-end"],
  ["session", "session-end"],
] as const)(
  "a damaged state refuses every call, names the file, and is dropped at the end of the %s: %s",
  async (lifetime, end) => {
    const folder = `${base}/spoilt-${lifetime}-${end}`;
    const findSkills = () => [skill("a")];
    const judge = (event: HookEvent) =>
      judgeHook(event, "codex", host(createMemorySink(), { folder, lifetime, findSkills }));
    await judge({ ...call, loads: ["a"] });
    const [name = ""] = readdirSync(folder);
    writeFileSync(`${folder}/${name}`, "[]");
    const { kind: _, uses: __, ...told } = call as Extract<HookEvent, { kind: "call" }>;
    const prompt: HookEvent = { ...told, kind: "prompt", skills: [] };
    const refused = {
      effect: "deny",
      reason: expect.stringMatching(new RegExp(`${folder}/codex-.*Move it away and try again`)),
    };
    expect(await judge(call)).toEqual(refused);
    if (lifetime === "session") expect(await judge(prompt)).toEqual(refused);
    const over: HookEvent = end === "prompt" ? prompt : { ...told, kind: end };
    expect(await judge(over)).toEqual({ effect: "none" });
    expect(await judge(call)).toEqual({ effect: "none" });
  },
);

describe("after the deadline", () => {
  const late = (more: Partial<HookHost> = {}): HookHost => {
    let elapsed = 0;
    const findSkills: HookHost["findSkills"] = (_, fs) => {
      elapsed = agentHooksLimits.guardedMs + 1;
      // Like a skill search: an unreadable folder contains none.
      try {
        fs.list(base);
      } catch (error) {
        if (!(error instanceof SkillError)) throw error;
      }
      return [];
    };
    const clock = { ...systemClock, elapsed: () => elapsed };
    return host(createMemorySink(), { findSkills, clock, folder: `${base}/late`, ...more });
  };

  test('a call is refused, and an unfinished lookup does not pass as "not found"', async () => {
    expect(await judgeHook({ ...call, loads: ["a"] }, "codex", late())).toEqual({
      effect: "deny",
      reason: "Tool 'Bash' was not run\nTimeout exceeded: not judged within 4 seconds.",
    });
  });

  test("a call decided too late is refused, even if no rule denies it", async () => {
    let elapsed = 0;
    const disk = createNodeFileSystem();
    const realPath = (path: string): string | undefined => {
      elapsed = agentHooksLimits.guardedMs + 1;
      return disk.realPath(path);
    };
    const clock = { ...systemClock, elapsed: () => elapsed };
    const slow = host(createMemorySink(), { fs: { ...disk, realPath }, clock, folder: `${base}/slow` });
    expect(await judgeHook(call, "codex", slow)).toMatchObject({ effect: "deny" });
  });

  test("a turn whose skills could not be looked up is blocked", async () => {
    const { kind: _, uses: __, ...told } = call as Extract<HookEvent, { kind: "call" }>;
    const prompt: HookEvent = { ...told, kind: "prompt", skills: ["a"] };
    expect(await judgeHook(prompt, "codex", late())).toMatchObject({ effect: "deny" });
    const folder = `${base}/late`;
    const next = await judgeHook(call, "codex", host(createMemorySink(), { folder }));
    expect(next).toMatchObject({ effect: "deny", reason: expect.stringContaining("Timeout exceeded") });
  });
});

test("a call with too many paths is refused while the agent is still waiting", async () => {
  const paths = Array.from({ length: 9900 }, (_, index) => `/usr/${"q/".repeat(400)}${index}`);
  const uses = [{ tool: "Write", input: { file_path: "secrets/k", paths } }] as const;
  const layer = { kind: "user", name: "user", deny: tokenizeTools("Write(./secrets/**)") } as const;
  const started = systemClock.elapsed();
  const answer = await judgeHook(
    { ...call, uses },
    "gemini-cli",
    host(createMemorySink(), { policy: [{ layer }] }),
  );
  expect(answer).toMatchObject({ effect: "deny" });
  // Without a limit it takes minutes.
  expect(systemClock.elapsed() - started).toBeLessThan(30_000);
});

test("a call that reads more skills than one call may load is refused", async () => {
  const loads = Array.from({ length: agentHooksLimits.loadedSkills + 1 }, (_, index) => `/s/${index}`);
  expect(await judgeHook({ ...call, loads }, "codex", host(createMemorySink()))).toEqual({
    effect: "deny",
    reason: "Tool 'Bash' was not run\nIt reads the files of more than 64 skills at once",
  });
});

test("many concurrent hooks of one session lose no activation, and their log is intact", async () => {
  const path = `${base}/audit.jsonl`;
  const folder = `${base}/many`;
  const names = Array.from({ length: 25 }, (_, index) => `skill-${index}`);
  mkdirSync(folder);
  const answers = await Promise.all(
    names.map((name) =>
      judgeHook({ ...call, loads: [name] }, "codex", {
        ...host(createJsonlSink({ path }), { folder }),
        findSkills: () => [skill(name)],
      }),
    ),
  );
  expect(new Set(answers.map(({ effect }) => effect))).toEqual(new Set(["none"]));
  const audit = createMemorySink();
  await judgeHook(call, "codex", host(audit, { folder }));
  const [event] = audit.events;
  const active = event?.event === "tool-call-allowed" ? event.skills.map(({ name }) => name) : [];
  expect(active.toSorted()).toEqual(names.toSorted());
});
