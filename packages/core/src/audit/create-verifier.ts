import type { Sha256OfText } from "../digest/sha256.ts";
import { limits } from "../limits.ts";
import { formatNumber } from "../text/printable.ts";
import { type ChainEnd, chainStart, type Link, parseRecord, readLink } from "./chain.ts";

/** What is wrong with a log, and where. Lines count from 1. */
export type ChainFault =
  /** The line is not a record, or is longer than any record. */
  | { readonly kind: "no-record"; readonly line: number; readonly expected: number }
  /** The line was changed after it was written. */
  | { readonly kind: "changed"; readonly line: number; readonly expected: number; readonly found: number }
  /** Records before this line are missing. */
  | { readonly kind: "missing"; readonly line: number; readonly expected: number; readonly found: number }
  /** The record belongs earlier in the log: it was moved or repeated. */
  | { readonly kind: "misplaced"; readonly line: number; readonly expected: number; readonly found: number }
  /** The record does not follow the one before it. */
  | { readonly kind: "unlinked"; readonly line: number; readonly expected: number }
  /** The last line is incomplete, and not the way an interrupted writer would leave it. */
  | { readonly kind: "torn"; readonly line: number; readonly expected: number }
  /** The log ends before the record its head names. */
  | {
      readonly kind: "tail-missing";
      readonly line: number;
      readonly expected: number;
      readonly found: number;
    }
  /** The record the head names is a different one. */
  | { readonly kind: "head-differs"; readonly line: number; readonly expected: number };

export type Verification = {
  /** No faults. */
  readonly whole: boolean;
  readonly lines: number;
  readonly end: ChainEnd;
  /** The last line is incomplete because its writer was interrupted before confirming it. The next writer keeps it. */
  readonly torn: boolean;
  /** Incomplete lines that a later writer found and kept. */
  readonly repairs: number;
  readonly faults: readonly ChainFault[];
  /** Number of faults beyond those listed. */
  readonly moreFaults: number;
};

type LogLine = {
  /** Undefined if the line is longer than any record. */
  readonly text: string | undefined;
  /** Ended by a line break. */
  readonly ended: boolean;
};

export type Verifier = {
  /** Takes the next line and returns what is wrong with it. */
  add(line: LogLine): ChainFault | undefined;
  /** The result after the last line. */
  finish(): Verification;
};

export type VerifierOptions = {
  readonly sha256: Sha256OfText;
  /** The end of the log as last recorded elsewhere; the log may have grown since. */
  readonly head?: ChainEnd;
};

/** Verifies a log line by line in constant memory. One bad line is one fault, even if all later lines are right. */
export function createVerifier({ sha256, head }: VerifierOptions): Verifier {
  const faults: ChainFault[] = [];
  let count = 0;
  let lines = 0;
  let repairs = 0;
  let torn = false;
  let end = chainStart;
  /** After an unreliable line, the next one cannot be compared with it. */
  let isEndSure = true;
  const report = (fault: ChainFault | undefined): ChainFault | undefined => {
    if (fault !== undefined && count++ < limits.auditFaults) faults.push(fault);
    return fault;
  };
  const addLine = ({ text, ended }: LogLine): ChainFault | undefined => {
    const place = { line: ++lines, expected: end.sequence + 1 };
    if (!ended) {
      torn = head !== undefined && isBeginning(text, place.expected);
      return torn ? undefined : { kind: "torn", ...place };
    }
    const link = readRecord(text, sha256);
    const fault = faultOf(link, place, isEndSure ? end.hash : undefined);
    if (link === undefined || fault?.kind === "changed") {
      end = { sequence: place.expected, hash: link?.hash ?? end.hash };
      isEndSure = false;
      return fault;
    }
    if (link.isRepair) repairs++;
    if (fault?.kind === "misplaced") return fault;
    end = { sequence: link.sequence, hash: link.hash };
    isEndSure = true;
    if (fault === undefined && end.sequence === head?.sequence && end.hash !== head.hash)
      return { kind: "head-differs", ...place };
    return fault;
  };
  return {
    add: (line) => report(addLine(line)),
    finish: () => {
      if (head !== undefined && head.sequence > end.sequence)
        report({ kind: "tail-missing", line: lines + 1, expected: head.sequence, found: end.sequence });
      return { whole: count === 0, lines, end, torn, repairs, faults, moreFaults: count - faults.length };
    },
  };
}

type RecordLink = Link & { readonly isRepair: boolean };

function readRecord(text: string | undefined, sha256: Sha256OfText): RecordLink | undefined {
  if (text === undefined || text.length > limits.auditLineBytes) return undefined;
  const link = readLink(text, sha256);
  const record = link && parseRecord(text);
  return record && { ...link, isRepair: record.event === "log-repaired" };
}

/** Whether a text is the beginning of the record with this number. Without a head, it could just as well be a cut record. */
function isBeginning(text: string | undefined, sequence: number): boolean {
  if (text === undefined) return false;
  const opening = `{"version":1,"sequence":${sequence},`;
  return text.startsWith(opening) || opening.startsWith(text);
}

function faultOf(
  link: Link | undefined,
  place: { readonly line: number; readonly expected: number },
  previous: string | undefined,
): ChainFault | undefined {
  if (link === undefined) return { kind: "no-record", ...place };
  const found = link.sequence;
  if (!link.sound) return { kind: "changed", ...place, found };
  if (found > place.expected) return { kind: "missing", ...place, found };
  if (found < place.expected) return { kind: "misplaced", ...place, found };
  if (previous !== undefined && link.previous !== previous) return { kind: "unlinked", ...place };
  return undefined;
}

/** Describes a fault: where it is, what was found, what was expected. */
export function formatFault(fault: ChainFault): string {
  return `line ${formatNumber(fault.line)}: ${describe(fault)}`;
}

function describe(fault: ChainFault): string {
  const expected = formatNumber(fault.expected);
  switch (fault.kind) {
    case "no-record":
      return `not a record; expected record ${expected}.`;
    case "changed":
      return `record ${expected} was changed after it was written.${otherNumber(fault)}`;
    case "missing":
      return `${missing(fault.expected, fault.found - 1)} removed; this is record ${formatNumber(fault.found)}.`;
    case "misplaced":
      return `record ${formatNumber(fault.found)} belongs earlier: it was moved or repeated. Expected record ${expected}.`;
    case "unlinked":
      return `record ${expected} does not follow the record before it: one of the two was replaced.`;
    case "torn":
      return `the line is incomplete: record ${expected} was cut off, or something was added.`;
    case "tail-missing":
      return `the log ends with record ${formatNumber(fault.found)}, but record ${expected} was written: the end was removed.`;
    case "head-differs":
      return `record ${expected} differs from the one the head names: the log was rewritten.`;
  }
}

function otherNumber({ expected, found }: { readonly expected: number; readonly found: number }): string {
  return expected === found ? "" : ` It now claims to be record ${formatNumber(found)}.`;
}

function missing(first: number, last: number): string {
  if (first === last) return `record ${formatNumber(first)} was`;
  return `records ${formatNumber(first)} to ${formatNumber(last)} were`;
}
