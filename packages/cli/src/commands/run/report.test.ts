import { expect, test } from "vitest";
import { programSchemas } from "../../schemas/programs.ts";
import {
  explainEnd,
  explainUnanswered,
  type RunReport,
  runExitCode,
  summarize,
  toRunJson,
} from "./report.ts";

const report: RunReport = {
  status: "finished",
  answer: "42",
  session: "s-1",
  model: "anthropic/claude-sonnet-5-5",
  steps: 6,
  calls: 9,
  tokens: { input: 12_345, cachedInput: 8000, output: 1234 },
  cost: 0.0123,
  durationMs: 14_249,
  skills: [{ name: "code-review", digest: "d1" }],
  refused: [],
  unanswered: [],
  audit: {
    path: "/home/me/.local/share/skillwright/audit.jsonl",
    name: "~/.local/share/skillwright/audit.jsonl",
  },
};

test("a summary names steps, tokens, cost, model, time, skills and the log, on lines that fit", () => {
  expect(summarize(report, 80)).toEqual([
    "6 steps · 12,345 tokens in (8,000 cached), 1,234 out · $0.0123",
    "anthropic/claude-sonnet-5-5 · 14.2 s · skills: code-review",
    "log: ~/.local/share/skillwright/audit.jsonl",
  ]);
  expect(summarize(report, 400)).toHaveLength(1);
});

test("empty parts are omitted, and an unknown cost says so", () => {
  const tokens = { input: 10, cachedInput: 0, output: 5 };
  const bare = {
    ...report,
    steps: 1,
    skills: [],
    cost: undefined,
    tokens,
    model: "ollama/x",
    durationMs: 90,
  };
  expect(summarize(bare, 200)).toEqual([
    "1 step · 10 tokens in, 5 out · cost unknown · ollama/x · 0.1 s · log: ~/.local/share/skillwright/audit.jsonl",
  ]);
});

test.each([
  ["finished", 0, undefined],
  [
    "out-of-steps",
    1,
    "The agent did not finish within 6 steps. Allow more with --max-steps, or give it a smaller task.",
  ],
  ["looping", 1, expect.stringContaining("repeated the same calls")],
  ["timed-out", 1, "The agent did not finish within 14.2 s and was stopped. Allow more with --timeout."],
  ["interrupted", 130, "Interrupted; nothing is running anymore."],
  ["failed", 4, "The key was not accepted."],
] as const)("a run that is %s exits with %i and says why", (status, code, words) => {
  const fault = { kind: "unauthorized", message: "The key was not accepted." } as const;
  const ended = { ...report, status, ...(status === "failed" ? { fault } : {}) };
  expect([runExitCode(ended), explainEnd(ended)]).toEqual([code, words]);
});

test("calls that had no one to approve them are listed, up to ten, with what to do", () => {
  expect(explainUnanswered(report, 100)).toEqual([]);
  const unanswered = Array.from({ length: 12 }, (_, index) => `bash {"command":"${index}"}`);
  const lines = explainUnanswered({ ...report, unanswered }, 100);
  expect(lines).toEqual([
    "Refused because there was no terminal to ask on (12 calls):",
    ...unanswered.slice(0, 10).map((call) => `  ${call}`),
    "  and 2 more",
    "Run in a terminal, allow such calls in a policy (--policy), or approve everything with --yes.",
  ]);
});

test("the JSON report has its published shape", () => {
  const refused = [{ tool: "bash", layer: "user", rule: "otherwise", reason: "not-approved", detail: "x" }];
  const failed: RunReport = {
    ...report,
    status: "failed",
    fault: { kind: "rate-limited", message: "Wait.", retryAfterSeconds: 3 },
    cost: undefined,
    durationMs: 1.7,
    refused,
    unanswered: ["bash {}"],
  };
  const row = JSON.parse(toRunJson(failed));
  expect(programSchemas.run?.parse(row)).toEqual(row);
  expect(row).toEqual({
    version: 1,
    status: "failed",
    answer: "42",
    fault: { kind: "rate-limited", message: "Wait." },
    model: "anthropic/claude-sonnet-5-5",
    steps: 6,
    calls: 9,
    tokens: { input: 12_345, cachedInput: 8000, output: 1234 },
    costUsd: null,
    durationMs: 2,
    skills: [{ name: "code-review", digest: "d1" }],
    refused,
    unanswered: ["bash {}"],
    session: "s-1",
    audit: "/home/me/.local/share/skillwright/audit.jsonl",
  });
});
