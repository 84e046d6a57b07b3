import type { Sha256OfText } from "../digest/sha256.ts";
import { isJsonObject, type JsonObject, parseJson } from "../text/json.ts";
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
  sha256: Sha256OfText,
): { readonly line: string; readonly end: ChainEnd } {
  const sequence = end.sequence + 1;
  const hashed = `{"version":1,"sequence":${sequence},${eventText},"previous":"${end.hash}"`;
  const hash = sha256(hashed);
  return { line: `${hashed},"hash":"${hash}"}`, end: { sequence, hash } };
}

/** A line's position in the chain. */
export type Link = ChainEnd & {
  readonly previous: string;
  /** Whether the hash matches the line. */
  readonly sound: boolean;
};

/** Reads a line that `linkEvent` could have made, otherwise undefined. */
export function readLink(line: string, sha256: Sha256OfText): Link | undefined {
  const [, sequence = ""] = head.exec(line) ?? [];
  const [, previous = "", hash = ""] = tail.exec(line.slice(-tailLength)) ?? [];
  if (sequence === "" || hash === "" || beyondAscii.test(line)) return undefined;
  const sound = sha256(line.slice(0, -hashLength)) === hash;
  return { sequence: Number(sequence), previous, hash, sound };
}

const head = /^\{"version":1,"sequence":([1-9]\d{0,14}),/;
const tail = /^,"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}$/;
const hashLength = `,"hash":"${chainStart.hash}"}`.length;
const tailLength = `,"previous":"${chainStart.hash}"`.length + hashLength;

/** An event as read from a log. A later version may have written it, so only the common fields are certain. */
export type LoggedEvent = JsonObject & {
  readonly time: string;
  readonly session: string;
  readonly event: string;
};

/** A line of an audit log. */
export type AuditRecord = LoggedEvent & {
  readonly version: 1;
  readonly sequence: number;
  readonly previous: string;
  readonly hash: string;
};

/** Parses a line, undefined if it is not a record. Whether it is the record that was written is the verifier's question. */
export function parseRecord(line: string): AuditRecord | undefined {
  const value = parseJson(line);
  return isJsonObject(value) && isRecord(value) ? value : undefined;
}

function isRecord(value: JsonObject): value is AuditRecord {
  const { version, sequence, time, session, event, previous, hash } = value;
  const texts = [time, session, event, previous, hash];
  return version === 1 && Number.isInteger(sequence) && texts.every((text) => typeof text === "string");
}

/**
 * The file next to a log that records where the log ends, so that a removed tail is noticed: `audit.jsonl` has
 * `audit.head`.
 */
export function headFileOf(log: string): string {
  return `${log.replace(/\.jsonl$/, "")}.head`;
}

export function toHeadText({ sequence, hash }: ChainEnd): string {
  return `${JSON.stringify({ version: 1, sequence, hash })}\n`;
}

/** Reads the output of `toHeadText`, otherwise undefined. */
export function parseHead(text: string): ChainEnd | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const { sequence, hash } = value;
  if (typeof sequence !== "number" || typeof hash !== "string") return undefined;
  const end = { sequence, hash };
  return toHeadText(end) === text && Number.isInteger(sequence) && /^[0-9a-f]{64}$/.test(hash)
    ? end
    : undefined;
}

/** Longest possible head, with some room. */
export const headBytes = 256;
