import type { AuditEvent, SecretMask } from "@skillwright/core/audit";
import { compact, isJsonObject } from "@skillwright/core/text";
import type { Clock } from "@skillwright/runtime";
import { type AgentEvent, type ModelFault, sumUsage } from "@skillwright/runtime/agent";
import { evalsLimits } from "../limits.ts";
import { trialsLimits } from "./limits.ts";
import type { TrialEvent, TrialUsage } from "./trial.ts";

/** Records what an agent does, bounded and without secrets. */
export type TrialListener = {
  onAgentEvent(event: AgentEvent): void;
  onSessionEvent(event: AuditEvent): void;
  events(): readonly TrialEvent[];
  activated(): readonly string[];
  usage(): readonly TrialUsage[];
};

export type TrialListenerOptions = {
  readonly secrets: SecretMask;
  /** Calls `stop` once this skill is active and the usage of that step is known. */
  readonly untilActivated: string | undefined;
  readonly stop: () => void;
};

export function createTrialListener({ secrets, untilActivated, stop }: TrialListenerOptions): TrialListener {
  const events: TrialEvent[] = [];
  const activated = new Set<string>();
  const denied = new Set<string>();
  const usages: TrialUsage[] = [];
  const record = (event: AgentEvent, agent?: string): void => {
    if (event.type === "step-finished") usages.push({ model: event.model, ...event.usage });
    // Drop the output of a step that is retried.
    if (event.type === "retrying") dropStep(events, agent);
    if (event.type === "subagent") record(event.event, event.skill);
    const recorded = toTrialEvent(event, denied);
    if (recorded) append(events, { ...compact({ agent }), ...recorded });
  };
  return {
    onAgentEvent: (event) => {
      record(event);
      // A sub-agent would do the whole task within the step.
      const isStep = event.type === "step-finished" || event.type === "subagent";
      if (isStep && untilActivated !== undefined && activated.has(untilActivated)) stop();
    },
    onSessionEvent: (event) => {
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
      return { type: "answered", call, tool, ok, ...(denied.has(call) && { denied: true }), output };
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

/** Removes secrets from an event; equal ids stay equal. */
function maskEvent(event: TrialEvent, { mask }: SecretMask): TrialEvent {
  switch (event.type) {
    case "said":
      return { ...event, text: mask(event.text) };
    case "called":
      return {
        ...event,
        call: mask(event.call),
        tool: mask(event.tool),
        input: boundInput(event.input, mask),
      };
    case "answered":
      return { ...event, call: mask(event.call), tool: mask(event.tool), output: mask(event.output) };
  }
}

/** Bounds a call's input in depth and size, and maps each text in it. */
function boundInput(input: unknown, toText: (text: string) => string): unknown {
  let left: number = evalsLimits.trialEventCharacters;
  const boundText = (text: string): string => {
    const whole = toText(text);
    const start = whole.slice(0, Math.max(0, left));
    left -= start.length;
    return start.length < whole.length ? `${start.toWellFormed()}…` : whole;
  };
  const bound = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return boundText(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth >= trialsLimits.trialInputDepth) return "…";
    // Every item takes up space, however small.
    const hasRoom = (): boolean => left-- > 0;
    if (Array.isArray(value)) return value.filter(hasRoom).map((item) => bound(item, depth + 1));
    if (!isJsonObject(value)) return value;
    const fields = Object.entries(value).filter(hasRoom);
    return Object.fromEntries(fields.map(([key, item]) => [boundText(key), bound(item, depth + 1)]));
  };
  return bound(input, 0);
}

/** Tells a slow agent from a model that kept it waiting. */
export type ModelWatch = {
  onAgentEvent(event: AgentEvent): void;
  /**
   * The model's fault in a timeout: the agent spent the last half of the time, or a retry, waiting for the
   * model.
   */
  fault(timeoutMs: number): ModelFault | undefined;
};

export function createModelWatch(clock: Clock): ModelWatch {
  const openCalls = new Set<string>();
  let lastEventAt = clock.elapsed();
  let retried: ModelFault | undefined;
  const onAgentEvent = (event: AgentEvent): void => {
    lastEventAt = clock.elapsed();
    retried = event.type === "retrying" ? event.fault : undefined;
    if (event.type === "tool-called") openCalls.add(event.call);
    if (event.type === "tool-answered") openCalls.delete(event.call);
    if (event.type === "subagent") onAgentEvent(event.event);
  };
  return {
    onAgentEvent,
    fault: (timeoutMs) => {
      if (retried !== undefined) return retried;
      const isSilent = openCalls.size === 0 && clock.elapsed() - lastEventAt >= timeoutMs / 2;
      return isSilent ? { kind: "timed-out", message: "The model did not answer in time." } : undefined;
    },
  };
}
