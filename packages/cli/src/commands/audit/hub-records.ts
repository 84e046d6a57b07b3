import { parseRecord } from "@skillwright/core/audit";
import { z } from "zod";
import { type Invocation, UsageError } from "../../command.ts";
import { callHub } from "../../registries/call-hub.ts";
import { openRegistries } from "../../registries/open-registries.ts";
import { readSince } from "./filter.ts";
import type { AuditRequest, ReadRecord } from "./log.ts";

const pageSchema = z.object({
  version: z.literal(1),
  events: z.array(z.object({ leaf: z.int(), line: z.string().max(1_048_576).nullable() })).max(1000),
  next: z.int().optional(),
});

export type HubRecords = {
  /** Oldest first. */
  readonly records: readonly ReadRecord[];
  /** Events whose lines the hub has erased. */
  readonly erased: number;
};

/** The newest matching events of the hub's log. */
export async function readHubRecords(
  { invocation, filter, io }: AuditRequest,
  limit: number,
): Promise<HubRecords> {
  const registries = openRegistries(io);
  const query = toQuery({ invocation, io });
  const records: ReadRecord[] = [];
  let erased = 0;
  let before: number | undefined;
  try {
    do {
      const cursor = before === undefined ? "" : `&before=${before}`;
      const page = await callHub(registries, {
        ...{ method: "GET", path: `api/v1/audit?${query}${cursor}`, schema: pageSchema },
      });
      for (const { leaf, line } of page.events) {
        const record = line === null ? undefined : parseRecord(line);
        if (record === undefined || line === null) erased++;
        else if (filter(record))
          records.push({ line: { number: leaf + 1, text: line, ended: true }, record });
      }
      // An answer that does not move on would be asked for forever.
      before =
        page.next !== undefined && (before === undefined || page.next < before) ? page.next : undefined;
    } while (before !== undefined && records.length < limit && !io.signal().aborted);
  } finally {
    registries.http.close();
  }
  return { records: records.slice(0, limit).toReversed(), erased };
}

function toQuery({ invocation, io }: Pick<AuditRequest, "invocation" | "io">): URLSearchParams {
  const query = new URLSearchParams();
  const set = (name: string, value: string | undefined): void => {
    if (value !== undefined) query.set(name, value);
  };
  for (const name of ["skill", "session", "user", "agent", "digest", "tenant"])
    set(name, invocation.option(name));
  const kinds = invocation.options("event");
  if (kinds.length > 1) throw new UsageError("--event can be given once with --hub.");
  set("kind", kinds[0]);
  if (invocation.flag("denied")) set("outcome", "denied");
  const since = readSince(invocation.option("since"), io);
  set("from", since === undefined ? undefined : new Date(since).toISOString());
  return query;
}

/** Flags that only the hub's log has. */
export function requireHub(invocation: Invocation): void {
  if (invocation.flag("hub")) return;
  const given = ["user", "agent", "digest", "tenant"].find((name) => invocation.option(name) !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} requires --hub.`);
}
