import { auditCsvHead, parseRecord, toAuditCsv } from "@skillwright/core/audit";
import { z } from "zod";
import type { EventRow } from "../database/tables.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { Hub } from "../hub.ts";
import { type EventFilter, eventFilterShape, findEvents } from "./query-events.ts";

type Format = {
  readonly type: string;
  readonly before: string;
  readonly write: (row: EventRow) => string;
};

const formats: Readonly<Record<"csv" | "jsonl", Format>> = {
  csv: { type: "text/csv; charset=utf-8", before: auditCsvHead, write: toCsv },
  jsonl: { type: "application/x-ndjson", before: "", write: toJsonLine },
};

export const exportRoute: Route = defineRoute({
  method: "GET",
  path: "/api/v1/audit/export",
  summary: "All events that match, newest first, as CSV or as JSON lines.",
  needs: "audit:read",
  query: z.object({ ...eventFilterShape, format: z.enum(["csv", "jsonl"]).default("jsonl") }),
  sample: { query: { format: "csv" } },
  handle: async ({ hub, tenant, query }) => {
    const { format, ...filter } = query;
    const { type, before, write } = formats[format];
    const pages = exportPages(hub, { tenant, filter }, write);
    const content = async function* (): AsyncGenerator<Uint8Array> {
      if (before !== "") yield encoder.encode(before);
      for await (const page of pages) yield encoder.encode(page);
    };
    const headers = {
      "content-type": type,
      "content-disposition": `attachment; filename="audit.${format}"`,
      "cache-control": "no-store",
    };
    return new Response(ReadableStream.from(content()), { headers });
  },
});

const encoder = new TextEncoder();
/** Few enough that the longest lines fit into memory. */
const pageRows = 50;

type Exported = { readonly tenant: string; readonly filter: EventFilter };

/** Reads the next page once the last one is on its way, so that an export of any size needs little memory. */
async function* exportPages(
  hub: Hub,
  { tenant, filter }: Exported,
  write: (row: EventRow) => string,
): AsyncGenerator<string> {
  let before: number | undefined;
  do {
    if (hub.stopping.aborted) throw new Error("the hub is stopping");
    const { rows, next } = await findEvents(hub.database, { tenant, filter, before, limit: pageRows });
    if (rows.length > 0) yield rows.map(write).join("");
    before = next;
  } while (before !== undefined);
}

/** The same columns as `skillwright audit export`; of an erased line, what the hub still knows. */
function toCsv({ body, sequence, time, session, kind, skill, digest, hash }: EventRow): string {
  const record = body === null ? undefined : parseRecord(body);
  return toAuditCsv(
    record ?? {
      ...{
        version: 1,
        sequence,
        time: new Date(time).toISOString(),
        session,
        event: kind,
        previous: "",
        hash,
      },
      ...(skill !== null && { skill: { name: skill, digest } }),
    },
  );
}

/** The line as the agent wrote it, byte for byte, with where it comes from around it. */
function toJsonLine({ leaf, stream, agent, received_at, hash, body }: EventRow): string {
  const around = { leaf, stream, agent, receivedAt: new Date(received_at).toISOString(), hash };
  return `${JSON.stringify(around).slice(0, -1)},"record":${body ?? "null"}}\n`;
}
