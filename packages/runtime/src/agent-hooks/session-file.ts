import { rmSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { nodeSha256, toFileError } from "@skillwright/core/node";
import { readSealed, writeSealed } from "@skillwright/core/text";
import { createLocking } from "../audit/lock-file.ts";
import type { Clock } from "../clock.ts";
import { type ActiveRecord, parseRecords, toRecordText } from "./active-record.ts";
import { agentHooksLimits } from "./limits.ts";
import { sweepSessions } from "./sweep-sessions.ts";

/** The active skills of one agent session, kept between hook processes. */
export type SessionFile = {
  /** Throws `state-unreadable` if the file was changed or damaged. */
  read(): readonly ActiveRecord[];
  /** Replaces the active skills under a lock; returns those active before. */
  change(
    update: (active: readonly ActiveRecord[]) => readonly ActiveRecord[],
  ): Promise<readonly ActiveRecord[]>;
  /** Forgets the session, whatever its file holds; returns the active skills, if readable. */
  remove(): Promise<readonly ActiveRecord[]>;
};

export type SessionFileOptions = {
  readonly fs: FileSystem;
  /** Folder of all session files. */
  readonly folder: string;
  readonly agent: string;
  /** The agent's own session id: foreign text that must not become part of a path. */
  readonly session: string;
  readonly clock: Clock;
  /** How long to wait for other hooks of the session. */
  readonly waitMs?: number;
};

export function openSessionFile(options: SessionFileOptions): SessionFile {
  const { fs, folder, agent, session, clock, waitMs = 2000 } = options;
  const key = `${agent}-${nodeSha256(encoder.encode(session))}`;
  const path = `${folder}/${key}.json`;
  // The seal includes the name: another session's file is not valid here.
  const seal = { kind: `guard-1 ${key}`, sha256: nodeSha256, maxBytes: agentHooksLimits.guardStateBytes };
  const withLock = async (work: () => void): Promise<void> => {
    try {
      await createLocking(path, waitMs, toLockError)(work);
    } catch (error) {
      throw toFileError(path, error);
    }
  };
  const tryRead = (): readonly ActiveRecord[] | undefined => {
    const payload = readSealed(fs, path, seal);
    return payload && parseRecords(decoder.decode(payload));
  };
  const read = (): readonly ActiveRecord[] => {
    if (isMissing(fs, path)) return [];
    const records = tryRead();
    if (records !== undefined) return records;
    // The session may have just ended.
    if (isMissing(fs, path)) return [];
    throw new SkillError("state-unreadable", { path, reason: "it is damaged, changed or not ours" });
  };
  return {
    read,
    change: async (update) => {
      let before: readonly ActiveRecord[] = [];
      await withLock(() => {
        before = read();
        const next = update(before);
        if (next === before) return;
        if (next.length === 0) rmSync(path, { force: true });
        else writeSealed(fs, path, { ...seal, payload: toPayload(next, path) });
      });
      // A new session is a good moment to remove old ones.
      if (before.length === 0) sweepSessions(folder, clock.now());
      return before;
    },
    remove: async () => {
      if (isMissing(fs, path)) return [];
      let before: readonly ActiveRecord[] = [];
      await withLock(() => {
        before = tryRead() ?? [];
        rmSync(path, { force: true });
      });
      return before;
    },
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Only a missing file means no skills; a dangling link does not. */
function isMissing(fs: FileSystem, path: string): boolean {
  try {
    fs.read(path, 0);
    return false;
  } catch (error) {
    if (error instanceof SkillError) return error.code === "file-missing";
    throw error;
  }
}

/** Refuses to write what could not be read again: that would block every call of the session. */
function toPayload(records: readonly ActiveRecord[], path: string): Uint8Array {
  const payload = encoder.encode(toRecordText(records));
  const max = agentHooksLimits.guardStateBytes - sealBytes;
  if (payload.length <= max) return payload;
  throw new SkillError("file-too-large", { path, size: payload.length, max });
}

/** Room for the first line of a sealed file. */
const sealBytes = 256;

function toLockError(path: string, reason: string): SkillError {
  return new SkillError("file-unreadable", { path, reason });
}
