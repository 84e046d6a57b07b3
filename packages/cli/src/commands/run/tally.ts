import type { AuditEvent, AuditSkill } from "@skillwright/core/audit";
import type { RuleRef } from "@skillwright/core/policy";
import { compact } from "@skillwright/core/text";
import { costOf, type Price } from "@skillwright/evals";
import type { AgentEvent } from "@skillwright/runtime/agent";

/** Totals of a run, including its sub-agents. */
export type RunTotals = {
  readonly tokens: { readonly input: number; readonly cachedInput: number; readonly output: number };
  /** Undefined if the price of a used model is unknown. */
  readonly cost: number | undefined;
  readonly calls: number;
  /** Used skills, without duplicates. */
  readonly skills: readonly AuditSkill[];
  readonly refused: readonly RefusedCall[];
};

type RefusedCall = RuleRef & {
  readonly tool: string;
  readonly reason: string;
  readonly detail?: string;
};

export type RunTally = {
  agent(event: AgentEvent): void;
  session(event: AuditEvent): void;
  totals(): RunTotals;
};

export function createRunTally(priceOf: (model: string) => Price | undefined): RunTally {
  const tokens = { input: 0, cachedInput: 0, output: 0 };
  let cost: number | undefined = 0;
  let calls = 0;
  const skills = new Map<string, AuditSkill>();
  const refused: RefusedCall[] = [];
  const agent = (event: AgentEvent): void => {
    if (event.type === "subagent") agent(event.event);
    if (event.type === "tool-called") calls += 1;
    if (event.type !== "step-finished") return;
    const { usage } = event;
    tokens.input += usage.inputTokens;
    tokens.cachedInput += usage.cachedInputTokens;
    tokens.output += usage.outputTokens;
    // Per step, since prices depend on the size of each request.
    const step = costOf(usage, priceOf(event.model));
    cost = cost === undefined || step === undefined ? undefined : cost + step;
  };
  return {
    agent,
    session: (event) => {
      if (event.event === "skill-activated" || event.event === "subagent-started")
        skills.set(`${event.skill.digest} ${event.skill.name}`, event.skill);
      if (event.event === "tool-call-denied") refused.push(toRefused(event));
    },
    totals: () => ({ tokens, cost, calls, skills: [...skills.values()], refused }),
  };
}

function toRefused(event: Extract<AuditEvent, { event: "tool-call-denied" }>): RefusedCall {
  const { tool, layer, rule, reason, detail } = event;
  return { tool, layer, rule, reason, ...compact({ detail }) };
}
