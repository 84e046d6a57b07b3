import { fstatSync, readSync } from "node:fs";
import { limits, SkillError } from "@skillwright/core";
import { type ChainEnd, chainStart, readLink } from "@skillwright/core/audit";
import { nodeSha256 } from "@skillwright/core/node";
import { readHead } from "./head-file.ts";

/** How a log ends on disk. */
export type LogEnd = {
  readonly end: ChainEnd;
  /** Bytes up to the end of the last complete line. */
  readonly size: number;
  /** What follows it: the start of a record whose writer was stopped. */
  readonly torn: Buffer;
};

/** Reads the last record of a log to continue from it. Throws if the end is not the one that was written. */
export function readLogEnd(descriptor: number, path: string): LogEnd {
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
