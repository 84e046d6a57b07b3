import type { AuditRecord } from "@skillwright/core/audit";
import type { HubTransaction } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { type NewEvent, toStorableText } from "./event-row.ts";

export type Counted = { readonly row: NewEvent; readonly record: AuditRecord };
type Rollup = Tables["rollups"];
type Counts = Omit<Rollup, "tenant" | "hour" | "skill" | "agent">;

/** Adds events to the counts per skill and agent, of each hour and of each day, in the transaction that stores them: all count the same. */
export async function addToRollups(
  transaction: HubTransaction,
  tenant: string,
  events: readonly Counted[],
): Promise<void> {
  const hours = [...sumUp(events, hourMs).values()];
  for (let at = 0; at < hours.length; at += rowsPerStatement)
    await transaction
      .insertInto("rollups")
      .values(
        hours.slice(at, at + rowsPerStatement).map(({ unit, ...sum }) => ({ tenant, hour: unit, ...sum })),
      )
      .onConflict((conflict) =>
        conflict.columns(["tenant", "hour", "skill", "agent"]).doUpdateSet(({ eb, ref }) => ({
          activations: eb("rollups.activations", "+", ref("excluded.activations")),
          refusals: eb("rollups.refusals", "+", ref("excluded.refusals")),
          calls: eb("rollups.calls", "+", ref("excluded.calls")),
          denials: eb("rollups.denials", "+", ref("excluded.denials")),
          failures: eb("rollups.failures", "+", ref("excluded.failures")),
          duration_ms: eb("rollups.duration_ms", "+", ref("excluded.duration_ms")),
        })),
      )
      .execute();
  const days = [...sumUp(events, dayMs).values()];
  for (let at = 0; at < days.length; at += rowsPerStatement)
    await transaction
      .insertInto("daily_rollups")
      .values(
        days.slice(at, at + rowsPerStatement).map(({ unit, ...sum }) => ({ tenant, day: unit, ...sum })),
      )
      .onConflict((conflict) =>
        conflict.columns(["tenant", "day", "skill", "agent"]).doUpdateSet(({ eb, ref }) => ({
          activations: eb("daily_rollups.activations", "+", ref("excluded.activations")),
          refusals: eb("daily_rollups.refusals", "+", ref("excluded.refusals")),
          calls: eb("daily_rollups.calls", "+", ref("excluded.calls")),
          denials: eb("daily_rollups.denials", "+", ref("excluded.denials")),
          failures: eb("daily_rollups.failures", "+", ref("excluded.failures")),
          duration_ms: eb("daily_rollups.duration_ms", "+", ref("excluded.duration_ms")),
        })),
      )
      .execute();
}

/** Counts refused calls by what refused them, in the same transaction. */
export async function addRefusedCalls(
  transaction: HubTransaction,
  tenant: string,
  events: readonly Counted[],
): Promise<void> {
  const sums = new Map<string, Refused>();
  for (const { row, record } of events) {
    if (record.event !== "tool-call-denied") continue;
    const [layer, rule] = [toStorableText(record.layer) ?? "", toStorableText(record.rule) ?? ""];
    const [hour, skill] = [Math.floor(row.time / hourMs), row.skill ?? ""];
    const key = JSON.stringify([hour, skill, layer, rule]);
    const sum = sums.get(key) ?? { tenant, hour, skill, layer, rule, calls: 0 };
    sums.set(key, { ...sum, calls: sum.calls + 1 });
  }
  const rows = [...sums.values()];
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    await transaction
      .insertInto("refused_calls")
      .values(rows.slice(at, at + rowsPerStatement))
      .onConflict((conflict) =>
        conflict
          .columns(["tenant", "hour", "skill", "layer", "rule"])
          .doUpdateSet(({ eb, ref }) => ({ calls: eb("refused_calls.calls", "+", ref("excluded.calls")) })),
      )
      .execute();
}

type Refused = Tables["refused_calls"];

/** Ten parameters a row, far below what the databases take. */
const rowsPerStatement = 100;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

type Sum = { readonly unit: number; readonly skill: string; readonly agent: string } & {
  -readonly [Field in keyof Counts]: Counts[Field];
};

/** The counts of each unit of time since 1970. */
function sumUp(events: readonly Counted[], unitMs: number): ReadonlyMap<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const { row, record } of events) {
    const counts = countsOf(record);
    if (row.skill === null || counts === undefined) continue;
    const { skill, agent } = row;
    const unit = Math.floor(row.time / unitMs);
    // The length keeps two pairs of texts from having the same key.
    const key = `${unit} ${skill.length} ${skill} ${agent}`;
    const sum = sums.get(key) ?? { unit, skill, agent, ...none };
    sums.set(key, sum);
    add(sum, counts);
  }
  return sums;
}

const none: Counts = { activations: 0, refusals: 0, calls: 0, denials: 0, failures: 0, duration_ms: 0 };

function add(sum: Sum, counts: Partial<Counts>): void {
  sum.activations += counts.activations ?? 0;
  sum.refusals += counts.refusals ?? 0;
  sum.calls += counts.calls ?? 0;
  sum.denials += counts.denials ?? 0;
  sum.failures += counts.failures ?? 0;
  sum.duration_ms += counts.duration_ms ?? 0;
}

function countsOf({ event, ok, durationMs }: AuditRecord): Partial<Counts> | undefined {
  switch (event) {
    case "skill-activated":
      return { activations: 1 };
    case "skill-refused":
      return { refusals: 1 };
    case "tool-call-denied":
      return { denials: 1 };
    case "tool-call-finished":
      return { calls: 1, failures: ok === true ? 0 : 1, duration_ms: toDuration(durationMs) };
    default:
      return undefined;
  }
}

/** Sums stay exact, whatever an agent claims: at most a day a call. */
function toDuration(value: unknown): number {
  return typeof value === "number" && value > 0 ? Math.round(Math.min(value, 86_400_000)) : 0;
}
