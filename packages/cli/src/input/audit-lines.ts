import { limits } from "@skillwright/core";
import type { Io } from "../io.ts";
import { readLines } from "./read-lines.ts";

export type AuditLine = {
  readonly number: number;
  /** Undefined if the line is longer than any record. */
  readonly text: string | undefined;
  /** Whether a line break ended it. */
  readonly ended: boolean;
};

export type LogFile = {
  /** Undefined for standard input. */
  readonly path: string | undefined;
  readonly exists: boolean;
};

/** Streams the lines of a log from a byte offset. */
export async function* readAuditLines(
  { path, exists }: LogFile,
  io: Pick<Io, "stream">,
  start = 0,
): AsyncGenerator<AuditLine> {
  if (!exists) return;
  let lastByte: number | undefined;
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of io.stream(path, start)) {
      lastByte = piece.at(-1) ?? lastByte;
      yield piece;
    }
  };
  let held: Omit<AuditLine, "ended"> | undefined;
  for await (const line of readLines(watched(), limits.auditLineBytes)) {
    if (held !== undefined) yield { ...held, ended: true };
    held = line;
  }
  if (held !== undefined) yield { ...held, ended: lastByte === newline };
}

const newline = 0x0a;
