import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { agentHooksLimits } from "../limits.ts";
import { type ReadEnd, readEnd } from "../read-end.ts";
import { codex } from "./codex.ts";

// Lines as Codex 0.169 writes them, without fields that do not matter here.
const folder = mkdtempSync(join(tmpdir(), "transcript-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function shell(id: string, cmd: string): object {
  return { type: "function_call", name: "exec_command", arguments: JSON.stringify({ cmd }), call_id: id };
}
function result(id: string): object {
  return { type: "function_call_output", call_id: id, output: "done" };
}
function line(payload: object): string {
  return `${JSON.stringify({ timestamp: "2026-11-18T04:06:16.930Z", type: "response_item", payload })}\n`;
}

const start = `${JSON.stringify({ type: "turn_context", payload: { cwd: "/w" } })}\n`;
const reading = shell("c1", "cat .agents/skills/demo/SKILL.md");
const own = shell("c2", "touch ran");

function earlierIn(transcript: string, call = "c2", read: ReadEnd = readEnd): unknown {
  const path = join(folder, "rollout.jsonl");
  writeFileSync(path, transcript);
  const event = codex.read(
    {
      ...{ session_id: "s", turn_id: "t", transcript_path: path, cwd: "/w", hook_event_name: "PreToolUse" },
      ...{ tool_name: "Bash", tool_input: { command: "touch ran" }, tool_use_id: call },
    },
    read,
  );
  return event.kind === "call" ? event.earlier?.map(({ loads }) => loads) : event;
}

const demo = ["/w/.agents/skills/demo", "demo"];

test("a call after one that reads a skill in the same message knows of it", () => {
  expect(earlierIn(start + line(reading) + line(own))).toEqual([demo]);
});

test("a call before one that reads a skill does not", () => {
  expect(earlierIn(start + line(own) + line(reading))).toBeUndefined();
});

test("a call that has its result counts no more: its hook has ended", () => {
  expect(earlierIn(start + line(reading) + line(result("c1")) + line(own))).toBeUndefined();
});

test("an id that an earlier message used as well means the last call with it", () => {
  const earlier = [shell("c1", "ls"), shell("c2", "ls"), result("c1"), result("c2")].map(line).join("");
  expect(earlierIn(start + earlier + line(reading) + line(own))).toEqual([demo]);
});

test("a long transcript without the call takes no longer than a short one", () => {
  const begin = process.cpuUsage();
  earlierIn(`${line(reading)}${`${'x"_call'.repeat(20)}\n`.repeat(30_000)}`);
  expect(process.cpuUsage(begin).user / 1000).toBeLessThan(2000);
});

test("a load through our own server counts as well", () => {
  const load = {
    ...{ type: "function_call", namespace: "mcp__skillwright", name: "skills_load", call_id: "c1" },
    arguments: '{"name":"pdf"}',
  };
  expect(earlierIn(start + line(load) + line(own))).toEqual([["pdf"]]);
});

test("a command as a list of words is read like a line", () => {
  const call = {
    ...{ type: "function_call", name: "shell", call_id: "c1" },
    arguments: JSON.stringify({ command: ["cat", "/s/demo/SKILL.md"] }),
  };
  expect(earlierIn(start + line(call) + line(own))).toEqual([["/s/demo"]]);
});

test("torn and foreign lines hide nothing", () => {
  const torn = line(own).slice(0, 60);
  expect(earlierIn(`_call}\n${line(reading)}\n{"_call":1}\n${torn}`)).toEqual([demo]);
});

test("long calls between do not push an earlier one out of sight", () => {
  for (const text of ["x".repeat(300_000), "é".repeat(300_000), `"a_output" ${"x".repeat(300_000)}`]) {
    const long = shell("c3", `echo ${text}`);
    expect(earlierIn(start + line(reading) + line(long) + line(own))).toEqual([demo]);
  }
  const named = { type: "custom_tool_call", name: "x", input: "a_output", call_id: "c4" };
  const long = shell("c3", "x".repeat(300_000));
  expect(earlierIn(start + line(reading) + line(long) + line(named) + line(own))).toEqual([demo]);
});

test("a call that is not in the transcript yet is waited for, but not for long", () => {
  const began = process.cpuUsage();
  expect(earlierIn(start + line(reading), "c9")).toEqual([demo]);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000);
});

test("calls of Codex's code mode, which are in no transcript, are not waited for", () => {
  let reads = 0;
  const counted: ReadEnd = (...end) => {
    reads++;
    return readEnd(...end);
  };
  expect(earlierIn(start + line(reading), "exec-1", counted)).toEqual([demo]);
  expect(reads).toBe(1);
});

/** A transcript that grows with each look. */
function growing(...ends: readonly string[]): { readonly read: ReadEnd; readonly looks: () => number } {
  let looks = 0;
  return { read: () => ends[Math.min(looks++, ends.length - 1)], looks: () => looks };
}

test("the call's own line is waited for, and no longer than until it is there", () => {
  const { read, looks } = growing(start, start, start + line(reading) + line(own));
  expect(earlierIn("", "c2", read)).toEqual([demo]);
  expect(looks()).toBe(3);
});

test("waiting does not keep the processor busy", () => {
  const { read, looks } = growing(start);
  earlierIn("", "c2", read);
  expect(looks()).toBeGreaterThan(1);
  expect(looks()).toBeLessThan(agentHooksLimits.transcriptMs);
});

test("a result of an earlier call with the same id is not the call that is waited for", () => {
  const before = start + line(shell("c2", "ls")) + line(result("c2"));
  const { read } = growing(before, before + line(reading) + line(own));
  expect(earlierIn("", "c2", read)).toEqual([demo]);
});

test("a call without an id, or without a transcript's path, is not looked for", () => {
  const { read, looks } = growing(start + line(reading) + line(own));
  for (const more of [{ tool_use_id: undefined }, { tool_use_id: 7 }, { transcript_path: 7 }])
    expect(codex.read({ ...payload, transcript_path: "/t", ...more }, read)).not.toHaveProperty("earlier");
  expect(looks()).toBe(0);
});

test("a patch is a call with its own place in the message", () => {
  const patch = { type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch", call_id: "c2" };
  expect(earlierIn(start + line(patch) + line(reading))).toBeUndefined();
  expect(earlierIn(start + line(reading) + line(patch))).toEqual([demo]);
});

test("calls without an id and lines of other kinds are no calls of the message", () => {
  const { call_id: _, ...unnamed } = { call_id: "", ...reading };
  const event = line(reading).replace("response_item", "event_msg");
  expect(earlierIn(start + event + line(unnamed) + line(own))).toBeUndefined();
});

const payload = {
  ...{ session_id: "s", turn_id: "t", cwd: "/w", hook_event_name: "PreToolUse", tool_use_id: "c2" },
  ...{ tool_name: "Bash", tool_input: { command: "ls" } },
};

test("a transcript that is not there or not a file shows nothing", () => {
  for (const transcript_path of [join(folder, "missing"), folder, null, 7])
    expect(codex.read({ ...payload, transcript_path }, readEnd)).not.toHaveProperty("earlier");
});
