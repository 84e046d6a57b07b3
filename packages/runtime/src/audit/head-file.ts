import {
  close,
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  open,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { SkillError } from "@skillwright/core";
import { type ChainEnd, headBytes, headFileOf, parseHead, toHeadText } from "@skillwright/core/audit";
import { codeOf } from "./lock-file.ts";

const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/** Where the log ended when its head was last written; undefined if it has no head. */
export function readHead(log: string): ChainEnd | undefined {
  const descriptor = openHead(log, O_RDONLY);
  if (descriptor === undefined) return undefined;
  try {
    return readFrom(descriptor, log);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes the head of a log that has none. */
export function createHead(log: string, end: ChainEnd): void {
  const path = headFileOf(log);
  const descriptor = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
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
 * Moves the head on to where the log ends now, unless another process has moved it further. Call it with the lock held, after the
 * disk has the log. Overwrites the old head: both are in one sector, which a power failure leaves whole, and a second file to rename
 * would take longer than a whole append.
 */
export function advanceHead(log: string, end: ChainEnd): void {
  const descriptor = openHead(log, O_RDWR);
  if (descriptor === undefined) {
    createHead(log, end);
    return;
  }
  try {
    if (readFrom(descriptor, log).sequence < end.sequence) writeSync(descriptor, toHeadText(end), 0);
  } finally {
    closeSync(descriptor);
  }
}

function openHead(log: string, access: number): number | undefined {
  try {
    return openSync(headFileOf(log), access | O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function readFrom(descriptor: number, log: string): ChainEnd {
  const bytes = Buffer.alloc(headBytes);
  const head = parseHead(bytes.toString("latin1", 0, readSync(descriptor, bytes, 0, headBytes, 0)));
  if (head !== undefined) return head;
  const reason = `${headFileOf(log)} was changed; run \`skillwright audit verify\` for details`;
  throw new SkillError("audit-unavailable", { path: log, reason });
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
