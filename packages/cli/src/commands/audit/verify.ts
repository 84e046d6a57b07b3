import {
  type ChainEnd,
  createVerifier,
  formatFault,
  headBytes,
  headFileOf,
  parseHead,
  type Verification,
} from "@skillwright/core/audit";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import { formatNumber, printable } from "@skillwright/core/text";
import { UsageError } from "../../command.ts";
import { exitCode } from "../../exit-code.ts";
import { readAuditLines } from "../../input/audit-lines.ts";
import type { Io } from "../../io.ts";
import { createProgress } from "../../terminal/progress.ts";
import { safeJson } from "../../terminal/safe-text.ts";
import { createStyle } from "../../terminal/style.ts";
import { countOf } from "../../terminal/text-width.ts";
import type { AuditLog, AuditRequest } from "./log.ts";
import { verifyProof } from "./verify-proof.ts";

/** `audit verify`: whether the log is intact, and where it is not. */
export async function verifyAudit(request: AuditRequest): Promise<number> {
  const { log, invocation, io } = request;
  if (invocation.option("proof") !== undefined) return verifyProof(request);
  if (invocation.option("key") !== undefined) throw new UsageError("--key requires --proof.");
  // Read the head before the log: concurrent writes then only make the log longer than the head says.
  const head = readHead(log);
  const verifier = createVerifier({ sha256: nodeSha256, ...(head.end && { head: head.end }) });
  const progress = createProgress(io, "Verifying line");
  for await (const line of readAuditLines(log, io)) {
    verifier.add(line);
    await progress.tick(line.number);
  }
  await progress.done();
  const verification = verifier.finish();
  const result = {
    log,
    head,
    verification,
    whole: verification.whole && isHeadSound(log, head, verification),
  };
  await io.out(invocation.flag("json") ? toJson(result) : toText(result, io));
  return result.whole ? exitCode.ok : exitCode.findings;
}

type Head = { readonly state: "present" | "missing" | "unreadable"; readonly end?: ChainEnd };
type Result = {
  readonly log: AuditLog;
  readonly head: Head;
  readonly verification: Verification;
  readonly whole: boolean;
};

function readHead({ path }: AuditLog): Head {
  if (path === undefined) return { state: "missing" };
  const fs = createNodeFileSystem();
  const file = headFileOf(path);
  if (fs.stat(file) === undefined) return { state: "missing" };
  const read = (): ChainEnd | undefined =>
    parseHead(new TextDecoder("latin1").decode(fs.read(file, headBytes).bytes));
  // The first time, it may be half written: reading does not wait for the lock.
  const end = read() ?? read();
  return end === undefined ? { state: "unreadable" } : { state: "present", end };
}

/** The user's own log always has a head file. A log given by path may be a copy without one. */
function isHeadSound({ isDefault }: AuditLog, { state }: Head, { lines }: Verification): boolean {
  return state === "present" || (state === "missing" && (!isDefault || lines === 0));
}

function toJson({ log, head, verification, whole }: Result): string {
  const { end, torn, repairs, faults, moreFaults } = verification;
  const value = {
    version: 1,
    file: log.name,
    whole,
    records: end.sequence,
    hash: end.hash,
    head: head.state,
    torn,
    repairs,
    faults: faults.map((fault) => ({ ...fault, message: formatFault(fault) })),
    moreFaults,
  };
  return `${safeJson(value, 2)}\n`;
}

function toText({ log, head, verification, whole }: Result, io: Io): string {
  const style = createStyle(io.terminal.color);
  const { end, torn, repairs, faults, moreFaults } = verification;
  const name = printable(log.name);
  if (whole && !log.exists) return "No events recorded yet.\n";
  const verdict = whole
    ? style.green(`${name} is intact: ${countOf(end.sequence, "record")}.`)
    : style.red(`${name} has been tampered with or damaged.`);
  const lines = [
    verdict,
    ...faults.map((fault) => `  ${formatFault(fault)}`),
    ...(moreFaults > 0 ? [`  and ${formatNumber(moreFaults)} more.`] : []),
    ...headNotes(log, head, whole),
    ...(torn
      ? ["  The last line is unfinished: its writer was interrupted. The next record will preserve it."]
      : []),
    ...(repairs > 0
      ? [`  ${countOf(repairs, "record")} preserved what an interrupted writer left (log-repaired).`]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

function headNotes({ path, isDefault }: AuditLog, { state }: Head, whole: boolean): readonly string[] {
  const file = printable(headFileOf(path ?? ""));
  if (state === "unreadable") return [`  ${file} is unreadable, so records may be missing at the end.`];
  if (state === "present") return [];
  if (isDefault && !whole) return [`  ${file} is missing, so records may be missing at the end.`];
  return ["  There is no head file beside it, so truncation cannot be detected."];
}
