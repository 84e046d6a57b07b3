import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { SkillError } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";
import { enterprise } from "../access/permissions.ts";
import { recordChange } from "../audit/record-change.ts";
import { raiseSequences } from "../state/raise-sequences.ts";
import { lockDataFolder } from "./lock-data-folder.ts";
import { migrationNames } from "./migrations.ts";
import { connect, sqliteFile } from "./open-database.ts";

export type BackupOptions = { readonly dataFolder: string; readonly file: string };

/** What a backup holds, counted in the backup itself. */
export type BackupReport = {
  readonly bytes: number;
  readonly tenants: number;
  readonly skills: number;
  readonly versions: number;
  readonly events: number;
};

/** Copies the database of a hub, which may go on serving, into a new file and verifies the copy. */
export async function backupHub({ dataFolder, file }: BackupOptions): Promise<BackupReport> {
  const source = sqliteFile(dataFolder);
  if (!existsSync(source)) throw new SkillError("file-missing", { path: source });
  return copyDatabase(source, file);
}

/** Puts a backup into a data folder that has no database, and verifies it first. Agents accept the restored hub's next documents. */
export async function restoreHub({
  dataFolder,
  file,
  now,
}: BackupOptions & { readonly now: number }): Promise<BackupReport> {
  if (!existsSync(file)) throw new SkillError("file-missing", { path: file });
  const unlock = lockDataFolder(dataFolder);
  try {
    inspect(file);
    const report = await copyDatabase(file, sqliteFile(dataFolder));
    const database = await connect({ settings: {}, dataFolder });
    try {
      await database.writeAll(async (transaction) => {
        await recordChange(transaction, {
          ...{ tenant: enterprise, actor: "hub", action: "hub-restored", subject: "database", time: now },
        });
        await raiseSequences(transaction, now);
      });
    } finally {
      await database.close();
    }
    return report;
  } finally {
    unlock();
  }
}

/** The target appears whole or not at all. */
async function copyDatabase(source: string, target: string): Promise<BackupReport> {
  if (existsSync(target)) throw new SkillError("file-exists", { path: target });
  const partial = `${target}.partial`;
  try {
    // Secrets are hashed in it, but skills and audit events are not.
    closeSync(openSync(partial, "wx", 0o600));
    chmodSync(partial, 0o600);
  } catch (error) {
    throw toFileError(partial, error);
  }
  try {
    const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
    await backup(database, partial).finally(() => database.close());
    const report = inspect(partial);
    syncFile(partial);
    renameSync(partial, target);
    return report;
  } finally {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(partial + end, { force: true });
  }
}

function syncFile(path: string): void {
  const handle = openSync(path, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Reads every page of a copy, and refuses what is damaged, is no hub's, or comes from a newer one. */
function inspect(path: string): BackupReport {
  const refuse = (reason: string): never => {
    throw new SkillError("backup-unusable", { path, reason });
  };
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const [row] = database.prepare("pragma integrity_check").all();
    const state = Object.values(row ?? {})[0];
    if (state !== "ok") refuse(`it is damaged (${String(state).slice(0, 200)})`);
    const names = database.prepare("select name from kysely_migration").all();
    if (names.some(({ name }) => !migrationNames.includes(String(name))))
      refuse("a newer version has written it");
    const count = (table: string): number =>
      Number(database.prepare(`select count(*) as rows from ${table}`).get()?.rows);
    if (count("settings") === 0) refuse("it has no key");
    return {
      bytes: statSync(path).size,
      ...{ tenants: count("tenants"), skills: count("skills"), versions: count("versions") },
      events: count("events"),
    };
  } catch (error) {
    if (error instanceof SkillError) throw error;
    return refuse(error instanceof Error ? error.message : String(error));
  } finally {
    database.close();
  }
}
