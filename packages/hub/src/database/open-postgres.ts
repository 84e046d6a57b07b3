import { EventEmitter } from "node:events";
import { isJsonObject, parseJson } from "@skillwright/core/text";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Announcement, HubDatabase } from "./database.ts";
import { migrate } from "./migrations.ts";
import type { Tables } from "./tables.ts";

/** Numbers of rows and milliseconds are far below 2^53, above which JavaScript would round them. */
const int8 = 20;
const channel = "skillwright_state";
/** The advisory lock of changes that reach every tenant; any number will do. */
const everything = 7_330_001;

/** Opens a PostgreSQL database, which any number of hubs may share. */
export async function openPostgres(address: string): Promise<HubDatabase> {
  const database = connectPostgres(address);
  const announcements = new EventEmitter().setMaxListeners(0);
  const listening = await prepare(
    address,
    database,
    (message) => void announcements.emit("announcement", message),
  );
  return {
    kind: "postgres",
    read: database,
    write: (tenant, work) =>
      database.transaction().execute(async (transaction) => {
        // Shared first: a writer of everything waits for those under way, and later ones wait for it.
        await sql`select pg_advisory_xact_lock_shared(${everything})`.execute(transaction);
        await sql`select pg_advisory_xact_lock(hashtextextended(${tenant}, 0))`.execute(transaction);
        return work(transaction);
      }),
    revision: () => undefined,
    writeAll: (work) =>
      database.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${everything})`.execute(transaction);
        return work(transaction);
      }),
    emptyLog: async () => {},
    announce: async (message) => {
      await sql`select pg_notify(${channel}, ${JSON.stringify(message)})`.execute(database);
    },
    subscribe: (listener: (message: Announcement) => void) => {
      announcements.on("announcement", listener);
      return () => void announcements.off("announcement", listener);
    },
    close: async () => {
      await listening.close();
      await database.destroy();
    },
  };
}

/** Connections to a database, with the tables as they are. */
export function connectPostgres(address: string): Kysely<Tables> {
  const types = {
    getTypeParser: (id: number, format?: "text" | "binary") =>
      id === int8 ? Number : pg.types.getTypeParser(id, format),
  };
  const pool = new pg.Pool({ connectionString: address, max: 16, types, connectionTimeoutMillis });
  // Without a listener, an idle connection that breaks would end the process; the next query opens another one.
  pool.on("error", () => {});
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

type Listening = { close(): Promise<void> };

async function prepare(
  address: string,
  database: Kysely<Tables>,
  onMessage: (message: Announcement) => void,
): Promise<Listening> {
  try {
    await migrate(database, "postgres");
    return await listen(address, onMessage);
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

/** A connection of its own that receives announcements. If it breaks, polling replaces it until it is back. */
async function listen(address: string, onMessage: (message: Announcement) => void): Promise<Listening> {
  let isClosed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: address, connectionTimeoutMillis });
    next.on("error", () => reconnect(next));
    next.on("end", () => reconnect(next));
    next.on("notification", ({ payload }) => {
      const message = parseJson(payload ?? "");
      if (!isJsonObject(message)) return;
      const { tenant, sequence } = message;
      if (typeof tenant === "string" && typeof sequence === "number") onMessage({ tenant, sequence });
    });
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
  };
  const reconnect = (broken: pg.Client): void => {
    if (isClosed || timer !== undefined || (client !== undefined && client !== broken)) return;
    client = undefined;
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch(() => reconnect(broken));
    }, reconnectMs).unref();
  };
  await connect();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}

const reconnectMs = 1000;
const connectionTimeoutMillis = 10_000;
