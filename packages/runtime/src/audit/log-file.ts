import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { limits, SkillError } from "@skillwright/core";
import {
  type AuditEvent,
  type ChainEnd,
  chainStart,
  linkEvent,
  readLink,
  toEventText,
} from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import { createHead, readHead } from "./head-file.ts";

/** An event to be written. */
export type Entry = { readonly event: AuditEvent; readonly text: string };

/** The log on disk, for the holder of its lock. */
export type LogFile = {
  /** Appends all of the entries or none. */
  write(entries: readonly Entry[]): void;
  /** Where the log ended after this process's last write. */
  end(): ChainEnd;
  /** Whether the file is still at its path. */
  isInPlace(): boolean;
  close(): void;
};

type Opened = {
  readonly descriptor: number;
  readonly inode: number;
  size: number;
  end: ChainEnd;
  /** Incomplete record found at the end and not yet reported. */
  torn: Buffer | undefined;
};

export function createLogFile(path: string): LogFile {
  let opened: Opened | undefined;
  const close = (): void => {
    if (opened !== undefined) closeSync(opened.descriptor);
    opened = undefined;
  };
  return {
    write: (entries) => {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found === undefined || found.ino !== opened?.inode) {
        close();
        opened = openLog(path);
        catchUp(opened, path);
      } else if (found.size !== opened.size) catchUp(opened, path);
      append(opened, entries);
    },
    end: () => opened?.end ?? chainStart,
    isInPlace: () => lstatSync(path, { throwIfNoEntry: false })?.ino === opened?.inode,
    close,
  };
}

/** Opens the file without following links: a link's target might be anyone's. */
function openLog(path: string): Opened {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) prepareFolder(path);
  const descriptor = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  const stat = fstatSync(descriptor);
  if (stat.isFile()) return { descriptor, inode: stat.ino, size: -1, end: chainStart, torn: undefined };
  closeSync(descriptor);
  throw new SkillError("audit-unavailable", { path, reason: "it is not a regular file" });
}

/** The head is created before the log, so that a log without one is known to have lost it. */
function prepareFolder(path: string): void {
  if (readHead(path) === undefined) createHead(path, chainStart);
  const folder = openSync(dirname(path), constants.O_RDONLY);
  fsyncSync(folder);
  closeSync(folder);
}

/** Continues from the current end, which other processes may have moved. */
function catchUp(opened: Opened, path: string): void {
  const { end, size, torn } = readLogEnd(opened.descriptor, path);
  if (torn.length > 0) {
    ftruncateSync(opened.descriptor, size);
    opened.torn = torn;
  }
  opened.end = end;
  opened.size = size;
}

function append(opened: Opened, entries: readonly Entry[]): void {
  let { end } = opened;
  let text = "";
  const texts = entries.map((entry) => entry.text);
  for (const one of [...repairs(opened, entries), ...texts]) {
    const linked = linkEvent(one, end, nodeSha256);
    text += `${linked.line}\n`;
    end = linked.end;
  }
  const bytes = Buffer.from(text, "latin1");
  writeWhole(opened, bytes);
  opened.end = end;
  opened.size += bytes.length;
  opened.torn = undefined;
}

/** Keeps what a stopped writer left unfinished, as the text of a record. */
function repairs({ torn }: Opened, [first]: readonly Entry[]): readonly string[] {
  if (torn === undefined || first === undefined) return [];
  const { time, session } = first.event;
  // Latin-1 maps each byte to a character, so none is lost; an eighth of a line fits into one however it is
  // escaped.
  const text = torn.toString("latin1", 0, Math.floor(limits.auditLineBytes / 8));
  return [toEventText({ time, session, event: "log-repaired", torn: text, bytes: torn.length })];
}

function writeWhole({ descriptor, size }: Opened, bytes: Buffer): void {
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    // A full disk takes only part: remove what no caller was told is written.
    ftruncateSync(descriptor, size);
    throw error;
  }
}

/** How a log ends on disk. */
type LogEnd = {
  readonly end: ChainEnd;
  /** Bytes up to the end of the last complete line. */
  readonly size: number;
  /** What follows it: the start of a record whose writer was stopped. */
  readonly torn: Buffer;
};

/** Reads the last record of a log to continue from it. Throws if the end is not the one that was written. */
function readLogEnd(descriptor: number, path: string): LogEnd {
  const { size: total } = fstatSync(descriptor);
  const tail = readTail(descriptor, total);
  const lineEnd = tail.lastIndexOf(newline);
  const torn = tail.subarray(lineEnd + 1);
  if (torn.length > limits.auditLineBytes) throw refuse(path, "it ends with something that is not a record");
  const line = tail.subarray(tail.lastIndexOf(newline, lineEnd - 1) + 1, Math.max(0, lineEnd));
  const end = lineEnd === -1 ? chainStart : readRecord(line, path);
  requireHead(end, path, total);
  return { end, size: total - torn.length, torn };
}

const newline = 0x0a;
/** Enough for nearly every record. */
const firstRead = 8192;

/** Contains at least the last complete line and the line break before it, unless the log starts there. */
function readTail(descriptor: number, size: number): Buffer {
  const most = 2 * limits.auditLineBytes;
  for (let length = firstRead; ; length = most) {
    const start = Math.max(0, size - length);
    const bytes = Buffer.alloc(size - start);
    const read = readSync(descriptor, bytes, 0, bytes.length, start);
    const tail = bytes.subarray(0, read);
    const lineEnd = tail.lastIndexOf(newline);
    if (start === 0 || length === most || tail.lastIndexOf(newline, lineEnd - 1) >= 0) return tail;
  }
}

function readRecord(line: Buffer, path: string): ChainEnd {
  const link = readLink(line.toString("latin1"), nodeSha256);
  if (!link?.sound) throw refuse(path, "its last line was changed");
  return { sequence: link.sequence, hash: link.hash };
}

/** Appending after a removed tail would also destroy the evidence. */
function requireHead({ sequence, hash }: ChainEnd, path: string, size: number): void {
  const head = readHead(path);
  if (head === undefined && size > 0) throw refuse(path, "its head file is missing");
  if (head === undefined) return;
  if (head.sequence > sequence)
    throw refuse(path, `record ${head.sequence} was written, but it ends with record ${sequence}`);
  if (head.sequence === sequence && head.hash !== hash)
    throw refuse(path, "its last record does not match its head file");
}

function refuse(path: string, reason: string): SkillError {
  const advice =
    "run `skillwright audit verify` for details; to start a new log, move this one and its head file away";
  return new SkillError("audit-unavailable", { path, reason: `${reason} (${advice})` });
}
