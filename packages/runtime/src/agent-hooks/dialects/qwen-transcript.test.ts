import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type ReadEnd, readEnd } from "../read-end.ts";
import { qwenCode } from "./qwen-code.ts";

const folder = mkdtempSync(join(tmpdir(), "qwen-transcript-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Call = { readonly id: string; readonly name: string; readonly args: object };
const skill = { id: "c1", name: "skill", args: { skill: "demo" } };
const shell = { id: "c2", name: "run_shell_command", args: { command: "touch ran" } };
const message = (...calls: readonly Call[]): string =>
  `${JSON.stringify({ type: "assistant", message: { role: "model", parts: calls.map((functionCall) => ({ functionCall })) } })}\n`;
const user = `${JSON.stringify({ type: "user", message: { role: "user", parts: [{ text: "go c2" }] } })}\n`;

/** The skills that calls before the shell's in its message load. */
function earlierIn(transcript: string, more: object = {}, read: ReadEnd = readEnd): unknown {
  const path = join(folder, "chat.jsonl");
  writeFileSync(path, transcript);
  const event = qwenCode.read(
    {
      ...{ session_id: "s", transcript_path: path, cwd: "/w", hook_event_name: "PreToolUse" },
      ...{ tool_name: "run_shell_command", tool_input: shell.args, tool_call_id: "c2", ...more },
    },
    read,
  );
  return event.kind === "call" ? event.earlier?.map(({ loads, loader }) => [loads, loader]) : event;
}

test("a call after one that loads a skill in the same message knows of it", () => {
  expect(earlierIn(user + message(skill, shell))).toEqual([[["demo"], undefined]]);
});

test("a call before it, or in a later message, does not", () => {
  expect(earlierIn(user + message(shell, skill))).toBeUndefined();
  expect(earlierIn(user + message(skill) + message(shell))).toBeUndefined();
});

test("an id that an earlier message used as well means the last call with it", () => {
  expect(earlierIn(message(shell) + user + message(skill, shell))).toEqual([[["demo"], undefined]]);
});

test("a load through our own server counts, as Qwen Code calls tools of servers", () => {
  const args = { name: "mcp__skillwright__skills_load", arguments: { name: "pdf" } };
  const load = { id: "c1", name: "tool_call", args };
  expect(earlierIn(message(load, shell))).toEqual([[["pdf"], "own-server"]]);
});

test("long calls between do not push an earlier one out of sight", () => {
  const long = { ...shell, id: "c3", args: { command: "x".repeat(300_000) } };
  for (const later of [user, user.replace("go", "gé")])
    expect(earlierIn(message(skill, long, shell) + later.repeat(1000))).toEqual([[["demo"], undefined]]);
});

test("torn, foreign and missing lines are waited for, but not for long; those of sub-agents not at all", () => {
  const began = performance.now();
  expect(earlierIn(`c2}\n{"c2":1}\n["c2"]\n${message(skill, shell).slice(0, 90)}`)).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(2000);
  let reads = 0;
  const counted: ReadEnd = (...end) => {
    reads++;
    return readEnd(...end);
  };
  expect(earlierIn(user, { agent_id: "helper" }, counted)).toBeUndefined();
  expect(reads).toBeLessThan(2);
});

test("a transcript that is not there or not a file shows nothing", () => {
  for (const transcript_path of [join(folder, "missing"), folder, null, 7])
    expect(earlierIn(user + message(skill, shell), { transcript_path })).toBeUndefined();
});
