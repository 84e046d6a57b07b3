import { auditEventKinds, type LoggedEvent, skillsOf } from "@skillwright/core/audit";
import { canonicalTool } from "@skillwright/core/policy";
import { printable } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../../command.ts";
import type { Io } from "../../io.ts";

export type RecordFilter = (event: LoggedEvent) => boolean;

/** Combines all filter flags with AND. */
export function readFilter(invocation: Invocation, io: Io): RecordFilter {
  const skill = invocation.option("skill");
  const tool = invocation.option("tool");
  const session = invocation.option("session");
  const kinds = invocation.options("event").map(requireKind);
  const since = readSince(invocation.option("since"), io);
  const filters: readonly (RecordFilter | undefined)[] = [
    skill === undefined ? undefined : (event) => skillsOf(event).includes(skill),
    tool === undefined
      ? undefined
      : (event) => typeof event.tool === "string" && isSameTool(event.tool, tool),
    session === undefined ? undefined : (event) => event.session === session,
    kinds.length === 0 ? undefined : (event) => kinds.includes(event.event),
    since === undefined ? undefined : (event) => Date.parse(event.time) >= since,
    invocation.flag("denied") ? isDenied : undefined,
  ];
  const wanted = filters.filter((filter) => filter !== undefined);
  return (event) => wanted.every((filter) => filter(event));
}

function requireKind(kind: string): string {
  if (auditEventKinds.includes(kind)) return kind;
  throw new UsageError(
    `unknown --event '${printable(kind)}'; expected one of ${auditEventKinds.join(", ")}.`,
  );
}

/** Whether the event records a denial. */
export function isDenied({ event }: LoggedEvent): boolean {
  return event === "tool-call-denied" || event === "skill-refused";
}

function isSameTool(a: string, b: string): boolean {
  return (canonicalTool(a) ?? a.toLowerCase()) === (canonicalTool(b) ?? b.toLowerCase());
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time in milliseconds, or one that long ago. */
export function readSince(text: string | undefined, io: Io): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return io.today() - Number(count) * (units[unit] ?? 0);
  // Times without a zone are UTC, as in the listing.
  const [, moment, zone = "Z"] =
    /^(\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+)?)(Z|[+-]\d{2}:?\d{2})?$/i.exec(text) ?? [];
  const time = moment === undefined ? Number.NaN : Date.parse(toIso(moment, zone));
  if (!Number.isNaN(time)) return time;
  throw new UsageError(
    `--since expects a time such as 2026-01-13, or 30m, 12h or 7d; found '${printable(text)}'.`,
  );
}

function toIso(moment: string, zone: string): string {
  const [day = "", clock = "00:00"] = moment.split(/[T ]/);
  return `${day}T${clock}${zone}`;
}

/** A positive integer flag. */
export function readCount(invocation: Invocation, name: string): number | undefined {
  const text = invocation.option(name);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} expects a number from 1 to 999999; found '${printable(text)}'.`);
}
