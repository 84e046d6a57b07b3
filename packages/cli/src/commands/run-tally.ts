import type { AuditEvent, AuditSkill } from "@skillwright/core/audit";
import type { RuleRef } from "@skillwright/core/policy";
import { costOf, type Price } from "@skillwright/evals";
import type { AgentEvent } from "@skillwright/runtime/agent";

/** What a run came to, with its sub-agents. */
export type RunTotals = {
  readonly tokens: { readonly input: number; readonly cachedInput: number; readonly output: number };
  /** Undefined when the price of a model that was used is not known. */
  readonly cost: number | undefined;
  readonly calls: number;
  /** Skills that were used, each once. */
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
    // Step by step: prices depend on how much one request holds.
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
  return { tool, layer, rule, reason, ...(detail === undefined ? {} : { detail }) };
}
