import { formatNumber } from "../text/printable.ts";
import type { ChainFault } from "./create-verifier.ts";

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
