import { describe, expect, test } from "vitest";
import { runtimeLimits } from "../../limits.ts";
import type { AgentName, HookAnswer, HookEvent, HookOutput, HookProblem } from "../agent-dialect.ts";
import { dialects, findDialect } from "./dialects.ts";
import { recorded } from "./payloads/test-recorded.ts";

// The bytes follow the agents' own references: an agent that gets anything else lets the call pass.

const reason = 'The skill "pdf" does not list it.';
const quoted = String.raw`The skill \"pdf\" does not list it.`;
const noApprover =
  "This needs a person's approval, and this agent's hooks cannot ask: run it yourself, or allow it in a policy.";

function eventOf(agent: AgentName, what: string): HookEvent {
  const found = recorded[agent].find((one) => one.what === what);
  if (!found) throw new Error(`${agent} has no payload for ${what}`);
  return found.event;
}

function answer(agent: AgentName, told: HookAnswer, event: HookEvent | HookProblem): HookOutput | undefined {
  return findDialect(agent)?.answer(told, event);
}

const printed = (stdout: string): HookOutput => ({ stdout: `${stdout}\n`, stderr: "", exitCode: 0 });
const silent: HookOutput = { stdout: "", stderr: "", exitCode: 0 };
const blocked = (stderr: string): HookOutput => ({ stdout: "", stderr: `${stderr}\n`, exitCode: 2 });

function claude(decision: string): string {
  return `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"${decision}","permissionDecisionReason":"${quoted}"}}`;
}
function flat(decision: string): string {
  return `"permissionDecision":"${decision}","permissionDecisionReason":"${quoted}"`;
}
function both(decision: string): string {
  return `{"hookSpecificOutput":{"hookEventName":"PreToolUse",${flat(decision)}},${flat(decision)}}`;
}
function cursorWords(permission: string, text = quoted): string {
  return `{"permission":"${permission}","user_message":"${text}","agent_message":"${text}"}`;
}

test.each<[AgentName, string, Readonly<Record<HookAnswer["effect"], HookOutput>>]>([
  [
    "claude-code",
    "a command",
    {
      none: silent,
      allow: printed(claude("allow")),
      ask: printed(claude("ask")),
      deny: printed(claude("deny")),
    },
  ],
  [
    "codex",
    "a command",
    { none: silent, allow: silent, ask: blocked(`${reason}\n${noApprover}`), deny: blocked(reason) },
  ],
  [
    "gemini-cli",
    "a command",
    {
      none: silent,
      allow: silent,
      ask: printed(`{"decision":"deny","reason":"${quoted}\\n${noApprover}"}`),
      deny: printed(`{"decision":"deny","reason":"${quoted}"}`),
    },
  ],
  [
    "cursor",
    "a command",
    {
      none: printed("{}"),
      allow: printed('{"permission":"allow"}'),
      ask: printed(cursorWords("deny", `${quoted}\\n${noApprover}`)),
      deny: printed(cursorWords("deny")),
    },
  ],
  [
    "cursor",
    "a command before it is run",
    {
      none: printed("{}"),
      allow: printed('{"permission":"allow"}'),
      ask: printed(cursorWords("ask")),
      deny: printed(cursorWords("deny")),
    },
  ],
  [
    "cursor",
    "a tool of an MCP server before it is run",
    {
      none: printed("{}"),
      allow: printed('{"permission":"allow"}'),
      ask: printed(cursorWords("deny", `${quoted}\\n${noApprover}`)),
      deny: printed(cursorWords("deny")),
    },
  ],
  [
    "copilot",
    "a command",
    {
      none: silent,
      allow: printed(`{${flat("allow")}}`),
      ask: printed(`{${flat("ask")}}`),
      deny: printed(`{${flat("deny")}}`),
    },
  ],
  [
    "copilot",
    "an edit in VS Code",
    { none: silent, allow: printed(both("allow")), ask: printed(both("ask")), deny: printed(both("deny")) },
  ],
])("%s is answered about %s in its own format", (agent, what, outputs) => {
  const event = eventOf(agent, what);
  expect({
    none: answer(agent, { effect: "none" }, event),
    allow: answer(agent, { effect: "allow", reason }, event),
    ask: answer(agent, { effect: "ask", reason }, event),
    deny: answer(agent, { effect: "deny", reason }, event),
  }).toEqual(outputs);
});

test.each<[AgentName, HookOutput]>([
  ["claude-code", blocked(reason)],
  ["codex", blocked(reason)],
  ["gemini-cli", blocked(reason)],
  ["cursor", printed(cursorWords("deny"))],
  // With code and words: the code alone gives no reason.
  ["copilot", { ...printed(both("deny")), stderr: `${reason}\n`, exitCode: 2 }],
])("an unreadable payload from %s is blocked", (agent, output) => {
  const problem: HookProblem = { kind: "problem", problem: reason };
  expect(answer(agent, { effect: "deny", reason }, problem)).toEqual(output);
  expect(answer(agent, { effect: "deny", reason }, { ...problem, event: "PreUnheardOf" })).toEqual(output);
});

describe.each(dialects)("$agent", ({ agent, answer: say, read }) => {
  const silence = agent === "cursor" ? "{}\n" : "";
  const quiet = recorded[agent].filter(({ event }) => event.kind !== "call");

  test.each(quiet)("gets no decision on $what, whatever the answer", ({ event }) => {
    const told = { stdout: silence, stderr: `${reason}\n`, exitCode: 0 };
    expect(say({ effect: "deny", reason }, event)).toEqual(told);
    expect(say({ effect: "ask", reason }, event)).toEqual(told);
    expect(say({ effect: "allow", reason }, event)).toEqual({ stdout: silence, stderr: "", exitCode: 0 });
    expect(say({ effect: "none" }, event)).toEqual({ stdout: silence, stderr: "", exitCode: 0 });
  });

  test("does not lock a user out if a prompt cannot be read", () => {
    const prompts = recorded[agent].filter(({ event }) => event.kind === "prompt" || event.kind === "load");
    for (const { payload } of prompts) {
      const { session_id: _, sessionId: __, conversation_id: ___, ...broken } = payload;
      const event = read(broken);
      expect(event.kind).toBe("problem");
      expect(say({ effect: "deny", reason }, event)).toEqual({
        stdout: silence,
        stderr: `${reason}\n`,
        exitCode: 0,
      });
    }
  });

  test("never gets an empty reason, which would let the call pass", () => {
    const [call] = recorded[agent].filter(({ event }) => event.kind === "call");
    for (const empty of ["", "  \n "])
      expect(JSON.stringify(call && say({ effect: "deny", reason: empty }, call.event))).toContain(
        "Skillwright denies this call.",
      );
  });

  test("gets a bounded reason that cannot move a cursor", () => {
    const [call] = recorded[agent].filter(({ event }) => event.kind === "call");
    const hostile = `\u001b[2J\u202e${"\u0007".repeat(5_000_000)}`;
    const output = call && say({ effect: "ask", reason: hostile }, call.event);
    const text = `${output?.stdout}${output?.stderr}`;
    // Cursor and VS Code read it twice.
    expect(text.length).toBeLessThan(2 * runtimeLimits.hookReasonCharacters + 1500);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  test("gets one line of JSON or nothing on standard output", () => {
    for (const { event } of recorded[agent])
      for (const effect of ["none", "allow", "ask", "deny"] as const) {
        const { stdout } = say({ effect, reason: "first line\nsecond line" }, event);
        expect(stdout).toMatch(/^(?:\{.*\}\n)?$/);
        if (stdout !== "") expect(() => JSON.parse(stdout)).not.toThrow();
      }
  });
});
