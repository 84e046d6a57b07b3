import type { AuditEvent } from "@skillwright/core/audit";
import type { AgentEvent } from "@skillwright/runtime/agent";
import { sumUsage } from "@skillwright/runtime/agent";
import type { SecretMask } from "../turns/mask-secrets.ts";
import { hideInEvent } from "./hide-secrets.ts";
import type { TrialEvent, TrialUsage } from "./trial.ts";

/** Records what an agent does, bounded and without secrets. */
export type TrialListener = {
  agent(event: AgentEvent): void;
  session(event: AuditEvent): void;
  events(): readonly TrialEvent[];
  activated(): readonly string[];
  usage(): readonly TrialUsage[];
};

/** When to stop early: a skill is active, and the usage of that step is known. */
export type Enough = { readonly activated: string | undefined; readonly tell: () => void };

export function createTrialListener(enough: Enough, secrets: SecretMask): TrialListener {
  const events: TrialEvent[] = [];
  const activated = new Set<string>();
  const denied = new Set<string>();
  const usages: TrialUsage[] = [];
  const hear = (event: AgentEvent, agent?: string): void => {
    if (event.type === "step-finished") usages.push({ model: event.model, ...event.usage });
    // Drop the output of a step that is retried.
    if (event.type === "retrying") dropStep(events, agent);
    if (event.type === "subagent") hear(event.event, event.skill);
    const heard = toTrialEvent(event, denied);
    if (heard) append(events, agent === undefined ? heard : { agent, ...heard });
  };
  return {
    agent: (event) => {
      hear(event);
      // A sub-agent would do the whole task within the step.
      const isStep = event.type === "step-finished" || event.type === "subagent";
      if (isStep && enough.activated !== undefined && activated.has(enough.activated)) enough.tell();
    },
    session: (event) => {
      if (event.event === "tool-call-denied") denied.add(event.call);
      if (event.event === "skill-activated" || event.event === "subagent-started")
        activated.add(event.skill.name);
    },
    // Mask only here: a secret may arrive in pieces.
    events: () => events.map((event) => hideInEvent(event, secrets)),
    activated: () => [...activated],
    usage: () => sumUsage(usages),
  };
}

function toTrialEvent(event: AgentEvent, denied: ReadonlySet<string>): TrialEvent | undefined {
  switch (event.type) {
    case "text":
      return { type: "said", text: event.delta };
    case "tool-called":
      return { type: "called", call: event.call, tool: event.tool, input: event.input };
    case "tool-answered": {
      const { call, tool, ok } = event;
      const output = typeof event.output === "string" ? event.output : (JSON.stringify(event.output) ?? "");
      return { type: "answered", call, tool, ok, ...(denied.has(call) ? { denied: true } : {}), output };
    }
    default:
      return undefined;
  }
}

/** Joins consecutive text of one agent. */
function append(events: TrialEvent[], event: TrialEvent): void {
  const last = events.at(-1);
  if (event.type === "said" && last?.type === "said" && last.agent === event.agent)
    events.splice(-1, 1, { ...last, text: last.text + event.text });
  else events.push(event);
}

function dropStep(events: TrialEvent[], agent: string | undefined): void {
  while (events.length > 0) {
    const last = events.at(-1);
    if (last?.agent !== agent || last?.type === "answered") return;
    events.pop();
  }
}
