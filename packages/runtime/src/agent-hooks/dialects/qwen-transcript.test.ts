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
  const began = process.cpuUsage();
  expect(earlierIn(`c2}\n{"c2":1}\n["c2"]\n${message(skill, shell).slice(0, 90)}`)).toBeUndefined();
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000);
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

test("the message is waited for, and no longer than until it is there", () => {
  let looks = 0;
  const read: ReadEnd = () => (looks++ < 2 ? user : user + message(skill, shell));
  expect(earlierIn("", {}, read)).toEqual([[["demo"], undefined]]);
  expect(looks).toBe(3);
});

test("a call without an id, or without a transcript's path, is not looked for", () => {
  let looks = 0;
  const read: ReadEnd = () => {
    looks++;
    return message(skill, shell);
  };
  for (const more of [{ tool_call_id: undefined }, { tool_call_id: 7 }, { transcript_path: 7 }])
    expect(earlierIn("", more, read)).toBeUndefined();
  expect(looks).toBe(0);
});

test("only calls before it in its own message count, wherever its id is mentioned", () => {
  const mention = { id: "c7", name: "run_shell_command", args: { command: "echo c2" } };
  expect(earlierIn(message(shell, skill, mention))).toBeUndefined();
  expect(earlierIn(message(skill, shell) + message(mention))).toEqual([[["demo"], undefined]]);
  const copied = message(skill, shell).replace('"assistant"', '"system"');
  expect(earlierIn(message(shell) + copied)).toBeUndefined();
});

test.each<[string, unknown]>([
  ["text", { text: "c2" }],
  ["null", null],
  ["no object", 7],
  ["a call that is none", { functionCall: 7 }],
  ["a call of nothing", { functionCall: { id: "c0", name: "tool_call", args: null } }],
  ["a call of a tool without a name", { functionCall: { id: "c0", name: "tool_call", args: {} } }],
])("%s beside the calls of a message hides none of them", (_, part) => {
  const parts = [part, { functionCall: skill }, { functionCall: shell }];
  const line = JSON.stringify({ type: "assistant", message: { role: "model", parts } });
  expect(earlierIn(line)).toEqual([[["demo"], undefined]]);
});

test("a load that Qwen Code calls by the tool's own name counts as well", () => {
  const load = { id: "c1", name: "mcp__skillwright__skills_load", args: { name: "pdf" } };
  expect(earlierIn(message(load, shell))).toEqual([[["pdf"], "own-server"]]);
});
