import { isJsonObject, type JsonObject } from "../text/json.ts";
import { printable } from "../text/printable.ts";
import type { AuditEvent } from "./audit-event.ts";
import type { LoggedEvent } from "./chain.ts";

/**
 * An event as the `[AUDIT]` lines of the OmniForge specification, each printable and on one line. Event kinds of later
 * versions show only the common fields.
 */
export function formatAudit(event: LoggedEvent): readonly string[] {
  const lines = isKnown(event.event) ? forms[event.event](event) : unknownForm(event);
  return lines.map((fields) => `[AUDIT] ${fields.map(([label, value]) => `${label}: ${value}`).join(" | ")}`);
}

type Field = readonly [label: string, value: string];
/** One line is a list of fields. */
type Form = (event: LoggedEvent) => readonly (readonly Field[])[];

const unknownForm: Form = (event) => [[["Event", field(event.event)], ...origin(event)]];

function isKnown(kind: string): kind is AuditEvent["event"] {
  return Object.hasOwn(forms, kind);
}

const forms: Readonly<Record<AuditEvent["event"], Form>> = {
  "session-started": (event) => [
    [["Session", field(event.session)], ["Event", event.event], ...origin(event)],
    [
      ...(event.parent === undefined ? [] : [["Parent", field(event.parent)] as const]),
      ["Workspace", alone(event.workspace)],
    ],
  ],
  "sandbox-opened": (event) => [
    [["Sandbox", field(event.sandbox)], ["Event", event.event], ...origin(event)],
    [
      ["Held", Array.isArray(event.held) ? field(event.held.join(" ")) : none],
      [
        "Failed",
        Array.isArray(event.failed) && event.failed.length > 0 ? field(event.failed.join(" ")) : none,
      ],
    ],
  ],
  "session-ended": (event) => [[["Session", field(event.session)], ["Event", event.event], ...origin(event)]],
  "skill-activating": (event) => [
    [...skillAndEvent(event), ["Trigger", field(event.trigger)], ...origin(event)],
  ],
  "skill-activated": (event) => [
    [...skillAndEvent(event), ["Trigger", field(event.trigger)], ...origin(event)],
    [
      ["Digest", isJsonObject(event.skill) ? field(event.skill.digest) : none],
      ["Mode", field(event.mode)],
      [
        "Tools",
        Array.isArray(event.requestedTools) ? field(event.requestedTools.join(" ")) : "not restricted",
      ],
    ],
  ],
  "skill-refused": (event) => [
    [...skillAndEvent(event), ["Trigger", field(event.trigger)], ...origin(event)],
    [["Reason", alone(event.reason)]],
  ],
  "skill-deactivated": (event) => [
    [...skillAndEvent(event), ["Reason", field(event.reason)], ...origin(event)],
  ],
  "tool-call-allowed": (event) => [
    [["Skill", skillOf(event)], ["Tool", field(event.tool)], ["Decision", "allowed"], ...origin(event)],
    [
      ...ruling(event),
      ...(event.approver === undefined ? [] : [["Approved by", field(event.approver)] as const]),
    ],
    ...(isJsonObject(event.wouldDeny) ? [advice(event.wouldDeny)] : []),
    [["Input", alone(event.input)]],
  ],
  "tool-call-denied": (event) => [
    [["Skill", skillOf(event)], ["Tool", field(event.tool)], ["Decision", "denied"], ...origin(event)],
    [...ruling(event), ...(event.detail === undefined ? [] : [["Detail", field(event.detail)] as const])],
    [["Input", alone(event.input)]],
  ],
  "tool-call-finished": (event) => [
    ending(event),
    ...(event.error === undefined ? [] : [[["Error", alone(event.error)] as const]]),
    ...output(event),
  ],
  "script-started": (event) => [
    [["Skill", skillOf(event)], ["Script", field(event.script)], ...origin(event)],
    [["Command", alone(Array.isArray(event.command) ? event.command.join(" ") : event.command)]],
  ],
  "connection-decided": (event) => [
    [
      ["Host", `${field(event.host)}:${field(event.port)}`],
      ["Decision", event.allowed === true ? "allowed" : "denied"],
      ["Reason", field(event.reason)],
      ...origin(event),
    ],
  ],
  "subagent-started": (event) => [
    [
      ...skillAndEvent(event),
      ["Session", field(event.child)],
      ["Depth", field(event.depth)],
      ...origin(event),
    ],
    [
      ["Agent", field(event.agent)],
      ["Model", field(event.model)],
    ],
  ],
  "subagent-finished": (event) => [
    [...skillAndEvent(event), ["Session", field(event.child)], ...origin(event)],
    ending({ ...event, outcome: event.ok === true ? "ok" : "failed" }),
    ...(event.error === undefined ? [] : [[["Error", alone(event.error)] as const]]),
  ],
  "hook-started": (event) => [
    [["Skill", skillOf(event)], ["Hook", field(event.hook)], ["Event", event.event], ...origin(event)],
    [["Command", alone(event.command)]],
  ],
  "hook-finished": (event) => [
    [
      ["Skill", skillOf(event)],
      ["Hook", field(event.hook)],
      ["Outcome", field(event.outcome)],
      ...origin(event),
    ],
    [["Command", alone(event.command)]],
    ending(event),
    ...output(event),
  ],
  "skill-feedback": (event) => [
    [...skillAndEvent(event), ["Helped", event.helped === true ? "yes" : "no"], ...origin(event)],
    ...(event.comment === undefined ? [] : [[["Comment", alone(event.comment)] as const]]),
  ],
  "hub-changed": (event) => [
    [["Action", field(event.action)], ["Subject", field(event.subject)], ...origin(event)],
    [["Details", alone(event.details)]],
  ],
  "log-repaired": (event) => [
    [["Event", event.event], ["Torn", `${field(event.bytes)} bytes`], ...origin(event)],
    [["Text", alone(event.torn)]],
  ],
};

function origin(event: LoggedEvent): readonly Field[] {
  return [
    ["User", field(event.user)],
    ["Time", field(event.time)],
  ];
}

function skillAndEvent(event: LoggedEvent): readonly Field[] {
  return [
    ["Skill", skillOf(event)],
    ["Event", event.event],
  ];
}

function ruling(event: LoggedEvent): readonly Field[] {
  return [
    ["Layer", field(event.layer)],
    ["Rule", field(event.rule)],
    ["Reason", field(event.reason)],
  ];
}

function advice({ layer, rule, detail }: JsonObject): readonly Field[] {
  return [
    ["Would deny", field(layer)],
    ["Rule", field(rule)],
    ...(detail === undefined ? [] : [["Detail", field(detail)] as const]),
  ];
}

/** How a program or tool ended. */
function ending({ exitCode, ok, durationMs, tool, outcome }: LoggedEvent): readonly Field[] {
  const duration: Field = ["Duration", typeof durationMs === "number" ? formatDuration(durationMs) : none];
  if (typeof exitCode === "number") return [["Exit code", String(exitCode)], duration];
  if (tool === undefined) return [["Result", field(outcome)], duration];
  return [["Tool", field(tool)], ["Result", ok === true ? "ok" : "failed"], duration];
}

function output(event: LoggedEvent): readonly (readonly Field[])[] {
  return event.output === undefined || event.output === "" ? [] : [[["Output", alone(event.output)]]];
}

/** The innermost skill the event happened under. */
function skillOf({ skill, skills }: LoggedEvent): string {
  const innermost: unknown = skill ?? (Array.isArray(skills) ? skills.at(-1) : undefined);
  return field(isJsonObject(innermost) ? innermost.name : innermost);
}

const none = "-";

/** A value among other fields: it cannot end its own field and start another. */
function field(value: unknown): string {
  return alone(value).replaceAll("|", "\\u{7c}");
}

/** A value alone on its line. */
function alone(value: unknown): string {
  if (value === undefined || value === null) return none;
  return printable(typeof value === "string" ? value : JSON.stringify(value));
}

/** `45s`, `1.5s`, `12ms`. */
function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)}ms` : `${Math.round(ms / 100) / 10}s`;
}

/** All event kinds. */
export const auditEventKinds: readonly string[] = Object.keys(forms);
