import { existsSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { SkillError } from "@skillwright/core";
import { migrationNames } from "./migrations.ts";

/** What a backup holds, counted in the backup itself. */
export type BackupReport = {
  readonly bytes: number;
  readonly tenants: number;
  readonly skills: number;
  readonly versions: number;
  readonly events: number;
};

/** Reads every page of a copy, and refuses what is damaged, is no hub's, or comes from a newer one. `shown` is its name in refusals. */
export function inspectBackup(path: string, shown: string): BackupReport {
  const refuse = (reason: unknown): never => refuseBackup(shown, reason);
  // Opening a pipe would wait for its other end.
  if (!statSync(path).isFile()) refuse("it is not a file");
  let database: DatabaseSync | undefined;
  try {
    database = openBackup(path);
    const read = database;
    const [row] = read.prepare("pragma integrity_check").all();
    const state = Object.values(row ?? {})[0];
    if (state !== "ok") refuse(`it is damaged (${String(state).slice(0, 200)})`);
    const names = read.prepare("select name from kysely_migration").all();
    if (names.some(({ name }) => !migrationNames.includes(String(name))))
      refuse("a newer version has written it");
    const count = (table: string, condition = "true"): number =>
      Number(read.prepare(`select count(*) as rows from ${table} where ${condition}`).get()?.rows);
    // SQLite would run them at the hub's own changes.
    if (count("sqlite_schema", "type in ('trigger', 'view')") > 0) refuse("it contains programs");
    if (count("settings", "key = 'key'") === 0) refuse("it has no key");
    return {
      bytes: statSync(path).size,
      ...{ tenants: count("tenants"), skills: count("skills"), versions: count("versions") },
      events: count("events"),
    };
  } catch (error) {
    return refuse(error);
  } finally {
    database?.close();
  }
}

/** Opens a database that no one is using, also on a disk that cannot be written. */
export function openBackup(path: string): DatabaseSync {
  const options = { readOnly: true };
  // The files of a database were copied instead of backed up.
  if (existsSync(`${path}-wal`)) return new DatabaseSync(path, options);
  // SQLite would write beside what it reads, in case another process changes it.
  const address = pathToFileURL(path);
  address.search = "immutable=1";
  return new DatabaseSync(address, options);
}

export function refuseBackup(path: string, cause: unknown): never {
  if (cause instanceof SkillError) throw cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new SkillError("backup-unusable", { path, reason });
}
