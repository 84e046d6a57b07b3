import type { AuditEvent, AuditSink } from "@skillwright/core/audit";
import { compact } from "@skillwright/core/text";

/** The part of OpenTelemetry's `Span` that we use. */
export type SpanLike = {
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { code: number; message?: string }): unknown;
  end(endTime?: Date): void;
};
/** The part of OpenTelemetry's `Tracer` that we use: `trace.getTracer("skillwright")` is one. */
export type TracerLike = {
  startSpan(name: string, options: SpanOptions, context?: ContextLike): SpanLike;
};
export type OpenTelemetrySinkOptions = { readonly tracer: TracerLike };

type Attributes = Record<string, string | number | boolean>;
type SpanOptions = { startTime: Date; attributes: Attributes };
type ContextLike = {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): ContextLike;
  deleteValue(key: symbol): ContextLike;
};

/**
 * Turns events into spans: one per skill activation, and inside it one per tool call, from start to outcome. A
 * denied call is a span with an error. The host provides OpenTelemetry; we load nothing of it.
 */
export function createOpenTelemetrySink({ tracer }: OpenTelemetrySinkOptions): AuditSink {
  const sessions = new Map<string, OpenSpans>();
  return {
    append: async (event) => {
      const open = sessions.get(event.session) ?? { activations: new Map(), calls: new Map() };
      sessions.set(event.session, open);
      record(event, open, tracer);
      if (event.event === "session-ended") sessions.delete(event.session);
    },
    flush: async () => {},
    close: async () => {
      for (const open of sessions.values()) endAll(open);
      sessions.clear();
    },
  };
}

/** The open spans of a session; innermost activation last. */
type OpenSpans = { readonly activations: Map<string, SpanLike>; readonly calls: Map<string, SpanLike> };

function record(event: AuditEvent, open: OpenSpans, tracer: TracerLike): void {
  const time = new Date(event.time);
  const start = (name: string, attributes: Attributes, startTime = time): SpanLike =>
    tracer.startSpan(name, { startTime, attributes: { ...origin(event), ...attributes } }, parentOf(open));
  switch (event.event) {
    case "skill-activated": {
      const attributes = { ...ofSkill(event.skill), "skillwright.trigger": event.trigger };
      open.activations.set(event.activation, start(`skill ${event.skill.name}`, attributes));
      break;
    }
    case "skill-refused":
      fail(start(`skill ${event.skill}`, { "skill.name": event.skill }), event.reason, time);
      break;
    case "skill-deactivated":
      open.activations.get(event.activation)?.end(time);
      open.activations.delete(event.activation);
      break;
    case "tool-call-allowed":
      open.calls.set(event.call, start(`tool ${event.tool}`, ofCall(event)));
      break;
    case "tool-call-denied":
      fail(start(`tool ${event.tool}`, ofCall(event)), event.detail ?? event.reason, time);
      break;
    case "script-started":
      open.calls.get(event.call)?.setAttributes(ofScript(event));
      break;
    case "tool-call-finished":
      finish(event, open, time);
      break;
    case "hook-finished": {
      const attributes = { ...ofSkill(event.skill), "skillwright.outcome": event.outcome, ...exit(event) };
      const span = start(`hook ${event.hook}`, attributes, new Date(time.getTime() - event.durationMs));
      if (event.outcome === "passed") span.end(time);
      else fail(span, event.outcome, time);
      break;
    }
    case "session-ended":
      endAll(open, time);
      break;
    case "session-started":
    case "sandbox-opened":
    case "connection-decided":
    case "subagent-started":
    case "subagent-finished":
    case "skill-activating":
    case "hook-started":
    case "skill-feedback":
    case "log-repaired":
      break;
  }
}

/** A span belongs to the innermost active skill. */
function parentOf({ activations }: OpenSpans): ContextLike | undefined {
  const innermost = [...activations.values()].at(-1);
  return innermost && contextOf(innermost);
}

/** A context that holds only its span, under the key of OpenTelemetry's context specification. */
function contextOf(span: SpanLike): ContextLike {
  const context: ContextLike = {
    getValue: (key) => (key === spanKey ? span : undefined),
    setValue: () => context,
    deleteValue: () => context,
  };
  return context;
}

const spanKey = Symbol.for("OpenTelemetry Context Key SPAN");

type Kind<Name extends AuditEvent["event"]> = Extract<AuditEvent, { readonly event: Name }>;

function finish(event: Kind<"tool-call-finished">, open: OpenSpans, time: Date): void {
  const span = open.calls.get(event.call);
  open.calls.delete(event.call);
  span?.setAttributes(exit(event));
  if (span !== undefined && !event.ok) fail(span, event.error ?? "failed", time);
  else span?.end(time);
}

function endAll({ calls, activations }: OpenSpans, time?: Date): void {
  for (const span of [...calls.values(), ...[...activations.values()].reverse()]) span.end(time);
  calls.clear();
  activations.clear();
}

/** OpenTelemetry's `SpanStatusCode.ERROR`. */
const errorStatus = 2;

function fail(span: SpanLike, message: string, time: Date): void {
  span.setStatus({ code: errorStatus, message });
  span.end(time);
}

function origin({ session, user }: AuditEvent): Attributes {
  return compact({ "session.id": session, "user.id": user });
}

function ofSkill({ name, digest }: { readonly name: string; readonly digest: string }): Attributes {
  return { "skill.name": name, "skill.digest": digest };
}

function ofCall(event: Kind<"tool-call-allowed" | "tool-call-denied">): Attributes {
  const skill = event.skills.at(-1);
  return {
    ...(skill && ofSkill(skill)),
    "tool.name": event.tool,
    "tool.call.id": event.call,
    "skillwright.decision": event.event === "tool-call-allowed" ? "allow" : "deny",
    "skillwright.layer": event.layer,
    "skillwright.rule": event.rule,
    "skillwright.reason": event.reason,
    ...compact({ "skillwright.approver": "approver" in event ? event.approver : undefined }),
  };
}

function ofScript({ script, sandbox, command }: Kind<"script-started">): Attributes {
  return {
    "skillwright.script": script,
    "skillwright.sandbox": sandbox,
    "process.command_line": command.join(" "),
  };
}

function exit({ exitCode }: { readonly exitCode?: number }): Attributes {
  return compact({ "process.exit.code": exitCode });
}
