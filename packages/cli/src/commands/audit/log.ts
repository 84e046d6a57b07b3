import { SkillError } from "@skillwright/core";
import { type AuditRecord, headFileOf, parseRecord } from "@skillwright/core/audit";
import { createNodeFileSystem } from "@skillwright/core/node";
import { type Invocation, UsageError } from "../../command.ts";
import { absolutePath } from "../../input/absolute-path.ts";
import { type AuditLine, readAuditLines } from "../../input/audit-lines.ts";
import type { Io } from "../../io.ts";
import { auditFile } from "../../session/user-session.ts";
import type { RecordFilter } from "./filter.ts";

/** Input of every audit action. */
export type AuditRequest = {
  readonly log: AuditLog;
  readonly filter: RecordFilter;
  readonly invocation: Invocation;
  readonly io: Io;
};

export type AuditLog = {
  /** Undefined for standard input. */
  readonly path: string | undefined;
  /** Name in messages. */
  readonly name: string;
  /** Whether this is the user's own log, which does not exist until something is recorded. */
  readonly isDefault: boolean;
  readonly exists: boolean;
};

/** Opens the given log or the user's own; a given file must exist. */
export function openLog(file: string | undefined, io: Io): AuditLog {
  if (file === "-") return { path: undefined, name: "standard input", isDefault: false, exists: true };
  const path = file === undefined ? auditFile(io) : absolutePath(file, io.cwd, io.place.home);
  const fs = createNodeFileSystem();
  const found = fs.stat(path);
  if (found?.kind === "directory")
    throw new UsageError(`FILE must be a log; ${file ?? path} is a directory.`);
  // A head file without its log shows that there was one.
  const isLost = found === undefined && fs.stat(headFileOf(path)) !== undefined;
  if (file !== undefined && found === undefined && !isLost)
    throw new SkillError("file-missing", { path: file });
  return { path, name: file ?? path, isDefault: file === undefined, exists: found !== undefined };
}

export type ReadRecord = { readonly line: AuditLine; readonly record: AuditRecord | undefined };

/** Records that pass the filter, plus every damaged line, which no filter can judge. */
export async function* readRecords(
  { log, filter, io }: Pick<AuditRequest, "log" | "filter" | "io">,
  start = 0,
): AsyncGenerator<ReadRecord> {
  for await (const line of readAuditLines(log, io, start)) {
    const record = line.text === undefined ? undefined : parseRecord(line.text);
    if (record === undefined || filter(record)) yield { line, record };
  }
}

/** Warns about damaged lines. */
export function damageNote(damaged: number, io: Io): Promise<void> {
  if (damaged === 0) return Promise.resolve();
  const said = damaged === 1 ? "1 line is damaged" : `${damaged} lines are damaged`;
  return io.err(`skillwright audit: ${said}. Run \`skillwright audit verify\` for details.\n`);
}
