import { limits } from "@skillwright/core";
import { formatAudit } from "@skillwright/core/audit";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import type { Io } from "../../io.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { countOf } from "../../terminal/text-width.ts";
import { readCount } from "./filter.ts";
import { readHubRecords, requireHub } from "./hub-records.ts";
import { type AuditRequest, damageNote, type ReadRecord, readRecords } from "./log.ts";
import { auditHead, auditRow } from "./row.ts";

/** `audit list`: the matching events, oldest first. */
export async function listAudit(request: AuditRequest): Promise<number> {
  const { log, invocation, io } = request;
  const limit = readCount(invocation, "limit");
  const format = readFormat(invocation);
  requireHub(invocation);
  if (invocation.flag("hub")) return listHub(request, format, limit ?? hubRecords);
  if (!log.exists && format !== "json") await io.err("No events recorded yet.\n");
  const records = limit === undefined ? readRecords(request) : await lastOf(readRecords(request), limit);
  const damaged = await (format === "json" ? printJson(records, io) : printText(records, format, io));
  await damageNote(damaged, io);
  return exitCode.ok;
}

/** Events of the hub without --limit. */
const hubRecords = 200;

async function listHub(request: AuditRequest, format: ListFormat, limit: number): Promise<number> {
  const { io } = request;
  const { records, erased } = await readHubRecords(request, limit);
  await (format === "json" ? printJson(records, io) : printText(records, format, io));
  if (erased > 0) await io.err(`skillwright audit: ${countOf(erased, "event")} erased on the hub.\n`);
  return exitCode.ok;
}

export type ListFormat = "text" | "audit" | "json";

export function readFormat(invocation: Invocation): ListFormat {
  const format = invocation.option("format") ?? (invocation.flag("json") ? "json" : "text");
  if (format === "text" || format === "audit" || format === "json") return format;
  throw new UsageError("--format must be text, audit or json here.");
}

type Records = AsyncIterable<ReadRecord> | Iterable<ReadRecord>;

/** The last `count` records, in bounded memory. */
export async function lastOf(records: Records, count: number): Promise<readonly ReadRecord[]> {
  let kept: ReadRecord[] = [];
  for await (const record of records) {
    kept.push(record);
    if (kept.length >= 2 * count + 100) kept = kept.slice(-count);
  }
  return kept.slice(-count);
}

async function printText(records: Records, format: "text" | "audit", io: Io): Promise<number> {
  const out = createBufferedOut(io);
  const print = createPrinter(format, io);
  let damaged = 0;
  let isFirst = format === "text";
  for await (const one of records) {
    if (isFirst) await out.write(auditHead(createStyle(io.terminal.color)));
    isFirst = false;
    if (one.record === undefined) damaged++;
    await out.write(print(one));
  }
  await out.flush();
  return damaged;
}

/** Formats one event for people. */
export function createPrinter(format: "text" | "audit", io: Io): (one: ReadRecord) => string {
  const look = { style: createStyle(io.terminal.color), columns: io.terminal.columns };
  if (format === "text") return (one) => auditRow(one, look);
  return ({ line, record }) =>
    record === undefined
      ? `[AUDIT] Damaged: line ${line.number}\n`
      : formatAudit(record)
          .map((text) => `${text}\n`)
          .join("");
}

/** Streams, so a log of any size fits in memory. */
async function printJson(records: Records, io: Io): Promise<number> {
  const out = createBufferedOut(io);
  const numbers: number[] = [];
  let damaged = 0;
  let separator = "\n";
  await out.write('{"version":1,"events":[');
  for await (const { line, record } of records) {
    if (record === undefined) {
      if (damaged++ < limits.auditFaults) numbers.push(line.number);
      continue;
    }
    await out.write(`${separator}${safeJson(record)}`);
    separator = ",\n";
  }
  await out.write(`],\n"damaged":${JSON.stringify(numbers)}}\n`);
  await out.flush();
  return damaged;
}

type BufferedOut = { write(text: string): Promise<void>; flush(): Promise<void> };

/** Buffers standard output to save system calls. */
export function createBufferedOut(io: Io): BufferedOut {
  let buffer = "";
  const flush = async (): Promise<void> => {
    const text = buffer;
    buffer = "";
    if (text !== "") await io.out(text);
  };
  return {
    write: async (text) => {
      buffer += text;
      if (buffer.length >= pieceLength) await flush();
    },
    flush,
  };
}

const pieceLength = 64 * 1024;
