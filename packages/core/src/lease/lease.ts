import type { SignedState, StateDocument } from "../registry/state-document.ts";
import { isJsonObject, type JsonObject, parseJson } from "../text/json.ts";

// What an agent may rely on between two conversations with its hub. The readers here use no schema library, since a hook
// reads the lease at every call; a property test compares them with the schema of state documents.

/** Whom the hub knows this installation as. */
export type LeaseSubject = {
  /** The id of this installation, made at login. */
  readonly agent: string;
  readonly tenant: string;
  /** The hub's id of the person who signed in. */
  readonly user?: string | undefined;
  /** Deployments for other environments do not count here. */
  readonly environment?: string | undefined;
};

/** The last document of a hub that was accepted, with whom it is about. */
export type Lease = {
  /** The hub's address. */
  readonly hub: string;
  readonly subject: LeaseSubject;
  /** When it was accepted, by the clock of this machine. */
  readonly receivedMs: number;
  readonly signed: SignedState;
  /** `signed.document`, parsed. */
  readonly state: StateDocument;
};

/** What login learned about a hub: every later document must fit it. */
export type HubPin = {
  readonly hub: string;
  /** The hub's public key: `key:…`. */
  readonly key: string;
  readonly subject: LeaseSubject;
  /** The last document was strict, so that a lost lease must not turn this off. */
  readonly isStrict: boolean;
  /** The number of the last document, 0 if none: older ones stay refused even if the lease is lost. */
  readonly sequence: number;
};

/** The payload of a lease's file. */
export function formatLease({ hub, subject, receivedMs, signed }: Omit<Lease, "state">): string {
  return `${JSON.stringify({ version: 1, hub, subject, receivedMs, signed })}\n`;
}

/** Reads what `formatLease` wrote; undefined for anything else. */
export function readLease(text: string): Lease | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value) || value.version !== 1) return undefined;
  const { hub, subject, receivedMs, signed } = value;
  if (typeof hub !== "string" || typeof receivedMs !== "number") return undefined;
  if (!isSubject(subject) || !isSigned(signed)) return undefined;
  const state = parseJson(signed.document);
  return isState(state) ? { hub, subject, receivedMs, signed, state } : undefined;
}

export function formatPin({ hub, key, subject, isStrict, sequence }: HubPin): string {
  return `${JSON.stringify({ version: 1, hub, key, subject, isStrict, sequence })}\n`;
}

/** Reads what `formatPin` wrote; undefined for anything else. */
export function readPin(text: string): HubPin | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value) || value.version !== 1) return undefined;
  const { hub, key, subject, isStrict, sequence } = value;
  if (typeof hub !== "string" || typeof key !== "string" || typeof isStrict !== "boolean") return undefined;
  if (typeof sequence !== "number" || !isSubject(subject)) return undefined;
  return { hub, key, subject, isStrict, sequence };
}

function isSubject(value: unknown): value is LeaseSubject {
  return hasFields(value, { agent: isText, tenant: isText, user: isTextOrNone, environment: isTextOrNone });
}

function isSigned(value: unknown): value is SignedState {
  return hasFields(value, { document: isText, key: isText, signature: isText });
}

function isState(value: unknown): value is StateDocument {
  return hasFields(value, stateFields);
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isTextOrNone: Check = (value) => value === undefined || typeof value === "string";
const isTime: Check = (value) => typeof value === "string" && Number.isFinite(Date.parse(value));
const isTimeOrNone: Check = (value) => value === undefined || isTime(value);
const isListOf =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    Array.isArray(value) && value.every((one) => hasFields(one, fields));
const isApproved = isListOf({ name: isText, digest: isText });
const isPolicies = isListOf({ digest: isText, text: isText });

const stateFields: Readonly<Record<string, Check>> = {
  version: (value) => value === 1,
  tenant: isText,
  sequence: (value) => Number.isSafeInteger(value),
  issuedAt: isTime,
  expiresAt: isTime,
  mode: (value) => value === "strict" || value === "best-effort",
  deployments: isListOf({
    ...{ id: isText, name: isText, version: isText, digest: isText, publisher: isText },
    archive: (value) => hasFields(value, { digest: isText, size: (size) => Number.isSafeInteger(size) }),
    environment: isTextOrNone,
  }),
  // A kind of revocation that is not known yet matches nothing, but it must not make the others unreadable.
  revocations: isListOf({
    ...{ id: isText, kind: isText, value: isText, message: isText },
    expiresAt: isTimeOrNone,
  }),
  approved: (value) => value === undefined || isApproved(value),
  policies: (value) => value === undefined || isPolicies(value),
};

function hasFields(value: unknown, fields: Readonly<Record<string, Check>>): value is JsonObject {
  if (!isJsonObject(value)) return false;
  for (const name in fields) if (!fields[name]?.(value[name])) return false;
  return true;
}
