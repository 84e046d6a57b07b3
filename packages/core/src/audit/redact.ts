import { limits } from "../limits.ts";
import { isSecretKey, redacted, redactText } from "../secrets/redact-text.ts";
import { createSecretMask, type SecretMask } from "../secrets/secret-mask.ts";
import { isJsonObject, type JsonObject, parseJson } from "../text/json.ts";
import { formatNumber } from "../text/printable.ts";
import type { AuditEvent } from "./audit-event.ts";

export type RedactOptions = {
  /** Values the host knows to be secret. */
  readonly secrets?: readonly string[];
};

/**
 * The event as it may leave the process: secrets replaced, long texts cut, the input reduced to plain JSON. Everything
 * recorded, streamed or exported goes through here.
 */
export function redactEvent(event: AuditEvent, { secrets = [] }: RedactOptions = {}): AuditEvent {
  const state: State = {
    room: limits.auditEventCharacters,
    secrets: createSecretMask(secrets),
    isChanged: false,
  };
  const fields: Record<string, unknown> = {};
  // Identifying fields first, so that a huge input cannot crowd them out; the field order stays.
  for (const [key, value] of Object.entries(event))
    fields[key] = ours.has(key) || bulky.has(key) ? value : redactValue(value, state, 0);
  for (const key of bulky) if (Object.hasOwn(fields, key)) fields[key] = redactValue(fields[key], state, 0);
  // Same fields, same kinds of values: no field of an event has a name that is redacted as a whole.
  return fields as AuditEvent;
}

/** Fields that hold only values of our own. */
const ours: ReadonlySet<string> = new Set(["event", "time", "session", "reason", "durationMs", "ok"]);
const bulky: ReadonlySet<string> = new Set(["input", "output", "error", "detail", "command", "torn"]);

type State = {
  /** Characters left for this event. */
  room: number;
  readonly secrets: SecretMask;
  /** Whether anything was replaced or left out. */
  isChanged: boolean;
};

function redactValue(value: unknown, state: State, depth: number): unknown {
  state.room -= valueCost;
  if (typeof value === "string") return redactString(value, state, depth);
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return toPlain(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${formatNumber(value.byteLength)} bytes]`;
  if (depth >= limits.auditDepth) return leaveOut("[too deep]", state);
  if (Array.isArray(value)) return redactList(value, state, depth);
  return redactObject(value instanceof Error ? { ...value, message: value.message } : value, state, depth);
}

/** What a value costs in addition to its text. */
const valueCost = 4;

/** As in JSON, functions and symbols have no value. */
function toPlain(value: unknown): unknown {
  return typeof value === "function" || typeof value === "symbol" ? undefined : value;
}

function leaveOut(instead: string, state: State): string {
  state.isChanged = true;
  return instead;
}

function redactList(list: readonly unknown[], state: State, depth: number): unknown[] {
  const kept: unknown[] = [];
  for (const [index, value] of list.entries()) {
    if (state.room <= 0) return [...kept, leaveOut(`[${formatNumber(list.length - index)} more]`, state)];
    // A list may be the words of a command: `["--password", "x"]`.
    const isSecretWord = typeof value === "string" && isSecretAfter(list[index - 1], value);
    kept.push(isSecretWord ? leaveOut(redacted, state) : redactValue(value, state, depth + 1));
  }
  return kept;
}

function isSecretAfter(flag: unknown, word: string): boolean {
  if (typeof flag !== "string" || !flag.startsWith("-") || word.startsWith("-")) return false;
  if (/^(?:-u|--(?:proxy-)?user)$/.test(flag)) return word.includes(":");
  return /^--?[\w-]{1,80}$(?<!-(?:stdin|file|path|env|name))/.test(flag) && isSecretKey(flag);
}

function redactObject(object: object, state: State, depth: number): JsonObject {
  const kept = new Map<string, unknown>();
  const isNamed = isSecretPair(object);
  let left = 0;
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue;
    if (state.room <= 0) {
      left++;
      continue;
    }
    const shown = uniqueName(redactString(key, state, limits.auditDepth), kept);
    const value: unknown = Reflect.get(object, key);
    const isSecret = (isSecretKey(key) || (isNamed && key === "value")) && isRevealing(key, value);
    kept.set(shown, isSecret ? leaveOut(redacted, state) : redactValue(value, state, depth + 1));
  }
  if (left > 0) kept.set(uniqueName(leaveOut("[more]", state), kept), left);
  return Object.fromEntries(kept);
}

/** `{"name": "API_KEY", "value": "x"}`, as environments are often written. */
function isSecretPair(object: object): boolean {
  const name: unknown = Reflect.get(object, "name") ?? Reflect.get(object, "key");
  return typeof name === "string" && "value" in object && isSecretKey(name);
}

/** Empty values, booleans and token counts are not secrets. */
function isRevealing(key: string, value: unknown): boolean {
  if (value === null || value === undefined || value === "" || typeof value === "boolean") return false;
  return typeof value !== "number" || !/tokens/i.test(key);
}

/** Two redacted keys must not collapse into one. */
function uniqueName(name: string, taken: ReadonlyMap<string, unknown>): string {
  return taken.has(name) ? `${name} ${taken.size}` : name;
}

function redactString(text: string, state: State, depth: number): string {
  const room = Math.max(0, state.room);
  const isLong = text.length > room;
  // Reads further than it keeps, so that a secret across the cut is seen whole.
  const read = isLong ? text.slice(0, room + margin) : text;
  const clean = redactJson(read, state, depth) ?? redactText(state.secrets.mask(read));
  const kept = isLong ? clean.slice(0, Math.max(0, Math.min(room, clean.length - margin))) : clean;
  if (kept !== text) state.isChanged = true;
  state.room -= kept.length;
  return isLong
    ? `${kept.toWellFormed()}… [${formatNumber(text.length - kept.length)} characters more]`
    : kept;
}

/** Longest secret that a cut cannot leave half of. */
const margin = 4096;

/** JSON in a string, where keys identify secrets better. Undefined for other texts and if nothing changed. */
function redactJson(text: string, { secrets }: State, depth: number): string | undefined {
  if (depth >= limits.auditDepth || !/^\s*[[{]/.test(text)) return undefined;
  const value = parseJson(text);
  if (!isJsonObject(value) && !Array.isArray(value)) return undefined;
  const inner: State = { room: Number.POSITIVE_INFINITY, secrets, isChanged: false };
  const clean = redactValue(value, inner, depth + 1);
  return inner.isChanged ? JSON.stringify(clean) : undefined;
}
