import type { Sha256 } from "../digest/sha256.ts";
import type { AuditEvent } from "./audit-event.ts";

/** Where a log ends: its number of records and the hash of the last one. */
export type ChainEnd = { readonly sequence: number; readonly hash: string };

/** The end of an empty log. */
export const chainStart: ChainEnd = { sequence: 0, hash: "0".repeat(64) };

/**
 * An event as the inside of a JSON object, ready to be linked. A log is printable ASCII throughout, so every record has
 * exactly one spelling in bytes and is safe to view in a terminal.
 */
export function toEventText(event: AuditEvent): string {
  const text = JSON.stringify(event).slice(1, -1);
  return beyondAscii.test(text) ? text.replace(everyBeyondAscii, escapeUnit) : text;
}

const beyondAscii = /[^\x20-\x7e]/;
const everyBeyondAscii = /[^\x20-\x7e]/g;

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * The next line of a log, without its line break. Its hash covers the bytes before `,"hash":` and, through `previous`,
 * all earlier lines.
 */
export function linkEvent(
  eventText: string,
  end: ChainEnd,
  sha256: Sha256,
): { readonly line: string; readonly end: ChainEnd } {
  const sequence = end.sequence + 1;
  const hashed = `{"version":1,"sequence":${sequence},${eventText},"previous":"${end.hash}"`;
  const hash = sha256(encoder.encode(hashed));
  return { line: `${hashed},"hash":"${hash}"}`, end: { sequence, hash } };
}

const encoder = new TextEncoder();

/** A line's position in the chain. */
export type Link = ChainEnd & {
  readonly previous: string;
  /** Whether the hash matches the line. */
  readonly sound: boolean;
};

/** Reads a line that `linkEvent` could have made, otherwise undefined. */
export function readLink(line: string, sha256: Sha256): Link | undefined {
  const [, sequence = ""] = head.exec(line) ?? [];
  const [, previous = "", hash = ""] = tail.exec(line.slice(-tailLength)) ?? [];
  if (sequence === "" || hash === "" || beyondAscii.test(line)) return undefined;
  const sound = sha256(encoder.encode(line.slice(0, -hashLength))) === hash;
  return { sequence: Number(sequence), previous, hash, sound };
}

const head = /^\{"version":1,"sequence":([1-9]\d{0,14}),/;
const tail = /^,"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}$/;
const hashLength = `,"hash":"${chainStart.hash}"}`.length;
const tailLength = `,"previous":"${chainStart.hash}"`.length + hashLength;
