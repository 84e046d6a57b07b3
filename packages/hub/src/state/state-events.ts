import type { HubDatabase } from "../database/database.ts";
import type { Metrics } from "../http/metrics.ts";
import { createEventStreams, type EventStreams, type Follower } from "./event-streams.ts";

/** Tells connected agents that there is a newer state document. */
export type StateEvents = {
  /** A stream of server-sent events; undefined if there are too many, or the hub stops. */
  follow(follower: Follower): ReadableStream<Uint8Array> | undefined;
  /** Tenants that an agent follows. */
  tenants(): readonly string[];
};

export type EventOptions = {
  readonly database: Pick<HubDatabase, "read" | "subscribe">;
  readonly metrics: Pick<Metrics, "gauge" | "count">;
  /** Ends all streams. */
  readonly stopping: AbortSignal;
  readonly pollMs?: number;
  readonly heartbeatMs?: number;
};

/** Announcements come at once; a look at the database each second finds what an announcement lost. */
export function createStateEvents(options: EventOptions): StateEvents {
  const { database, metrics, stopping, pollMs = 1000, heartbeatMs = 15_000 } = options;
  const streams = createEventStreams(() => metrics.count("event_streams_dropped"));
  metrics.gauge("event_streams", () => streams.count());
  const unsubscribe = database.subscribe(({ tenant, sequence }) => streams.announce(tenant, sequence));
  // A database that does not answer now is asked again in a second.
  const poll = setInterval(() => void lookForNews(database, streams).catch(() => {}), pollMs).unref();
  const beat = setInterval(() => streams.beat(), heartbeatMs).unref();
  const close = (): void => {
    unsubscribe();
    clearInterval(poll);
    clearInterval(beat);
    streams.close();
  };
  stopping.addEventListener("abort", close, { once: true });
  return {
    follow: (follower) => (stopping.aborted ? undefined : streams.open(follower)),
    tenants: () => streams.tenants(),
  };
}

async function lookForNews(database: EventOptions["database"], streams: EventStreams): Promise<void> {
  const followed = streams.tenants();
  for (let start = 0; start < followed.length; start += batch) {
    const rows = await database.read
      .selectFrom("states")
      .select(["tenant", ({ fn }) => fn.max("sequence").as("sequence")])
      .where("tenant", "in", followed.slice(start, start + batch))
      .groupBy("tenant")
      .execute();
    for (const { tenant, sequence } of rows) streams.announce(tenant, Number(sequence));
  }
}

/** Tenants in one query. */
const batch = 500;
