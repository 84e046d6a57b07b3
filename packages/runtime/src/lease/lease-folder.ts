import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import {
  type HubPin,
  isSignedBy,
  judgeLease,
  type Lease,
  type LeaseStanding,
  leaseLimits,
  readLease,
  readPin,
  type VerifyText,
} from "@skillwright/core/lease";
import { nodeSha256 } from "@skillwright/core/node";
import { readSealed, writeSealed } from "@skillwright/core/text";

/**
 * Where a hub's state is kept. `current` is a link to one generation, which is never changed: a reader sees the skills, the policy and
 * the lease of the same document.
 */
export type LeasePaths = {
  readonly current: string;
  readonly lease: string;
  readonly skills: string;
  /** Holds `policy.json` or another spelling. */
  readonly policies: string;
  readonly pin: string;
  readonly generations: string;
  readonly lock: string;
};

export function leasePaths(folder: string): LeasePaths {
  const current = `${folder}/current`;
  return {
    current,
    lease: `${current}/lease`,
    skills: `${current}/skills`,
    policies: `${current}/policy`,
    pin: `${folder}/pin`,
    generations: `${folder}/generations`,
    lock: `${folder}/sync.lock`,
  };
}

const leaseSeal = { kind: "lease-1", sha256: nodeSha256, maxBytes: leaseLimits.fileBytes } as const;
const pinSeal = { kind: "hub-pin-1", sha256: nodeSha256, maxBytes: 65_536 } as const;
const clockSeal = { kind: "clock-1", sha256: nodeSha256, maxBytes: 1024 } as const;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The lease in a file; `damaged` if it was changed, and undefined if there is none. */
export function readLeaseFile(
  fs: FileSystem,
  path: string,
  verify?: VerifyText,
): Lease | "damaged" | undefined {
  const payload = readSealed(fs, path, leaseSeal);
  if (payload === undefined) return exists(fs, path) ? "damaged" : undefined;
  const lease = readLease(decoder.decode(payload));
  if (lease === undefined) return "damaged";
  return verify === undefined || isSignedBy(lease.signed, lease.signed.key, verify) ? lease : "damaged";
}

/** Anything in the way of the file counts as one. */
function exists(fs: FileSystem, path: string): boolean {
  try {
    fs.read(path, 0);
    return true;
  } catch (error) {
    if (error instanceof SkillError) return error.code !== "file-missing";
    throw error;
  }
}

export function writeLeaseFile(fs: FileSystem, path: string, text: string): void {
  writeSealed(fs, path, { ...leaseSeal, payload: encoder.encode(text) });
}

/** What login pinned in a folder; a damaged file is an error, since its owner could not tell why nothing is accepted. */
export function readPinFile(fs: FileSystem, folder: string): HubPin | undefined {
  const path = leasePaths(folder).pin;
  const payload = readSealed(fs, path, pinSeal);
  const pin = payload && readPin(decoder.decode(payload));
  if (pin !== undefined) return pin;
  if (!exists(fs, path)) return undefined;
  throw new SkillError("state-unreadable", { path, reason: "it is damaged or not ours" });
}

export function writePinFile(fs: FileSystem, folder: string, text: string): void {
  writeSealed(fs, leasePaths(folder).pin, { ...pinSeal, payload: encoder.encode(text) });
}

/** The latest time that this machine remembers; 0 if none. */
export function readSeenTime(fs: FileSystem, path: string): number {
  const payload = readSealed(fs, path, clockSeal);
  const ms = payload === undefined ? 0 : Number(decoder.decode(payload));
  return Number.isFinite(ms) ? ms : 0;
}

/** Remembers a time if it is much later than the last one. A disk that cannot be written remembers none. */
export function rememberTime(fs: FileSystem, path: string, now: number): void {
  if (now < readSeenTime(fs, path) + leaseLimits.rememberMs) return;
  try {
    writeSealed(fs, path, { ...clockSeal, payload: encoder.encode(String(now)) });
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
  }
}

/** A stored lease as of a time, or what its loss means. */
export function toStanding(
  stored: Lease | "damaged" | undefined,
  pin: () => HubPin | undefined,
  time: { readonly now: number; readonly seenMs: number },
): LeaseStanding {
  if (stored === "damaged") return { fault: "damaged" };
  if (stored !== undefined) return judgeLease(stored, time);
  return pinIsStrict(pin) ? { fault: "missing" } : {};
}

function pinIsStrict(pin: () => HubPin | undefined): boolean {
  try {
    return pin()?.isStrict === true;
  } catch (error) {
    if (error instanceof SkillError) return true;
    throw error;
  }
}
