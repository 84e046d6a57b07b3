import { lstatSync, opendirSync, rmSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { nodeSha256, toFileError } from "@skillwright/core/node";
import type { ToolPattern } from "@skillwright/core/parse";
import type { DeclaredLimits } from "@skillwright/core/policy";
import { compact, isJsonObject, parseJson, readSealed, writeSealed } from "@skillwright/core/text";
import { codeOf, createLocking } from "../audit/lock-file.ts";
import type { Clock } from "../clock.ts";
import type { FoundSkill } from "./judge-parts.ts";
import { agentHooksLimits } from "./limits.ts";

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
      await createLocking(path, waitMs, toLockError).withLock(work);
    } catch (error) {
      throw toFileError(path, error);
    }
  };
  const tryRead = (): readonly ActiveRecord[] | undefined => {
    const payload = readSealed(fs, path, seal);
    return payload && parseRecords(decoder.decode(payload));
  };
  const read = (): readonly ActiveRecord[] => {
    const records = tryRead();
    if (records !== undefined) return records;
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
        if (toRecordText(next) === toRecordText(before)) return;
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

/** An active skill as it was when loaded; later changes to its SKILL.md lift no restriction. */
export type ActiveRecord = FoundSkill & {
  readonly activation: string;
  /** Our own server loaded it, so its tool may leave it again; skills loaded by an agent or user last for their time. */
  readonly loader?: "own-server";
  /** It lasts for the session, whatever is configured now. */
  readonly lifetime?: "session";
  /** Why a skill the user named must not be used. Not every agent can be stopped at that point, so its calls are. */
  readonly refused?: string;
};

/** Serializes the records. */
export function toRecordText(records: readonly ActiveRecord[]): string {
  return `${JSON.stringify({ active: records.map(toPlain) })}\n`;
}

/** Parses serialized records; undefined for anything else. */
export function parseRecords(text: string): readonly ActiveRecord[] | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  return parseList(value.active, parseRecord);
}

/** Drops all other fields. */
function toPlain(record: ActiveRecord): ActiveRecord {
  const { name, directory, digest, activation, version, loader, lifetime, refused } = record;
  const { requestedTools, disallowedTools, declared } = record;
  return {
    ...{ name, directory, digest, activation },
    ...compact({ version, loader, lifetime, refused }),
    ...(requestedTools === undefined ? {} : { requestedTools: requestedTools.map(toPattern) }),
    ...(disallowedTools === undefined ? {} : { disallowedTools: disallowedTools.map(toPattern) }),
    ...compact({ declared: declared && toLimits(declared) }),
  };
}

function toLimits({ network, writes, commands, files }: DeclaredLimits): DeclaredLimits {
  return { network, writes, commands, files };
}

function toPattern({ text, tool, pattern }: ToolPattern): ToolPattern {
  return { text, tool, ...compact({ pattern }) };
}

/** All or nothing: half a list would be half a restriction. */
function parseList<T>(value: unknown, parse: (one: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const parsed = value.map(parse);
  const sound = parsed.filter((one) => one !== undefined);
  return sound.length === parsed.length ? sound : undefined;
}

function parseRecord(value: unknown): ActiveRecord | undefined {
  if (!isJsonObject(value)) return undefined;
  const { name, directory, digest, activation, version, loader, lifetime, refused } = value;
  if (typeof name !== "string" || typeof directory !== "string") return undefined;
  if (typeof digest !== "string" || typeof activation !== "string") return undefined;
  if (refused !== undefined && typeof refused !== "string") return undefined;
  if (version !== undefined && typeof version !== "string") return undefined;
  if (loader !== undefined && loader !== "own-server") return undefined;
  if (lifetime !== undefined && lifetime !== "session") return undefined;
  const requested = parsePatterns(value.requestedTools);
  const disallowed = parsePatterns(value.disallowedTools);
  if (requested === undefined || disallowed === undefined) return undefined;
  const declared = parseLimits(value.declared);
  if (value.declared !== undefined && declared === undefined) return undefined;
  return toPlain({
    ...{ name, directory, digest, activation },
    ...compact({ version, loader, lifetime, refused }),
    ...(requested === absent ? {} : { requestedTools: requested }),
    ...(disallowed === absent ? {} : { disallowedTools: disallowed }),
    ...compact({ declared }),
  });
}

function parseLimits(value: unknown): DeclaredLimits | undefined {
  if (!isJsonObject(value)) return undefined;
  const { network, writes, commands, files } = value;
  if (typeof network !== "boolean" || typeof writes !== "boolean" || typeof commands !== "boolean")
    return undefined;
  if (files !== "skill-directory" && files !== "workspace" && files !== "system") return undefined;
  return { network, writes, commands, files };
}

const absent: readonly ToolPattern[] = [];

function parsePatterns(value: unknown): readonly ToolPattern[] | undefined {
  return value === undefined ? absent : parseList(value, parsePattern);
}

function parsePattern(value: unknown): ToolPattern | undefined {
  if (!isJsonObject(value)) return undefined;
  const { text, tool, pattern } = value;
  if (typeof text !== "string" || typeof tool !== "string") return undefined;
  if (pattern === undefined) return { text, tool };
  return typeof pattern === "string" ? { text, tool, pattern } : undefined;
}

/** Removes the state of sessions unused for a long time, looking at a bounded number. */
function sweepSessions(folder: string, nowMs: number): void {
  try {
    for (const name of listSome(folder)) {
      if (!ours.test(name)) continue;
      const path = `${folder}/${name}`;
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found !== undefined && !found.isDirectory() && nowMs - found.mtimeMs > agentHooksLimits.guardIdleMs)
        rmSync(path);
    }
  } catch (error) {
    // What cannot be removed now waits for the next time; it blocks no call.
    if (codeOf(error) === undefined) throw error;
  }
}

/** A state file, its lock, and an interrupted write. */
const ours = /^[a-z-]+-[0-9a-f]{64}\.json(?:\.lock|\.lock\.takeover|\.\d+\.tmp)?$/;

function listSome(folder: string): readonly string[] {
  const directory = opendirSync(folder);
  const names: string[] = [];
  try {
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
      names.push(entry.name);
      if (names.length >= agentHooksLimits.guardSweptFiles) break;
    }
    return names;
  } finally {
    directory.closeSync();
  }
}
