import { type AuditRecord, formatAudit, skillsOf } from "@skillwright/core/audit";
import { isDenied } from "./filter.ts";

type Value =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number };
type Attribute = { readonly key: string; readonly value: Value };

/** An OTLP/JSON logs payload, as collectors accept it at `/v1/logs`. */
export function toOtlp(records: readonly AuditRecord[]): object {
  return {
    resourceLogs: [
      {
        resource: { attributes: [attribute("service.name", "skillwright")] },
        scopeLogs: [{ scope: { name: "skillwright.audit" }, logRecords: records.map(toLogRecord) }],
      },
    ],
  };
}

function toLogRecord(record: AuditRecord): object {
  const { version: _, time, event, session, user, tool, rule, layer, skill, skills, ...rest } = record;
  const named = {
    "session.id": session,
    "user.id": user,
    "skill.name": skillsOf(record).at(-1),
    "tool.name": tool,
    "skillwright.rule": rule,
    "skillwright.layer": layer,
    "skillwright.skill": skill,
    "skillwright.skills": skills,
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [`skillwright.${key}`, value])),
  };
  const severity = severityOf(record);
  return {
    timeUnixNano: toNano(time),
    observedTimeUnixNano: toNano(time),
    severityNumber: severity.number,
    severityText: severity.text,
    eventName: `skillwright.${event}`,
    body: { stringValue: formatAudit(record)[0] ?? event },
    attributes: Object.entries(named)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => attribute(key, value)),
  };
}

function severityOf(record: AuditRecord): { readonly number: number; readonly text: string } {
  return isDenied(record) || record.ok === false ? { number: 13, text: "WARN" } : { number: 9, text: "INFO" };
}

/** Nanoseconds as a string, since JSON numbers are too small. */
function toNano(time: string): string {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? "0" : String(BigInt(ms) * 1_000_000n);
}

function attribute(key: string, value: unknown): Attribute {
  return { key, value: toValue(value) };
}

function toValue(value: unknown): Value {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value !== "number") return { stringValue: JSON.stringify(value) };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
