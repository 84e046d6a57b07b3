import type { HubDatabase, HubReader } from "../database/database.ts";
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
  /** The newest number of each of these tenants; that of the state document if absent. */
  readonly newest?: Newest;
  /** Names the metric of open streams. */
  readonly name?: "event_streams" | "activity_streams" | "confirmation_streams";
  readonly pollMs?: number;
  readonly heartbeatMs?: number;
};

/** Announcements come at once; a look at the database each second finds what an announcement lost. */
export function createStateEvents(options: EventOptions): StateEvents {
  const { database, metrics, stopping, pollMs = 1000, heartbeatMs = 15_000 } = options;
  const { newest = newestStates, name = "event_streams" } = options;
  const streams = createEventStreams(() => metrics.count("event_streams_dropped"));
  metrics.gauge(name, () => streams.count());
  const unsubscribe =
    newest === newestStates
      ? database.subscribe(({ tenant, sequence }) => streams.announce(tenant, sequence))
      : () => {};
  // A database that does not answer now is asked again in a second.
  const poll = setInterval(() => void lookForNews(database, streams, newest).catch(() => {}), pollMs).unref();
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

async function lookForNews(
  { read }: EventOptions["database"],
  streams: EventStreams,
  newest: Newest,
): Promise<void> {
  const followed = streams.tenants();
  for (let start = 0; start < followed.length; start += batch)
    for (const { tenant, sequence } of await newest(read, followed.slice(start, start + batch)))
      streams.announce(tenant, Number(sequence));
}

/** Finds the newest numbers of tenants. */
export type Newest = (
  read: HubReader,
  tenants: readonly string[],
) => Promise<readonly { readonly tenant: string; readonly sequence: number | string }[]>;

const newestStates: Newest = (read, tenants) =>
  read
    .selectFrom("states")
    .select(["tenant", ({ fn }) => fn.max("sequence").as("sequence")])
    .where("tenant", "in", tenants)
    .groupBy("tenant")
    .execute();

/** Tenants in one query. */
const batch = 500;
