import type { Sha256 } from "../digest/sha256.ts";
import type { AuditEvent } from "./audit-event.ts";

/** Where a log ends: how many records it has, and the hash of the last one. */
export type ChainEnd = { readonly sequence: number; readonly hash: string };

/** The end of a log without records. */
export const chainStart: ChainEnd = { sequence: 0, hash: "0".repeat(64) };

/**
 * An event as the inside of a JSON object, ready to be linked. All of a log is printable ASCII: what a record says has then
 * one spelling in bytes, and a log can be looked at in a terminal.
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
 * The line, without its line break, that continues a log. Its hash covers the bytes of the line before `,"hash":`, and with
 * `previous` all lines before it.
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

/** What a line says of its place in the chain. */
export type Link = ChainEnd & {
  readonly previous: string;
  /** Whether the hash is that of the line. */
  readonly sound: boolean;
};

/** Reads a line that `linkEvent` could have made; undefined for any other. */
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
