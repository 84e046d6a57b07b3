import { isJsonObject, type JsonObject, parseJson } from "../text/json.ts";

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
