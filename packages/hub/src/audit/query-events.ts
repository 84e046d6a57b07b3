import { eventPageSchema } from "@skillwright/core/registry";
import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import { z } from "zod";
import { namesOfAgents, namesOfPrincipals } from "../access/names.ts";
import type { HubDatabase, HubReader } from "../database/database.ts";
import type { EventRow, Tables } from "../database/tables.ts";
import { jsonAnswer } from "../http/json-answer.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { hubLimits } from "../limits.ts";
import { hubStream } from "./record-change.ts";

const text = z.string().min(1).max(hubLimits.columnLength).optional();

type Text = z.ZodOptional<z.ZodString>;
type Name = "tenant" | "skill" | "digest" | "user" | "agent" | "kind" | "session" | "stream" | "tool";
type FilterShape = Readonly<Record<Name, Text>> & {
  readonly outcome: z.ZodOptional<z.ZodEnum<{ ok: "ok"; denied: "denied"; failed: "failed" }>>;
  readonly from: z.ZodOptional<z.ZodISODateTime>;
  readonly to: z.ZodOptional<z.ZodISODateTime>;
};

/** What callers may ask for. */
export const eventFilterShape: FilterShape = {
  ...{ tenant: text, skill: text, digest: text, user: text, agent: text, kind: text, session: text },
  ...{ stream: text, tool: text },
  outcome: z.enum(["ok", "denied", "failed"]).optional(),
  from: z.iso.datetime().optional().describe("Only events of this time or later."),
  to: z.iso.datetime().optional().describe("Only events before this time."),
};

export type EventFilter = {
  readonly [Field in keyof FilterShape]?: z.infer<FilterShape[Field]>;
};

const leafNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const querySchema = z.object({
  ...eventFilterShape,
  before: leafNumber.optional().describe("Only entries before this one; from `next` of the last answer."),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform((digits) => Math.max(1, Math.min(Number(digits), hubLimits.pageRows)))
    .optional(),
});

export const queryRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/audit",
  summary: "Events of the tenant's log, newest first. With `next` in the answer there may be more.",
  needs: "audit:read",
  query: querySchema,
  answer: eventPageSchema,
  handle: async ({ hub, tenant, query, request }) => {
    const { before, limit = hubLimits.pageRows, ...filter } = query;
    const { rows, next } = await findEvents(hub.database, { tenant, filter, before, limit });
    const events = rows.map(toAnswer);
    const names = await namesOfEvents(hub.database.read, tenant, rows);
    return jsonAnswer({ version: 1, events, ...(next !== undefined && { next }), names }, request, {
      isPublic: false,
    });
  },
});

/** Users of the hub's own log alone: what agents write about their users proves nothing about people here. */
async function namesOfEvents(
  read: HubReader,
  tenant: string,
  rows: readonly EventRow[],
): Promise<Readonly<Record<string, string>>> {
  const people = rows.flatMap(({ stream, person }) => (stream === hubStream ? [person] : []));
  const agents = rows.map(({ agent }) => agent);
  return {
    ...(await namesOfPrincipals(read, people)),
    ...(await namesOfAgents(read, tenant, agents)),
  };
}

export type EventQuery = {
  readonly tenant: string;
  readonly filter: EventFilter;
  readonly before: number | undefined;
  readonly limit: number;
};

export type EventPage = {
  readonly rows: readonly EventRow[];
  /** Where to go on; undefined at the end. */
  readonly next: number | undefined;
};

/**
 * The newest events before an entry. No request looks at more than a bounded part of the log: if an index does not lead to the wanted
 * events, a page may have few rows, or none, and still a `next`.
 */
export async function findEvents(
  { read }: Pick<HubDatabase, "read">,
  { tenant, filter, before, limit }: EventQuery,
): Promise<EventPage> {
  const newest = before ?? (await countLeaves(read, tenant));
  const oldest = isIndexed(filter) ? 0 : Math.max(0, newest - hubLimits.auditScanEvents);
  const rows = await selectEvents(read, { tenant, filter, limit, newest, oldest }).execute();
  const last = rows.at(-1)?.leaf ?? 0;
  const next = rows.length === limit ? last : oldest;
  return { rows, next: next > 0 ? next : undefined };
}

type EventSpan = Omit<EventQuery, "before"> & { readonly newest: number; readonly oldest: number };

/** The newest events of a part of the log. */
export function selectEvents(
  read: HubReader,
  { tenant, filter, limit, newest, oldest }: EventSpan,
): SelectQueryBuilder<Tables, "events", EventRow> {
  return (
    read
      .selectFrom("events")
      .selectAll()
      .where("tenant", "=", tenant)
      .where("leaf", "<", newest)
      // With a range that is closed on both sides, SQLite would read the whole log in order instead of the index of a skill.
      .$if(oldest > 0, (some) => some.where("leaf", ">=", oldest))
      .where((builder) => builder.and(conditionsOf(filter, builder)))
      .orderBy("leaf", "desc")
      .limit(limit)
  );
}

/** How many entries a tenant's log has. */
export async function countLeaves(read: HubReader, tenant: string): Promise<number> {
  const newest = await read
    .selectFrom("events")
    .select("leaf")
    .where("tenant", "=", tenant)
    .orderBy("leaf", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest === undefined ? 0 : newest.leaf + 1;
}

/** Whether one index has exactly the wanted events. */
function isIndexed({ tenant: _, ...filter }: EventFilter): boolean {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const [name = ""] = given[0] ?? [];
  return given.length === 1 && ["skill", "user", "session"].includes(name);
}

export function conditionsOf(
  filter: EventFilter,
  eb: ExpressionBuilder<Tables, "events">,
): readonly Expression<SqlBool>[] {
  const { skill, digest, user, agent, kind, session, stream, tool, outcome, from, to } = filter;
  return [
    ...(skill === undefined ? [] : [eb("skill", "=", skill)]),
    ...(digest === undefined ? [] : [eb("digest", "=", digest)]),
    ...(user === undefined ? [] : [eb("person", "=", user)]),
    ...(agent === undefined ? [] : [eb("agent", "=", agent)]),
    ...(kind === undefined ? [] : [eb("kind", "=", kind)]),
    ...(session === undefined ? [] : [eb("session", "=", session)]),
    ...(stream === undefined ? [] : [eb("stream", "=", stream)]),
    ...(tool === undefined ? [] : [eb("tool", "=", tool)]),
    ...(outcome === undefined ? [] : [eb("outcome", "=", outcome)]),
    ...(from === undefined ? [] : [eb("time", ">=", Date.parse(from))]),
    ...(to === undefined ? [] : [eb("time", "<", Date.parse(to))]),
  ];
}

function toAnswer(row: EventRow): object {
  const { leaf, stream, sequence, time, received_at, kind, session, skill, digest, person, agent } = row;
  return {
    ...{ leaf, stream, sequence, kind, session, skill, digest, user: person, agent, outcome: row.outcome },
    ...{ time: new Date(time).toISOString(), receivedAt: new Date(received_at).toISOString() },
    ...{ hash: row.hash, line: row.body },
  };
}
