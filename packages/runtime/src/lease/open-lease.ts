import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import {
  checkLease,
  formatLeaseRefusal,
  isInForce,
  type Lease,
  type LeasedSkill,
  type LeaseRefusal,
  type LeaseStanding,
  type VerifyText,
} from "@skillwright/core/lease";
import { isInside } from "@skillwright/core/path";
import {
  leasePaths,
  readLeaseFile,
  readPinFile,
  readSeenTime,
  rememberTime,
  toStanding,
} from "./lease-folder.ts";

/** Whether a hub lets skills be used. Sessions, the MCP server and the hooks of other agents ask it alike. */
export type LeaseGuard = {
  /** Why a skill may not be activated now; undefined if it may. */
  check(skill: UsedSkill): LeaseDenial | undefined;
  /** Why a skill that is active must not go on. One that was activated may end its work when a newer version is deployed. */
  checkActive(skill: UsedSkill): LeaseDenial | undefined;
  /** `check` as of now, for lists: the files are looked at once for all skills. Undefined if no hub governs this machine. */
  screen(): LeaseGuard["check"] | undefined;
  /** What is stored for each folder that has or had a state. */
  standings(): readonly StoredLease[];
  /** Changes whenever something else may be permitted: with each document, and when one or a revocation ends. */
  revision(): string;
  /** Whether a folder is one that `sync` fills. */
  isManaged(directory: string): boolean;
};

export type StoredLease = LeaseStanding & {
  /** One of the folders that `sync` fills. */
  readonly folder: string;
};

export type UsedSkill = {
  readonly name: string;
  readonly version?: string | undefined;
  /** Asked for only if the answer depends on it, so that it can be computed then. */
  readonly digest: string;
  readonly directory: string;
};

export type LeaseDenial = { readonly code: LeaseRefusal["code"]; readonly text: string };

export type LeaseOptions = {
  readonly fs: FileSystem;
  /** Folders that `sync` fills: the machine's, then the user's. What one of them refuses stays refused. */
  readonly folders: readonly string[];
  /** Remembers the time, so that a clock cannot be set back. */
  readonly clockFile: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Names of the user on this machine. */
  readonly users?: readonly string[];
  /** Whether the skill in a folder was installed from a hub. */
  readonly isFromHub?: (directory: string) => boolean;
  /** Verifies signatures of stored leases too. Hooks leave it out: it takes Node longer to load than the whole check. */
  readonly verify?: VerifyText;
};

/**
 * Opens the leases of a machine. Each question looks at the files again, and reads them only if they have changed. Without any, it costs
 * a look at a missing file.
 */
export function openLease(options: LeaseOptions): LeaseGuard {
  const { fs, now, users = [], isFromHub = () => false } = options;
  const stores = options.folders.map((folder) => createStore(folder, options));
  const isManaged = (directory: string): boolean => {
    const real = fs.realPath(directory) ?? directory;
    return options.folders.some(
      (folder) => isInside(folder, directory) || isInside(fs.realPath(folder) ?? folder, real),
    );
  };
  const sourceOf = ({ directory }: UsedSkill): LeasedSkill["source"] => {
    if (isManaged(directory)) return "managed";
    return isFromHub(directory) ? "hub" : "other";
  };
  const standings = (): readonly StoredLease[] =>
    stores.map((read) => read()).filter(({ lease, fault }) => lease !== undefined || fault !== undefined);
  const revision = (): string =>
    JSON.stringify(
      standings().map(({ lease, fault }) => [
        ...[lease?.signed.signature, fault],
        lease?.state.revocations.filter((one) => isInForce(one, now())).length,
      ]),
    );
  const screen = (): LeaseGuard["check"] | undefined => {
    const known = standings();
    return known.length === 0 ? undefined : (skill) => checkAll(known, skill);
  };
  const checkAll = (known: readonly LeaseStanding[], skill: UsedSkill): LeaseDenial | undefined => {
    for (const standing of known) {
      const { name, version } = skill;
      const leased = {
        ...{ name, version, source: sourceOf(skill) },
        get digest() {
          return skill.digest;
        },
      };
      const refusal = checkLease(leased, { standing, now: now(), users });
      if (refusal !== undefined)
        return { code: refusal.code, text: formatLeaseRefusal(refusal, name, standing) };
    }
    return undefined;
  };
  const check = (skill: UsedSkill): LeaseDenial | undefined => screen()?.(skill);
  return {
    check,
    checkActive: (skill) => {
      const denial = check(skill);
      return denial?.code === "revoked" || denial?.code === "lease-invalid" ? denial : undefined;
    },
    screen,
    standings,
    revision,
    isManaged,
  };
}

/** Reads the lease of a folder, again only if it has changed. */
function createStore(folder: string, { fs, clockFile, now, verify }: LeaseOptions): () => StoredLease {
  const paths = leasePaths(folder);
  let known: { readonly mark: string; readonly stored: Lease | "damaged" } | undefined;
  const read = (): Lease | "damaged" | undefined => {
    const found = fs.stat(paths.lease);
    if (found === undefined) return undefined;
    const mark = `${fs.realPath(paths.current)} ${found.changedMs} ${found.size}`;
    if (known?.mark !== mark) known = { mark, stored: readLeaseFile(fs, paths.lease, verify) ?? "damaged" };
    return known.stored;
  };
  return () => {
    // Most machines have no hub.
    if (fs.stat(folder) === undefined) return { folder };
    const stored = orDamaged(read);
    const time = now();
    const seenMs = readSeenTime(fs, clockFile);
    const standing = toStanding(stored, () => readPinFile(fs, folder), { now: time, seenMs });
    if (stored !== undefined) rememberTime(fs, clockFile, time);
    return { ...standing, folder };
  };
}

/** What cannot be looked at cannot be relied on. */
function orDamaged(read: () => Lease | "damaged" | undefined): Lease | "damaged" | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SkillError) return "damaged";
    throw error;
  }
}
