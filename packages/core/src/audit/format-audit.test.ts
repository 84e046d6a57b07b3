import { expect, test } from "vitest";
import type { AuditEvent } from "./audit-event.ts";
import { allowedCall, finishedCall } from "./contract.ts";
import { formatAudit } from "./format-audit.ts";

const base = { time: "2026-01-13T10:30:00Z", session: "s-1", user: "alice" };
const skill = { name: "deploy-to-k8s", digest: "sha256:0a" };
const call = { call: "c", tool: "Bash", skills: [{ name: "outer", digest: "sha256:1b" }, skill] };

test("S3-43: a script's start and end are logged in OmniForge's line format", () => {
  const started: AuditEvent = {
    ...base,
    ...call,
    event: "script-started",
    script: "deploy.sh",
    command: ["bash", "scripts/deploy.sh", "--env", "prod"],
    sandbox: "none",
  };
  const finished: AuditEvent = {
    ...base,
    ...call,
    event: "tool-call-finished",
    ok: true,
    durationMs: 45_000,
    exitCode: 0,
    output: "line 1\nline 2",
  };
  expect([...formatAudit(started), ...formatAudit(finished)]).toEqual([
    "[AUDIT] Skill: deploy-to-k8s | Script: deploy.sh | User: alice | Time: 2026-01-13T10:30:00Z",
    "[AUDIT] Command: bash scripts/deploy.sh --env prod",
    "[AUDIT] Exit code: 0 | Duration: 45s",
    "[AUDIT] Output: line 1\\u{a}line 2",
  ]);
});

const origin = "User: alice | Time: 2026-01-13T10:30:00Z";
const others: readonly (readonly [AuditEvent, readonly string[]])[] = [
  [
    { ...base, event: "session-started", workspace: "/repo" },
    [`Session: s-1 | Event: session-started | ${origin}`, "Workspace: /repo"],
  ],
  [{ ...base, event: "session-ended" }, [`Session: s-1 | Event: session-ended | ${origin}`]],
  [
    { ...base, event: "skill-activating", skill: "pdf", trigger: "user" },
    [`Skill: pdf | Event: skill-activating | Trigger: user | ${origin}`],
  ],
  [
    {
      ...base,
      event: "skill-activated",
      skill,
      activation: "a",
      trigger: "model",
      requestedTools: ["Read", "Bash(git:*)"],
      mode: "restrict",
    },
    [
      `Skill: deploy-to-k8s | Event: skill-activated | Trigger: model | ${origin}`,
      "Digest: sha256:0a | Mode: restrict | Tools: Read Bash(git:*)",
    ],
  ],
  [
    { ...base, event: "skill-refused", skill: "pdf", trigger: "model", reason: "cycle" },
    [`Skill: pdf | Event: skill-refused | Trigger: model | ${origin}`, "Reason: cycle"],
  ],
  [
    { ...base, event: "skill-deactivated", skill, activation: "a", reason: "left" },
    [`Skill: deploy-to-k8s | Event: skill-deactivated | Reason: left | ${origin}`],
  ],
  [
    {
      ...base,
      ...call,
      event: "tool-call-denied",
      layer: "organisation",
      rule: "Bash(rm:*)",
      reason: "denied-by-rule",
      detail: "rm -rf /",
      input: { command: "rm -rf /" },
    },
    [
      `Skill: deploy-to-k8s | Tool: Bash | Decision: denied | ${origin}`,
      "Layer: organisation | Rule: Bash(rm:*) | Reason: denied-by-rule | Detail: rm -rf /",
      'Input: {"command":"rm -rf /"}',
    ],
  ],
  [
    {
      ...base,
      ...call,
      event: "tool-call-allowed",
      layer: "user",
      rule: "Read",
      reason: "asked-by-rule",
      approver: "bob",
      input: {},
    },
    [
      `Skill: deploy-to-k8s | Tool: Bash | Decision: allowed | ${origin}`,
      "Layer: user | Rule: Read | Reason: asked-by-rule | Approved by: bob",
      "Input: {}",
    ],
  ],
  [
    { ...base, ...call, event: "tool-call-finished", ok: false, durationMs: 1520, error: "no such file" },
    ["Tool: Bash | Result: failed | Duration: 1.5s", "Error: no such file"],
  ],
  [
    {
      ...base,
      event: "hook-finished",
      skill,
      hook: "PreToolUse",
      command: "./check.sh",
      outcome: "blocked",
      durationMs: 12,
      exitCode: 2,
      output: "no",
    },
    [
      `Skill: deploy-to-k8s | Hook: PreToolUse | Outcome: blocked | ${origin}`,
      "Command: ./check.sh",
      "Exit code: 2 | Duration: 12ms",
      "Output: no",
    ],
  ],
  [
    { ...base, event: "log-repaired", torn: '{"ver', bytes: 5 },
    [`Event: log-repaired | Torn: 5 bytes | ${origin}`, 'Text: {"ver'],
  ],
];

test.each(others.map(([event, lines]) => [event.event, event, lines] as const))(
  "%s has lines of the same form",
  (_, event, lines) => {
    expect(formatAudit(event)).toEqual(lines.map((line) => `[AUDIT] ${line}`));
  },
);

test("an event kind of a later version shows the common fields", () => {
  expect(formatAudit({ ...base, event: "skill-revoked", by: "admin" })).toEqual([
    `[AUDIT] Event: skill-revoked | ${origin}`,
  ]);
  expect(formatAudit({ time: "t", session: "s", event: "toString" })).toEqual([
    "[AUDIT] Event: toString | User: - | Time: t",
  ]);
});

test("no value in an event can start a new line or field, or move the cursor", () => {
  const evil = "x | User: root\n[AUDIT] Skill: y\u001b[2J\u2028\u202e";
  const events: readonly AuditEvent[] = [
    { ...allowedCall("1", evil), user: evil },
    { ...finishedCall("1"), user: evil },
    { ...base, event: "skill-refused", skill: evil, trigger: "model", reason: evil },
  ];
  for (const line of events.flatMap(formatAudit)) {
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    // A line with one field cannot be confused with another, and commands are full of these characters.
    if (!/^\[AUDIT\] (?:Input|Reason)/.test(line)) expect(line).not.toContain("| User: root");
  }
});

test("a damaged event of a known kind is shown as far as possible", () => {
  expect(formatAudit({ time: "t", session: "s", event: "tool-call-finished", durationMs: "long" })).toEqual([
    "[AUDIT] Result: - | Duration: -",
  ]);
  expect(formatAudit({ time: "t", session: "s", event: "script-started", skills: 5, command: 7 })).toEqual([
    "[AUDIT] Skill: - | Script: - | User: - | Time: t",
    "[AUDIT] Command: 7",
  ]);
});
