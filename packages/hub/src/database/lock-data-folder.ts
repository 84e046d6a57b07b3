import { chmodSync, mkdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { SkillError } from "@skillwright/core";
import { toFileError } from "@skillwright/core/node";

/**
 * Makes this process the only hub on a data folder: two of them would miss each other's announcements. The lock is SQLite's own on an
 * empty file, so the system releases it when the process ends, however it ends. Returns a function that releases it.
 */
export function lockDataFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
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
