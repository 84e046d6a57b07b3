import { isJsonObject, type JsonObject, parseJson } from "../text/parse-json.ts";

/**
 * An event as it stands in a log. The log may have been written by a later version, so only what every event has is known
 * for sure.
 */
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

/** Reads a line; undefined when it is no record. Whether it is the one that was written, a verifier says. */
export function parseRecord(line: string): AuditRecord | undefined {
  const value = parseJson(line);
  return isJsonObject(value) && isRecord(value) ? value : undefined;
}

function isRecord(value: JsonObject): value is AuditRecord {
  const { version, sequence, time, session, event, previous, hash } = value;
  const texts = [time, session, event, previous, hash];
  return version === 1 && Number.isInteger(sequence) && texts.every((text) => typeof text === "string");
}
