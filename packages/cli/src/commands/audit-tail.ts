import { limits } from "@skillwright/core";
import { parseRecord } from "@skillwright/core/audit";
import { createNodeFileSystem } from "@skillwright/core/node";
import { UsageError } from "../command.ts";
import { exitCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { readCount } from "./audit-filter.ts";
import { createPrinter, lastOf, readFormat } from "./audit-list.ts";
import { type AuditRequest, type ReadRecord, readRecords } from "./audit-log.ts";
import { readLines } from "./read-lines.ts";

type Tail = { readonly count: number; readonly print: (one: ReadRecord) => string };

/** `audit tail`: the last events, and with `--follow` those to come. As JSON, each is a line of its own. */
export async function tailAudit(request: AuditRequest): Promise<number> {
  const { log, invocation, io } = request;
  const format = readFormat(invocation);
  const print = format === "json" ? toJsonLine : createPrinter(format, io);
  const tail = { count: readCount(invocation, "lines") ?? 10, print };
  if (!log.exists) await io.err("Nothing is recorded yet.\n");
  if (invocation.flag("follow")) await follow(request, tail);
  else await io.out((await readLast(request, tail.count)).map(print).join(""));
  return exitCode.ok;
}

function toJsonLine({ record }: ReadRecord): string {
  return record === undefined ? "" : `${JSON.stringify(record)}\n`;
}

/** Bytes that nearly always hold what is wanted; a log may have many thousand times as many. */
const window = 1_048_576;

async function readLast(request: AuditRequest, count: number): Promise<readonly ReadRecord[]> {
  const start = Math.max(0, sizeOf(request.log.path) - window);
  if (start > 0) {
    // The window begins in the middle of a line, and lines are not numbered in it.
    const [, ...last] = await lastOf(readRecords(request, start), count + 1);
    if (last.length === count && last.every(({ record }) => record !== undefined)) return last;
  }
  return lastOf(readRecords(request), count);
}

function sizeOf(path: string | undefined): number {
  return path === undefined ? 0 : (createNodeFileSystem().stat(path)?.size ?? 0);
}

async function follow({ log, filter, io }: AuditRequest, { count, print }: Tail): Promise<void> {
  const { path } = log;
  if (path === undefined) throw new UsageError("--follow wants a file, not standard input.");
  /** What is there already is held until the end of it is reached. */
  let held: ReadRecord[] | undefined = [];
  const catchUp = async (): Promise<void> => {
    const last = held?.slice(-count) ?? [];
    held = undefined;
    await io.out(last.map(print).join(""));
  };
  for await (const { number, text } of readLines(growing(path, catchUp, io), limits.auditLineBytes)) {
    const record = text === undefined ? undefined : parseRecord(text);
    if (record !== undefined && !filter(record)) continue;
    const one = { line: { number, text, ended: true }, record };
    if (held === undefined) await io.out(print(one));
    else held.push(one);
    if (held !== undefined && held.length > 2 * count + 100) held = held.slice(-count);
  }
}

/** How long a new event may stay unseen. */
const pollMs = 200;

/** All of a file, and what is added to it for as long as anybody reads. */
async function* growing(path: string, atEnd: () => Promise<void>, io: Io): AsyncGenerator<Uint8Array> {
  let position = 0;
  do {
    const size = sizeOf(path);
    // A shorter file is another one.
    if (size < position) position = 0;
    if (size > position) {
      for await (const piece of io.stream(path, position)) {
        position += piece.length;
        yield piece;
      }
    }
    await atEnd();
  } while (await io.wait(pollMs));
}
