import { type AuditRecord, skillsOf } from "@skillwright/core/audit";
import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import type { EventRow } from "../database/tables.ts";
import { hubLimits } from "../limits.ts";

/** A line that was checked, on its way into the database. */
export type NewEvent = Omit<EventRow, "tenant" | "leaf">;

export type Received = {
  readonly stream: string;
  readonly agent: string;
  readonly line: string;
  readonly receivedAt: number;
};

/** The columns of a line, by which it is found. Their texts come from agents: they are cut and made storable. */
export function toEventRow(record: AuditRecord, { stream, agent, line, receivedAt }: Received): NewEvent {
  // Lines are ASCII, so only an escape can stand for a character that a database does not take.
  const toText = line.includes("\\u") ? toStorableText : cutText;
  return {
    stream,
    sequence: record.sequence,
    time: timeOf(record.time, receivedAt),
    received_at: receivedAt,
    kind: toText(record.event) ?? "",
    session: toText(record.session) ?? "",
    skill: toText(skillsOf(record).at(-1)),
    digest: toText(digestOf(record)),
    person: toText(record.user),
    agent: toStorableText(agent) ?? "",
    outcome: outcomeOf(record),
    tool: toText(record.tool),
    body: line,
    hash: record.hash,
  };
}

function cutText(value: unknown): string | null {
  return typeof value === "string" ? value.slice(0, hubLimits.columnLength) : null;
}

/** PostgreSQL takes neither zero characters nor half a surrogate pair. */
export function toStorableText(value: unknown): string | null {
  if (typeof value !== "string") return null;
  if (value.length <= hubLimits.columnLength && !unstorable.test(value)) return value;
  return value.slice(0, hubLimits.columnLength).replaceAll("\0", "\ufffd").toWellFormed();
}

const unstorable = /[\0\ud800-\udfff]/;

/** An agent's clock may be wrong; what cannot be true is replaced by when the hub received it. */
function timeOf(text: string, receivedAt: number): number {
  const time = Date.parse(text);
  return time >= earliest && time <= receivedAt + day ? time : receivedAt;
}

const day = 86_400_000;
const earliest: number = Date.parse("2020-01-01T00:00:00Z");

function digestOf({ skill, skills }: AuditRecord): unknown {
  const innermost: unknown = Array.isArray(skills) ? skills.at(-1) : skill;
  return isJsonObject(innermost) ? innermost.digest : undefined;
}

type Outcome = "ok" | "denied" | "failed";

/** Null for events without an outcome. */
function outcomeOf(record: AuditRecord): Outcome | null {
  return outcomes.get(record.event)?.(record) ?? null;
}

const hookOutcomes: ReadonlyMap<unknown, Outcome> = new Map([
  ["passed", "ok"],
  ["blocked", "denied"],
]);
const okOrFailed = ({ ok }: JsonObject): Outcome => (ok === true ? "ok" : "failed");

const outcomes: ReadonlyMap<string, (record: JsonObject) => Outcome> = new Map([
  ["skill-activated", () => "ok"],
  ["skill-refused", () => "denied"],
  ["tool-call-allowed", () => "ok"],
  ["tool-call-denied", () => "denied"],
  ["tool-call-finished", okOrFailed],
  ["subagent-finished", okOrFailed],
  ["connection-decided", ({ allowed }) => (allowed === true ? "ok" : "denied")],
  ["hook-finished", ({ outcome }) => hookOutcomes.get(outcome) ?? "failed"],
]);
