import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { SkillError } from "@skillwright/core";
import { enterprise } from "../access/permissions.ts";
import { findFaultyLog } from "../audit/integrity.ts";
import { recordChange } from "../audit/record-change.ts";
import { findChangedBlob } from "../registry/blobs.ts";
import { copyDatabase } from "./copy-database.ts";
import { type BackupReport, inspectBackup, openBackup, refuseBackup } from "./inspect-backup.ts";
import { lockDataFolder } from "./lock-data-folder.ts";
import { sqliteFile } from "./open-database.ts";
import { openSqlite } from "./open-sqlite.ts";

export type BackupOptions = { readonly dataFolder: string; readonly file: string };

/** Copies the database of a hub, which may go on serving, into a new file and verifies the copy. */
export async function backupHub({ dataFolder, file }: BackupOptions): Promise<BackupReport> {
  const source = sqliteFile(dataFolder);
  if (!existsSync(source)) throw new SkillError("file-missing", { path: source });
  const open = () => new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  return copyDatabase(open, file, async (copy) => inspectBackup(copy, file));
}

type RestoreOptions = BackupOptions & { readonly now: number };

/** Puts a backup into a data folder that has no database, and verifies it first. */
export async function restoreHub({ dataFolder, file, now }: RestoreOptions): Promise<BackupReport> {
  if (!existsSync(file)) throw new SkillError("file-missing", { path: file });
  inspectBackup(file, file);
  const unlock = lockDataFolder(dataFolder);
  try {
    const target = sqliteFile(dataFolder);
    // SQLite would write the changes of an earlier database into this one.
    if (existsSync(`${target}-wal`)) throw new SkillError("file-exists", { path: `${target}-wal` });
    return await copyDatabase(
      () => openBackup(file),
      target,
      async (copy) => {
        const report = inspectBackup(copy, file);
        // All of it before the database gets its name: a hub never serves one that is half restored.
        await prepareRestored(copy, { file, now });
        return report;
      },
    );
  } finally {
    unlock();
  }
}

type Restored = { readonly file: string; readonly now: number };

async function prepareRestored(copy: string, { file, now }: Restored): Promise<void> {
  const database = await openSqlite(copy).catch((error: unknown) => refuseBackup(file, error));
  try {
    const log = await findFaultyLog(database);
    if (log !== undefined) refuseBackup(file, `the audit log of the tenant ${log} was changed`);
    const blob = await findChangedBlob(database);
    if (blob !== undefined) refuseBackup(file, `the bytes of ${blob} were changed`);
    await database.write(enterprise, (transaction) =>
      recordChange(transaction, {
        ...{ tenant: enterprise, actor: "hub", action: "hub-restored", subject: "database", time: now },
      }),
    );
  } finally {
    await database.close();
  }
}
