import { SkillError } from "@skillwright/core";
import {
  auditOrigin,
  createTreeHash,
  formatVerifierKey,
  type NoteVerifier,
  openCheckpoint,
  parseVerifierKey,
  type TreeHead,
} from "@skillwright/core/audit";
import type { FileSystem } from "@skillwright/core/discover";
import { createNoteVerifier, nodeSha256Bytes } from "@skillwright/core/node";
import { auditReceiptSchema, type ReceiptFault, verifyReceipt } from "@skillwright/core/registry";
import { z } from "zod";
import type { Io } from "../io.ts";
import { callHub } from "./call-hub.ts";
import type { Registries } from "./open-registries.ts";
import { type LogBatch, readBatches } from "./read-batches.ts";
import { readUploadStates, type UploadState, writeUploadState } from "./upload-state.ts";

export type AuditUploading = {
  /** The log. */
  readonly path: string;
  /** This agent's name for itself. */
  readonly agent: string;
  readonly registries: Pick<Registries, "http" | "hub">;
  readonly fs: FileSystem;
  readonly io: Pick<Io, "stream" | "signal">;
  /** What login pinned; without it, the first upload pins the key that the hub shows. */
  readonly pin?: { readonly key: string; readonly tenant: string };
};

export type UploadReport = {
  readonly hub: string;
  readonly stream: string;
  /** Lines uploaded by this call. */
  readonly uploaded: number;
  /** The last line that the hub has proved to have. */
  readonly sequence: number;
  /** Entries in the tenant's log. */
  readonly size: number;
};

/**
 * Uploads what a hub does not have yet of an audit log. A line counts as uploaded once its receipt is verified: signed by the pinned
 * key, the line included, and the hub's log a continuation of the one seen last. The log itself is never changed, so a hub that is
 * down, a killed process or a full disk only means that the next call starts where the last verified receipt ended.
 */
export async function uploadAudit(uploading: AuditUploading): Promise<UploadReport> {
  const { path, io } = uploading;
  let state = await openState(uploading);
  let seen = seenHead(state, path);
  let uploaded = 0;
  for await (const batch of readBatches(uploading, state)) {
    if (io.signal().aborted) break;
    const result = await sendBatch(uploading, { state, seen, batch });
    ({ state, seen } = result);
    uploaded += batch.lines.length;
    writeUploadState(uploading.fs, path, state);
  }
  const { hub, stream, sequence } = state;
  return { hub, stream, uploaded, sequence, size: seen.size };
}

/** What is known of this log's uploads; the first time, the hub's key is pinned. */
async function openState({ path, registries, fs, pin }: AuditUploading): Promise<UploadState> {
  const { hub } = registries;
  if (hub === undefined) throw new SkillError("hub-unknown", {});
  const known = readUploadStates(fs, path).filter((state) => state.hub === hub);
  const state = pin === undefined ? known.at(-1) : known.find(({ tenant }) => tenant === pin.tenant);
  if (state !== undefined) {
    if (pin !== undefined && pin.key !== keyIdOf(state.key))
      throw inconsistent(hub, path, "its key is not the one that login pinned");
    return state;
  }
  const fresh = { hub, stream: "", sequence: 0, hash: "", offset: 0, checkpoint: "" };
  return { ...fresh, ...(pin === undefined ? await askKey(registries, path) : pinnedKey(pin)) };
}

type LogKey = Pick<UploadState, "key" | "tenant">;

function pinnedKey({ key, tenant }: NonNullable<AuditUploading["pin"]>): LogKey {
  const verifier = createNoteVerifier(Buffer.from(key.replace(/^key:/, ""), "base64url"));
  return { key: formatVerifierKey(auditOrigin(tenant, verifier), verifier), tenant };
}

/** The key that the hub shows. From then on, it must not change. */
async function askKey(registries: AuditUploading["registries"], path: string): Promise<LogKey> {
  const shown = await callHub(registries, {
    ...{ method: "GET", path: "api/v1/audit/key", schema: z.string().max(1000), isText: true },
  });
  const key = shown.trim();
  const parsed = parseVerifierKey(key, nodeSha256Bytes);
  const tenant = parsed === undefined ? "" : tenantOf(parsed.name);
  if (parsed !== undefined && parsed.name === auditOrigin(tenant, createNoteVerifier(parsed.publicKey)))
    return { key, tenant };
  throw inconsistent(registries.hub ?? "", path, "its key is not one of an audit log");
}

function tenantOf(origin: string): string {
  return decodeURIComponent(origin.slice(origin.indexOf("/") + 1));
}

function keyIdOf(verifierKey: string): string {
  const { publicKey } = parseVerifierKey(verifierKey, nodeSha256Bytes) ?? {};
  return `key:${Buffer.from(publicKey ?? []).toString("base64url")}`;
}

/** Verifies with the key of an upload state. */
export function stateVerifier({ key }: Pick<UploadState, "key">): NoteVerifier | undefined {
  const parsed = parseVerifierKey(key, nodeSha256Bytes);
  return parsed && createNoteVerifier(parsed.publicKey);
}

function requireVerifier(state: UploadState, path: string): NoteVerifier {
  const verifier = stateVerifier(state);
  if (verifier === undefined)
    throw new SkillError("state-unreadable", { path, reason: "it has no key of a hub" });
  return verifier;
}

function seenHead(state: UploadState, path: string): TreeHead {
  if (state.checkpoint === "") return { size: 0, root: createTreeHash(nodeSha256Bytes).empty };
  const head = openCheckpoint(state.checkpoint, requireVerifier(state, path));
  if (head === undefined)
    throw new SkillError("state-unreadable", { path, reason: "its checkpoint is not signed by its key" });
  return head;
}

type Sending = { readonly state: UploadState; readonly seen: TreeHead; readonly batch: LogBatch };
type Sent = { readonly state: UploadState; readonly seen: TreeHead };

async function sendBatch(
  { registries, agent, path }: AuditUploading,
  { state, seen, batch }: Sending,
): Promise<Sent> {
  const { stream, lines, hashes, end } = batch;
  const { hub, tenant } = state;
  const body = { stream, agent, lines, since: seen.size };
  const receipt = await callHub(registries, {
    ...{ method: "POST", path: `api/v1/audit?tenant=${encodeURIComponent(tenant)}`, body },
    schema: auditReceiptSchema,
  }).catch((error: unknown) => {
    throw toAlarm(error, hub, path);
  });
  const { sequence } = end;
  const verdict = verifyReceipt(receipt, {
    ...{ tenant, stream, lineHashes: hashes, sequence, seen, verifier: requireVerifier(state, path) },
  });
  if ("fault" in verdict) throw inconsistent(hub, path, faults[verdict.fault]);
  const next = { ...state, stream, ...end, checkpoint: receipt.checkpoint };
  return { state: next, seen: verdict.head };
}

const faults: Readonly<Record<ReceiptFault, string>> = {
  "not-signed": "its receipt is not signed by the pinned key",
  "other-log": "its receipt is for the log of another tenant, hub or machine",
  "rolled-back": "it has fewer entries than before, as after an older copy was restored",
  rewritten: "it does not contain what it contained before: it was rewritten",
  "not-included": "it does not prove that it has the uploaded lines",
};

/** Refusals that say that the hub's log and this one do not fit together. */
function toAlarm(error: unknown, hub: string, path: string): unknown {
  if (!(error instanceof SkillError) || error.code !== "hub-refused") return error;
  const reason = alarms.get(String(error.details.code));
  return reason === undefined ? error : inconsistent(hub, path, reason);
}

const alarms: ReadonlyMap<string, string> = new Map([
  ["AUDIT_ROLLED_BACK", "it has fewer entries than before, as after an older copy was restored"],
  ["AUDIT_GAP", "it lost lines of this log that it had proved to have"],
  ["AUDIT_FORK", "it has other lines of this log than those that were written here"],
]);

function inconsistent(hub: string, path: string, reason: string): SkillError {
  return new SkillError("audit-hub-inconsistent", { hub, path, reason });
}
