import type { AuditEvent, AuditFact } from "@skillwright/core/audit";
import { expect, test } from "vitest";
import { createStyle } from "../../terminal/style.ts";
import { sessionLine } from "./event-lines.ts";

const skill = { name: "review", digest: "d" };
const call = { call: "1", tool: "bash", input: { command: "git push" }, skills: [skill] };

function lineOf(fact: AuditFact, columns = 80): string | undefined {
  const event: AuditEvent = { time: "2026-01-01T00:00:00.000Z", session: "s", ...fact };
  return sessionLine(event, { style: createStyle(false), columns });
}

test("S3-69: an activation is a visible step", () => {
  expect(lineOf({ event: "skill-activating", skill: "code-review", trigger: "model" })).toBe(
    "Activating 'code-review' skill...",
  );
});

test.each(["Skill", "skills_load"])("the call of %s is not reported twice", (tool) => {
  const allowed = { ...call, tool, layer: "default", rule: "skill-tools", reason: "skill-tool" };
  expect(lineOf({ event: "tool-call-allowed", ...allowed })).toBeUndefined();
});

test("an allowed call is one line", () => {
  const allowed = { ...call, layer: "user", rule: "Bash", reason: "allowed-by-rule" };
  expect(lineOf({ event: "tool-call-allowed", ...allowed })).toBe("→ bash git push");
});

test("a denial names the refused part, the rule and its layer, in lines that fit", () => {
  const denied = {
    layer: "skill review",
    rule: "only",
    reason: "not-on-the-list",
    detail: "git push",
  } as const;
  expect(lineOf({ event: "tool-call-denied", ...call, ...denied }, 60)).toBe(
    [
      "✗ bash git push",
      "  The skill review allows only listed tools, and this is not",
      "  on the list: git push. (skill review: only)",
    ].join("\n"),
  );
});

test("a refusal by something other than a rule is reported in its own words", () => {
  const denied = { layer: "user", rule: "otherwise", reason: "not-approved" } as const;
  const detail = "The person asked did not approve it.";
  expect(lineOf({ event: "tool-call-denied", ...call, ...denied, detail })).toBe(
    "✗ bash git push\n  The person asked did not approve it. (user: otherwise)",
  );
  expect(lineOf({ event: "tool-call-denied", ...call, ...denied })).toBe(
    "✗ bash git push\n  It was not approved. (user: otherwise)",
  );
});

test("leaving a skill is reported, except at the end of the session", () => {
  const left = { event: "skill-deactivated", skill, activation: "a" } as const;
  expect(lineOf({ ...left, reason: "deactivated" })).toBe("Left the 'review' skill.");
  expect(lineOf({ ...left, reason: "turn-ended" })).toBeUndefined();
  expect(lineOf({ ...left, reason: "session-closed" })).toBeUndefined();
});

test("refused skills and sub-agents are reported, other events are not", () => {
  expect(lineOf({ event: "skill-refused", skill: "x", trigger: "model", reason: "cycle" })).toBe(
    "The 'x' skill was not activated (cycle).",
  );
  expect(lineOf({ event: "subagent-started", skill, activation: "a", child: "c", depth: 1 })).toBe(
    "→ sub-agent review",
  );
  expect(lineOf({ event: "session-ended" })).toBeUndefined();
});

test("text of an event cannot move the cursor or start a line of ours", () => {
  const input = { command: "echo \u001b[2J\n✗ fake" };
  const denied = { layer: "skill \u001b[1m", rule: "a\nb", reason: "denied-by-rule" } as const;
  expect(lineOf({ event: "tool-call-denied", ...call, input, ...denied }, 200)).toBe(
    "✗ bash echo \\u{1b}[2J ✗ fake\n  The rule a\\u{a}b of the skill \\u{1b}[1m denies it. (skill \\u{1b}[1m: a\\u{a}b)",
  );
});
