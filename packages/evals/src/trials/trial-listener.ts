import type { AuditEvent, SecretMask } from "@skillwright/core/audit";
import { isJsonObject } from "@skillwright/core/text";
import type { Clock } from "@skillwright/runtime";
import { type AgentEvent, type ModelFault, sumUsage } from "@skillwright/runtime/agent";
import { evalsLimits } from "../limits.ts";
import { trialsLimits } from "./limits.ts";
import type { TrialEvent, TrialUsage } from "./trial.ts";
import { maskEvent } from "./trial-files.ts";

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
    events: () => events.map((event) => maskEvent(event, secrets)),
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

/** Tells a slow agent from a model that kept it waiting. */
export type ModelWatch = {
  hear(event: AgentEvent): void;
  /**
   * The model's fault in a timeout: the agent spent the last half of the time, or a retry, waiting for the
   * model.
   */
  fault(timeoutMs: number): ModelFault | undefined;
};

export function createModelWatch(clock: Clock): ModelWatch {
  const underWay = new Set<string>();
  let heardAt = clock.elapsed();
  let retried: ModelFault | undefined;
  const hear = (event: AgentEvent): void => {
    heardAt = clock.elapsed();
    retried = event.type === "retrying" ? event.fault : undefined;
    if (event.type === "tool-called") underWay.add(event.call);
    if (event.type === "tool-answered") underWay.delete(event.call);
    if (event.type === "subagent") hear(event.event);
  };
  return {
    hear,
    fault: (timeoutMs) => {
      if (retried !== undefined) return retried;
      const isSilent = underWay.size === 0 && clock.elapsed() - heardAt >= timeoutMs / 2;
      return isSilent ? { kind: "timed-out", message: "The model did not answer in time." } : undefined;
    },
  };
}

/** Bounds a call's input in depth and size, and maps each text in it. */
export function boundInput(input: unknown, toText: (text: string) => string): unknown {
  let left: number = evalsLimits.trialEventCharacters;
  const keepText = (text: string): string => {
    const whole = toText(text);
    const kept = whole.slice(0, Math.max(0, left));
    left -= kept.length;
    return kept.length < whole.length ? `${kept.toWellFormed()}…` : whole;
  };
  const keep = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return keepText(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth >= trialsLimits.trialInputDepth) return "…";
    // Every item takes up space, however small.
    const isRoom = (): boolean => left-- > 0;
    if (Array.isArray(value)) return value.filter(isRoom).map((item) => keep(item, depth + 1));
    if (!isJsonObject(value)) return value;
    const fields = Object.entries(value).filter(isRoom);
    return Object.fromEntries(fields.map(([key, item]) => [keepText(key), keep(item, depth + 1)]));
  };
  return keep(input, 0);
}
