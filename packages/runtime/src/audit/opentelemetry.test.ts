import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import type { AuditEvent } from "@skillwright/core/audit";
import { expect, test } from "vitest";
import { allowedCall, finishedCall } from "../../../core/src/audit/contract.ts";
import { createOpenTelemetrySink } from "./opentelemetry.ts";

type Seen = {
  readonly name: string;
  readonly parent: string | undefined;
  readonly error: string | undefined;
  readonly ms: number;
  readonly attributes: object;
};

/** The spans that the real SDK exports for some events, in the order they ended. */
async function spansOf(events: readonly AuditEvent[]): Promise<readonly Seen[]> {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const sink = createOpenTelemetrySink({ tracer: provider.getTracer("test") });
  for (const event of events) await sink.append(event);
  await sink.flush();
  await sink.close();
  const spans = exporter.getFinishedSpans();
  const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  return spans.map((span) => ({
    name: span.name,
    parent: span.parentSpanContext && names.get(span.parentSpanContext.spanId),
    error: span.status.code === 2 ? span.status.message : undefined,
    ms: span.duration[0] * 1000 + span.duration[1] / 1e6,
    attributes: span.attributes,
  }));
}

const at = (seconds: number): { time: string; session: string; user: string } => ({
  time: new Date(Date.UTC(2026, 0, 13, 10, 30, seconds)).toISOString(),
  session: "session-1",
  user: "alice",
});
const skill = { name: "deploy-to-k8s", digest: `sha256:${"a".repeat(64)}` };
const helper = { name: "helper", digest: `sha256:${"b".repeat(64)}` };
const activated = (seconds: number, one = skill): AuditEvent => ({
  ...at(seconds),
  event: "skill-activated",
  skill: one,
  activation: one.name,
  trigger: "model",
  mode: "restrict",
});
const left = (seconds: number, one = skill): AuditEvent => ({
  ...at(seconds),
  event: "skill-deactivated",
  skill: one,
  activation: one.name,
  reason: "left",
});

test("a call is a span in that of its skill, from the intent to the outcome", async () => {
  const spans = await spansOf([
    { ...at(0), event: "session-started", workspace: "/repo" },
    activated(1),
    { ...allowedCall("1"), ...at(2) },
    {
      ...allowedCall("1"),
      ...at(2),
      event: "script-started",
      script: "a.sh",
      command: ["sh", "a.sh"],
      sandbox: "none",
    },
    { ...finishedCall("1"), ...at(5) },
    left(9),
    { ...at(10), event: "session-ended" },
  ]);
  const common = {
    "session.id": "session-1",
    "user.id": "alice",
    "skill.name": skill.name,
    "skill.digest": skill.digest,
  };
  expect(spans).toEqual([
    {
      name: "tool Bash",
      parent: "skill deploy-to-k8s",
      error: undefined,
      ms: 3000,
      attributes: {
        ...common,
        "tool.name": "Bash",
        "tool.call.id": "1",
        "skillwright.decision": "allow",
        "skillwright.layer": "skill deploy-to-k8s",
        "skillwright.rule": "Bash(git:*)",
        "skillwright.reason": "on-the-list",
        "skillwright.script": "a.sh",
        "skillwright.sandbox": "none",
        "process.command_line": "sh a.sh",
        "process.exit.code": 0,
      },
    },
    {
      name: "skill deploy-to-k8s",
      parent: undefined,
      error: undefined,
      ms: 8000,
      attributes: { ...common, "skillwright.trigger": "model" },
    },
  ]);
});

test("a denied call, a failed one, a refused skill and a blocking hook are errors with the reason", async () => {
  const denied: AuditEvent = {
    ...allowedCall("2"),
    ...at(2),
    event: "tool-call-denied",
    reason: "not-on-the-list",
    detail: "rm -rf /",
  };
  const spans = await spansOf([
    { ...at(0), event: "skill-refused", skill: "pdf", trigger: "model", reason: "cycle" },
    activated(1),
    denied,
    { ...allowedCall("3"), ...at(3) },
    { ...finishedCall("3"), ...at(4), ok: false, error: "no such file" },
    {
      ...at(9),
      event: "hook-finished",
      skill,
      hook: "PreToolUse",
      command: "x",
      outcome: "blocked",
      durationMs: 500,
    },
    left(10),
  ]);
  expect(spans.map(({ name, parent, error, ms }) => [name, parent, error, ms])).toEqual([
    ["skill pdf", undefined, "cycle", 0],
    ["tool Bash", "skill deploy-to-k8s", "rm -rf /", 0],
    ["tool Bash", "skill deploy-to-k8s", "no such file", 1000],
    ["hook PreToolUse", "skill deploy-to-k8s", "blocked", 500],
    ["skill deploy-to-k8s", undefined, undefined, 9000],
  ]);
});

test("a nested skill is a nested span, and a call without a skill is a span at the top", async () => {
  const spans = await spansOf([
    { ...allowedCall("0"), ...at(0), skills: [] },
    { ...finishedCall("0"), ...at(0) },
    activated(1),
    activated(2, helper),
    { ...allowedCall("1"), ...at(3) },
    { ...finishedCall("1"), ...at(3) },
    left(4, helper),
    left(5),
  ]);
  expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
    ["tool Bash", undefined],
    ["tool Bash", "skill helper"],
    ["skill helper", "skill deploy-to-k8s"],
    ["skill deploy-to-k8s", undefined],
  ]);
});

test("spans still open end with their session or the sink, and sessions do not mix", async () => {
  const other = (event: AuditEvent): AuditEvent => ({ ...event, session: "session-2" });
  const spans = await spansOf([
    activated(1),
    other(activated(1, helper)),
    { ...allowedCall("1"), ...at(2) },
    other({ ...allowedCall("1"), ...at(2) }),
    { ...at(5), event: "session-ended" },
  ]);
  expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
    ["tool Bash", "skill deploy-to-k8s"],
    ["skill deploy-to-k8s", undefined],
    ["tool Bash", "skill helper"],
    ["skill helper", undefined],
  ]);
});

test("an outcome without an intent is not shown", async () => {
  expect(await spansOf([finishedCall("1"), left(1)])).toEqual([]);
});
