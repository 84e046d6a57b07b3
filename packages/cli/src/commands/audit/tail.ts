import { limits } from "@skillwright/core";
import { parseRecord } from "@skillwright/core/audit";
import { createNodeFileSystem } from "@skillwright/core/node";
import { UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { readLines } from "../../input/read-lines.ts";
import type { Io } from "../../io.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { readCount } from "./filter.ts";
import { createPrinter, lastOf, readFormat } from "./list.ts";
import { type AuditRequest, type ReadRecord, readRecords } from "./log.ts";

type Tail = { readonly count: number; readonly print: (one: ReadRecord) => string };

/** `audit tail`: the last events, then new ones with `--follow`. JSON output has one event per line. */
export async function tailAudit(request: AuditRequest): Promise<number> {
  const { log, invocation, io } = request;
  const format = readFormat(invocation);
  const print = format === "json" ? toJsonLine : createPrinter(format, io);
  const tail = { count: readCount(invocation, "lines") ?? 10, print };
  if (!log.exists) await io.err("No events recorded yet.\n");
  if (invocation.flag("follow")) await follow(request, tail);
  else await io.out((await readLast(request, tail.count)).map(print).join(""));
  return exitCode.ok;
}

function toJsonLine({ record }: ReadRecord): string {
  return record === undefined ? "" : `${safeJson(record)}\n`;
}

/** Read this much from the end first: it nearly always suffices, and logs can be huge. */
const window = 1_048_576;

async function readLast(request: AuditRequest, count: number): Promise<readonly ReadRecord[]> {
  const start = Math.max(0, sizeOf(request.log.path) - window);
  if (start > 0) {
    // The window starts mid-line, and its line numbers are wrong, so damaged lines need the full read.
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
  if (path === undefined) throw new UsageError("--follow needs a file, not standard input.");
  /** Existing events are buffered until the end of the file; then the last ones are printed. */
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

const pollMs = 200;

/** Streams a file and whatever is appended to it, until the output's reader leaves. */
async function* growing(path: string, atEnd: () => Promise<void>, io: Io): AsyncGenerator<Uint8Array> {
  let position = 0;
  do {
    const size = sizeOf(path);
    // A shorter file has been replaced.
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
