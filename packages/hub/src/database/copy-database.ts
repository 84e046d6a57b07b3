import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";
import { backup, type DatabaseSync } from "node:sqlite";
import { SkillError } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";

/**
 * Copies a database, which may be in use, into a new file. `prepare` gets the copy; the target appears when it is done, whole or not
 * at all. A copy that was killed leaves a file that the next one of the same name removes.
 */
export async function copyDatabase<Result>(
  source: () => DatabaseSync,
  target: string,
  prepare: (copy: string) => Promise<Result>,
): Promise<Result> {
  refuseExisting(target);
  const copy = `${target}.${randomBytes(6).toString("hex")}.partial`;
  try {
    removeCopies(target);
    // The hub's private key is in it.
    closeSync(openSync(copy, "wx", 0o600));
  } catch (error) {
    throw toFileError(copy, error);
  }
  try {
    await copyPages(source(), copy);
    const result = await prepare(copy);
    sync(copy);
    refuseExisting(target);
    renameSync(copy, target);
    sync(dirname(target));
    return result;
  } catch (error) {
    if (error instanceof SkillError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SkillError("file-unreadable", { path: target, reason }, { cause: error });
  } finally {
    for (const end of companions) rmSync(copy + end, { force: true });
  }
}

/** What SQLite keeps beside a database. */
const companions = ["", "-wal", "-shm", "-journal"];

function refuseExisting(target: string): void {
  if (existsSync(target)) throw new SkillError("file-exists", { path: target });
}

function removeCopies(target: string): void {
  const folder = dirname(target);
  const start = `${basename(target)}.`;
  for (const name of readdirSync(folder))
    if (
      name.startsWith(start) &&
      /^[0-9a-f]{12}\.partial(?:-wal|-shm|-journal)?$/.test(name.slice(start.length))
    )
      rmSync(`${folder}/${name}`, { force: true });
}

async function copyPages(database: DatabaseSync, copy: string): Promise<void> {
  try {
    // One transaction for the whole copy. Without it, SQLite starts over at each commit of the hub, and may never end.
    database.exec("begin");
    database.prepare("select count(*) from sqlite_schema").get();
    await backup(database, copy);
  } finally {
    database.close();
  }
}

function sync(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
