import { auditCsvHead, formatAudit, toAuditCsv } from "@skillwright/core/audit";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { createBufferedOut } from "./list.ts";
import { type AuditRequest, damageNote, type ReadRecord, readRecords } from "./log.ts";
import { toOtlp } from "./otlp.ts";

/** `audit export`: writes events to standard output for another program. */
export async function exportAudit(request: AuditRequest): Promise<number> {
  const { invocation, io } = request;
  const { before, write, perPiece } = formats[readFormat(invocation)];
  const out = createBufferedOut(io);
  await out.write(before);
  let damaged = 0;
  let piece: Sound[] = [];
  for await (const { line, record } of readRecords(request)) {
    if (record === undefined) {
      damaged++;
      continue;
    }
    if (piece.push({ line, record }) < perPiece) continue;
    await out.write(write(piece));
    piece = [];
  }
  if (piece.length > 0) await out.write(write(piece));
  await out.flush();
  await damageNote(damaged, io);
  return exitCode.ok;
}

type Sound = ReadRecord & { readonly record: NonNullable<ReadRecord["record"]> };
type Format = {
  readonly before: string;
  readonly write: (records: readonly Sound[]) => string;
  /** Records per call of `write`. */
  readonly perPiece: number;
};

const formats: Readonly<Record<"jsonl" | "csv" | "audit" | "otlp", Format>> = {
  // Verbatim log lines, so that hashes can still be verified.
  jsonl: {
    before: "",
    write: (records) => records.map(({ line }) => `${line.text}\n`).join(""),
    perPiece: 1,
  },
  csv: {
    before: auditCsvHead,
    write: (records) => records.map(({ record }) => toAuditCsv(record)).join(""),
    perPiece: 1,
  },
  audit: {
    before: "",
    write: (records) =>
      records
        .flatMap(({ record }) => formatAudit(record))
        .map((line) => `${line}\n`)
        .join(""),
    perPiece: 1,
  },
  // One payload per line, each small enough for one collector request.
  otlp: {
    before: "",
    write: (records) => `${JSON.stringify(toOtlp(records.map(({ record }) => record)))}\n`,
    perPiece: 1000,
  },
};

function readFormat(invocation: Invocation): keyof typeof formats {
  const format = invocation.option("format") ?? "jsonl";
  if (format === "jsonl" || format === "csv" || format === "audit" || format === "otlp") return format;
  throw new UsageError("--format must be jsonl, csv, audit or otlp for export.");
}
