import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AuditSink, createMemorySink, SkillError } from "@skillwright/core";
import { afterAll, expect, test } from "vitest";
import { createJsonlSink } from "../audit/jsonl-sink.ts";
import type { HookEvent } from "./agent-dialect.ts";
import { type HookHost, judgeHook } from "./judge-hook.ts";
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

test("a call that cannot be written down is refused, unless a policy does without", async () => {
  expect(await judgeHook(call, "codex", host(brokenSink("append")))).toEqual({
    effect: "deny",
    reason: expect.stringMatching(/^Tool 'Bash' was not run\n.*no space left/),
  });
  const policy = [{ audit: "best-effort" }] as const;
  expect(await judgeHook(call, "codex", host(brokenSink("append"), { policy }))).toEqual({ effect: "none" });
});

test("a log whose end cannot be settled refuses too", async () => {
  await expect(judgeHook(call, "codex", host(brokenSink("close")))).rejects.toThrow(SkillError);
  const policy = [{ audit: "best-effort" }] as const;
  expect(await judgeHook(call, "codex", host(brokenSink("close"), { policy }))).toEqual({ effect: "none" });
});

test("a load that cannot be written down is refused, and its list counts all the same", async () => {
  const loads: HookEvent = { ...call, session: "narrow", loads: ["a"] };
  const findSkills = () => [skill("a", "Read")];
  expect(await judgeHook(loads, "codex", host(brokenSink("append"), { findSkills }))).toMatchObject({
    effect: "deny",
  });
  const next = await judgeHook({ ...call, session: "narrow" }, "codex", host(createMemorySink()));
  expect(next).toMatchObject({ effect: "deny", reason: expect.stringContaining("active skill 'a'") });
});

test("secrets stay out of the log, and a session's id cannot break its lines", async () => {
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

test("a state that is not whole refuses every call, names the file, and goes with the session", async () => {
  const folder = `${base}/spoilt`;
  const judge = (event: HookEvent) =>
    judgeHook(event, "codex", host(createMemorySink(), { folder, findSkills: () => [skill("a")] }));
  await judge({ ...call, loads: ["a"] });
  const [name = ""] = readdirSync(folder);
  writeFileSync(`${folder}/${name}`, "[]");
  const { kind: _, uses: __, ...told } = call as Extract<HookEvent, { kind: "call" }>;
  const prompt: HookEvent = { ...told, kind: "prompt", skills: [] };
  for (const event of [call, prompt])
    expect(await judge(event)).toEqual({
      effect: "deny",
      reason: expect.stringMatching(new RegExp(`${folder}/codex-.*Move it away and try again`)),
    });
  expect(await judge({ ...told, kind: "session-end" })).toEqual({ effect: "none" });
  expect(await judge(call)).toEqual({ effect: "none" });
});

test("many hooks of one session at once lose no activation, and their log is whole", async () => {
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
