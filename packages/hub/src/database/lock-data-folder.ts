import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SkillError } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";

/**
 * Makes this process the only hub on a data folder: two of them would miss each other's announcements. The lock is SQLite's own on an
 * empty file, so the system releases it when the process ends, however it ends. Returns a function that releases it.
 */
export function lockDataFolder(folder: string): () => void {
  try {
    makeFolders(folder);
  } catch (error) {
    throw toFileError(folder, error);
  }
  const path = `${folder}/hub.lock`;
  try {
    const lock = new DatabaseSync(path);
    chmodSync(path, 0o600);
    lock.exec("pragma locking_mode = exclusive; begin exclusive");
    return () => lock.close();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SkillError("hub-unable", {
      reason: /locked|busy/.test(reason)
        ? `another hub uses the data folder ${folder}. Use PostgreSQL (--database) for several hubs`
        : `${path} cannot be used (${reason})`,
    });
  }
}

/** Node's recursive `mkdir` never ends where a folder exists and takes no new ones, as below /proc. */
function makeFolders(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.push(path);
  for (const path of missing.reverse()) mkdirSync(path, { mode: 0o700 });
}
