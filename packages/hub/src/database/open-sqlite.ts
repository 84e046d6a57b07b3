import { EventEmitter } from "node:events";
import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from "kysely";
import { hubLimits } from "../limits.ts";
import type { Announcement, HubDatabase } from "./database.ts";
import { migrate } from "./migrations.ts";
import { shareCommits } from "./share-commits.ts";
import type { Tables } from "./tables.ts";

/** Opens the database in a file, and creates it if it is missing. An acknowledged transaction survives a power failure. */
export async function openSqlite(path: string): Promise<HubDatabase> {
  // The hub's private key is in it. SQLite gives its other files the same permissions.
  closeSync(openSync(path, "a", 0o600));
  const writing = connectSqlite(path, { readOnly: false });
  try {
    await migrate(writing, "sqlite");
  } catch (error) {
    await writing.destroy();
    throw error;
  }
  await tuneWriting(writing);
  // A transaction holds the writer's only connection, so readers have their own.
  const reading = connectSqlite(path, { readOnly: true });
  const write = shareCommits(writing);
  const watch = watchRevision(path);
  const announcements = new EventEmitter().setMaxListeners(0);
  return {
    kind: "sqlite",
    read: reading,
    write: (_, work) => write(work),
    revision: () => watch.read(),
    writeAll: write,
    emptyLog: () => emptyLog(writing),
    announce: async (message) => void announcements.emit("announcement", message),
    subscribe: (listener: (message: Announcement) => void) => {
      announcements.on("announcement", listener);
      return () => void announcements.off("announcement", listener);
    },
    close: async () => {
      watch.close();
      await reading.destroy();
      await writing.destroy();
    },
  };
}

/**
 * Not for migrations, which sort whole tables. For each statement with several rows SQLite keeps the pages it changes, to undo it if a row
 * is refused: in a file, they are as many bytes as the rows themselves. Copying 16 MB at a time from the log into the database instead
 * of 4 saves syncing the disk, and writing pages that change with every commit.
 */
async function tuneWriting(writing: Kysely<Tables>): Promise<void> {
  await sql`pragma temp_store = memory`.execute(writing);
  await sql`pragma wal_autocheckpoint = 4000`.execute(writing);
}

/** Without waiting for readers, as everything else would wait too. On one connection: between the pragmas there is no transaction. */
function emptyLog(writing: Kysely<Tables>): Promise<void> {
  return writing.connection().execute(async (connection) => {
    await sql`pragma busy_timeout = 0`.execute(connection);
    await sql`pragma wal_checkpoint(truncate)`.execute(connection);
    await sql`pragma busy_timeout = 5000`.execute(connection);
  });
}

/** SQLite tells a connection whether others have committed; it does not count its own commits, so this one makes none. */
function watchRevision(path: string): { read(): number; close(): void } {
  const database = new DatabaseSync(path, { readOnly: true });
  const statement = database.prepare("pragma data_version");
  return { read: () => Number(statement.get()?.data_version), close: () => database.close() };
}

/** One connection, with the tables as they are. */
export function connectSqlite(path: string, options: { readonly readOnly: boolean }): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: openConnection(path, options) }) });
}

function openConnection(path: string, { readOnly }: { readonly readOnly: boolean }): SqliteDatabase {
  const database = new DatabaseSync(path, { readOnly, timeout: 5000, enableForeignKeyConstraints: true });
  // What is erased must not stay in the file, from where it would go into every later backup.
  if (!readOnly)
    database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on");
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = statements.get(sql) ?? toStatement(database.prepare(sql));
      if (statements.size >= hubLimits.statements) statements.clear();
      statements.set(sql, known);
      return known;
    },
  };
}

function toStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]): readonly SQLInputValue[] =>
    parameters.every(isValue) ? parameters : parameters.map(toValue);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

function isValue(value: unknown): value is SQLInputValue {
  if (typeof value === "string" || typeof value === "number" || value === null) return true;
  return typeof value === "bigint" || value instanceof Uint8Array;
}

function toValue(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (isValue(value)) return value;
  throw new TypeError(`SQLite has no ${typeof value}`);
}
