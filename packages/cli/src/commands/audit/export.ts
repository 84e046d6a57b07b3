import { type AuditRecord, formatAudit } from "@skillwright/core/audit";
import { isJsonObject, printable } from "@skillwright/core/text";
import { type Invocation, UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { skillsOf } from "./filter.ts";
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

const columns: readonly (readonly [name: string, value: (record: AuditRecord) => unknown])[] = [
  ["sequence", ({ sequence }) => sequence],
  ["time", ({ time }) => time],
  ["session", ({ session }) => session],
  ["user", ({ user }) => user],
  ["event", ({ event }) => event],
  ["skill", (record) => skillsOf(record).at(-1)],
  ["digest", ({ skill, skills }) => digestOf(Array.isArray(skills) ? skills.at(-1) : skill)],
  ["tool", ({ tool }) => tool],
  ["call", ({ call }) => call],
  ["layer", ({ layer }) => layer],
  ["rule", ({ rule }) => rule],
  ["reason", ({ reason }) => reason],
  ["approver", ({ approver }) => approver],
  ["input", ({ input }) => input],
  ["command", ({ command }) => (Array.isArray(command) ? command.join(" ") : command)],
  ["ok", ({ ok }) => ok],
  ["exit_code", ({ exitCode }) => exitCode],
  ["duration_ms", ({ durationMs }) => durationMs],
  ["output", ({ output }) => output],
  ["error", ({ error }) => error],
  ["hash", ({ hash }) => hash],
];

const csvHead: string = `${columns.map(([name]) => name).join(",")}\r\n`;

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
    before: csvHead,
    write: (records) => records.map(({ record }) => toCsvRow(record)).join(""),
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

/** An event as a CSV row (RFC 4180). */
function toCsvRow(record: AuditRecord): string {
  return `${columns.map(([, value]) => toCell(value(record))).join(",")}\r\n`;
}

function digestOf(skill: unknown): unknown {
  return isJsonObject(skill) ? skill.digest : undefined;
}

function toCell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = (typeof value === "string" ? value : JSON.stringify(value)).replace(/[^\n\r\t]+/g, printable);
  // Spreadsheets execute cells that start like this; an apostrophe makes them text.
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
