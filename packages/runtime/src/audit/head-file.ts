import {
  close,
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  lstatSync,
  open,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { SkillError } from "@skillwright/core";
import { type ChainEnd, headBytes, headFileOf, parseHead, toHeadText } from "@skillwright/core/audit";
import { systemClock } from "../clock.ts";
import { codeOf } from "./lock-file.ts";

const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/** Where the log ended when its head was last written; undefined if it has no head. */
export function readHead(log: string): ChainEnd | undefined {
  const bytes = Buffer.alloc(headBytes);
  let descriptor: number;
  try {
    descriptor = openSync(headFileOf(log), constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    const length = readSync(descriptor, bytes, 0, headBytes, 0);
    const head = parseHead(bytes.toString("latin1", 0, length));
    if (head !== undefined) return head;
  } finally {
    closeSync(descriptor);
  }
  const reason = `${headFileOf(log)} was changed; run \`skillwright audit verify\` for details`;
  throw new SkillError("audit-unavailable", { path: log, reason });
}

/** Writes the head of a new log. */
export function createHead(log: string, end: ChainEnd): void {
  const path = headFileOf(log);
  const descriptor = openSync(path, flags | constants.O_EXCL, 0o600);
  try {
    writeSync(descriptor, toHeadText(end));
    fsyncSync(descriptor);
  } catch (error) {
    // A full disk leaves half a head, which would look forged.
    unlinkSync(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Removes prepared heads that a killed process left behind. A live one is put in place or discarded within seconds, so an old
 * one is abandoned, whatever machine or container its process id is from.
 */
export function removeStaleHeads(log: string): void {
  const head = headFileOf(log);
  const start = `${basename(head)}.`;
  const names = readdirSync(dirname(head)).filter((name) => name.startsWith(start) && name.endsWith(".new"));
  for (const name of names) {
    const path = `${dirname(head)}/${name}`;
    const changed = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (changed !== undefined && systemClock.now() - changed > staleMs) rmSync(path, { force: true });
  }
}

const staleMs = 600_000;

/** A head prepared next to the current one, so that the slow part happens before the lock is taken. */
export type PreparedHead = {
  /**
   * Puts it in place unless another process has written a later one or the log was moved away. Call it with the
   * lock held.
   */
  settle(isLogInPlace: boolean): void;
  /** Removes a prepared head that was not put in place. */
  discard(): void;
};

export async function prepareHead(log: string, end: ChainEnd, sync: SyncFile): Promise<PreparedHead> {
  // Pid and time are unique in practice; if not, O_EXCL makes the second fail.
  const prepared = `${headFileOf(log)}.${process.pid}-${systemClock.elapsed()}.new`;
  const descriptor = openSync(prepared, flags | constants.O_EXCL, 0o600);
  try {
    writeSync(descriptor, toHeadText(end));
  } finally {
    closeSync(descriptor);
  }
  await sync(prepared);
  return {
    settle: (isLogInPlace) => {
      const isNews = isLogInPlace && (readHead(log)?.sequence ?? 0) < end.sequence;
      if (isNews) renameSync(prepared, headFileOf(log));
    },
    discard: () => rmSync(prepared, { force: true }),
  };
}

/** Waits until a file's data is on disk. */
export type SyncFile = (path: string) => Promise<void>;

/** Blocks the process meanwhile. */
export async function syncAtOnce(path: string): Promise<void> {
  const descriptor = openSync(path, "r+");
  try {
    fdatasyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Lets the process go on meanwhile. Uses callbacks: loading Node's file promises takes as long as a whole
 * append, which matters for processes that make only one.
 */
export function syncFile(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    open(path, "r+", (failure, descriptor) => {
      if (failure !== null) return reject(failure);
      fdatasync(descriptor, (unsynced) => {
        close(descriptor, (unclosed) => {
          const error = unsynced ?? unclosed;
          if (error) reject(error);
          else resolve();
        });
      });
    });
  });
}
