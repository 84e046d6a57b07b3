import type { AuditEvent, AuditFact } from "@skillwright/core/audit";
import type { AgentEvent, TokenUsage } from "@skillwright/runtime/agent";
import { expect, test } from "vitest";
import { createRunTally } from "./tally.ts";

const prices = {
  cheap: { input: 1, cachedInput: 0.1, output: 2 },
  long: {
    input: 1,
    cachedInput: 1,
    output: 1,
    longPrompt: { above: 100, input: 10, cachedInput: 10, output: 10 },
  },
};

function priceOf(model: string): (typeof prices)["cheap"] | undefined {
  return model === "cheap" || model === "long" ? prices[model] : undefined;
}

function step(model: string, inputTokens: number, more: Partial<TokenUsage> = {}): AgentEvent {
  const usage = { inputTokens, cachedInputTokens: 0, outputTokens: 0, ...more };
  return { type: "step-finished", step: 1, model, usage };
}

function event(fact: AuditFact): AuditEvent {
  return { time: "2026-01-01T00:00:00.000Z", session: "s", ...fact };
}

const nothing = {
  tokens: { input: 0, cachedInput: 0, output: 0 },
  cost: 0,
  calls: 0,
  skills: [],
  refused: [],
};

test("no usage adds up to zero", () => {
  expect(createRunTally(priceOf).totals()).toEqual(nothing);
});

test("steps, calls and costs add up, those of sub-agents at any depth among them", () => {
  const { agent, totals } = createRunTally(priceOf);
  agent(step("cheap", 1000, { cachedInputTokens: 400, outputTokens: 100 }));
  agent({ type: "tool-called", call: "1", tool: "read", input: {} });
  const inner: AgentEvent = {
    type: "subagent",
    skill: "b",
    depth: 2,
    event: step("cheap", 500, { outputTokens: 50 }),
  };
  agent({ type: "subagent", skill: "a", depth: 1, event: inner });
  agent({
    type: "subagent",
    skill: "a",
    depth: 1,
    event: { type: "tool-called", call: "2", tool: "x", input: {} },
  });
  expect(totals()).toEqual({
    ...nothing,
    tokens: { input: 1500, cachedInput: 400, output: 150 },
    cost: expect.closeTo((600 + 40 + 200 + 500 + 100) / 1_000_000, 12),
    calls: 2,
  });
});

test("each step counts as its own request, so many short ones do not count as a long prompt", () => {
  const { agent, totals } = createRunTally(priceOf);
  for (let index = 0; index < 5; index++) agent(step("long", 90));
  expect(totals().cost).toBeCloseTo(450 / 1_000_000, 12);
  agent(step("long", 101));
  expect(totals().cost).toBeCloseTo((450 + 1010) / 1_000_000, 12);
});

test("one model with an unknown price makes the total unknown", () => {
  const { agent, totals } = createRunTally(priceOf);
  agent(step("cheap", 10));
  agent(step("secret", 10));
  agent(step("cheap", 10));
  expect(totals()).toMatchObject({ cost: undefined, tokens: { input: 30 } });
});

test("skills are counted once, including those of a sub-agent, and refusals are kept with their rule", () => {
  const { session, totals } = createRunTally(priceOf);
  const skill = { name: "review", digest: "d" };
  const activated = event({
    event: "skill-activated",
    skill,
    activation: "a",
    trigger: "model",
    mode: "restrict",
  });
  session(activated);
  session(activated);
  const forked = { name: "survey", digest: "e" };
  session(event({ event: "subagent-started", skill: forked, activation: "b", child: "c", depth: 1 }));
  const rule = {
    layer: "skill review",
    rule: "only",
    reason: "not-on-the-list",
    detail: "git push",
  } as const;
  session(event({ event: "tool-call-denied", call: "1", tool: "bash", input: {}, skills: [skill], ...rule }));
  expect(totals()).toEqual({ ...nothing, skills: [skill, forked], refused: [{ tool: "bash", ...rule }] });
});
