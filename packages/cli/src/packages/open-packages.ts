import { SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { printable } from "@skillwright/core/text";
import {
  createCache,
  createNodeDisk,
  emptyLock,
  type InstallPorts,
  type InstallSetting,
  type LockConflict,
  openTrustRoot,
  type Place,
  parseLock,
  parseWants,
  pruneCaches,
  recoverInstallation,
  type Wants,
} from "@skillwright/packaging";
import { createLockFile } from "@skillwright/runtime";
import { readMirrors } from "../catalog/catalog-config.ts";
import type { Invocation } from "../command.ts";
import type { Io } from "../io.ts";
import { openPolicies } from "../session/open-policies.ts";
import { describeConflict, findPlace, readWhole } from "./open-place.ts";
import { cacheFolders, openSources } from "./open-sources.ts";

/** Everything that commands about installed skills work with. */
export type Packages = {
  readonly place: Place;
  readonly ports: InstallPorts;
  readonly setting: InstallSetting;
  /** Skills about which the sides of a merge conflict in the lock differ; they are not in the lock of `setting`. */
  readonly conflicts: readonly LockConflict[];
  readonly wants: Wants | undefined;
  /** The files as they are, to be changed only if they still are. */
  readonly lockBytes: Uint8Array | undefined;
  readonly wantsBytes: Uint8Array | undefined;
  close(): Promise<void>;
};

/** Opens the place, its lock and wants, the policies and the sources. Finishes first what a killed process left. */
export async function openPackages(invocation: Invocation, io: Io): Promise<Packages> {
  const fs = createNodeFileSystem();
  const disk = createNodeDisk();
  const cache = createCache(`${io.place.cacheFolder}/packages`, { fs, disk });
  const ports: InstallPorts = { fs, disk, cache, lock: createLockFile };
  const place = findPlace(fs, invocation, io);
  recoverInstallation(place, ports);
  const policies = await openPolicies(invocation, io);
  const lockBytes = readIfThere(ports, place.lockPath);
  const wantsBytes = readIfThere(ports, place.wantsPath);
  const { lock, conflicts: all } =
    lockBytes === undefined
      ? { lock: emptyLock, conflicts: [] }
      : parseLock(decode(lockBytes), place.lockPath);
  const { conflicts = [], oneSided = [] } = Object.groupBy(all, ({ kind }) =>
    kind === "one-sided" ? "oneSided" : "conflicts",
  );
  for (const conflict of oneSided)
    await io.err(`Note: ${printable(place.lockPath)} ${describeConflict(conflict)}\n`);
  const differing = new Set(conflicts.map(({ name }) => name));
  const skills = lock.skills.filter(({ name }) => !differing.has(name));
  const wants = wantsBytes && parseWants(decode(wantsBytes), place.wantsPath);
  const sources = openSources(io, {
    offline: invocation.flag("offline"),
    quiet: invocation.flag("json"),
    mirrors: await readMirrors(fs, io),
  });
  const rules = policies.flatMap(({ install }) => install ?? []);
  const setting: InstallSetting = {
    root: place.root,
    sourceOf: sources.sourceOf,
    lock: { version: 1, skills },
    rules,
    trustRoot: openTrustRoot(rules, fs),
    now: io.today(),
  };
  const close = async (): Promise<void> => {
    await sources.close();
    await pruneCaches(cacheFolders(io), { keep: digestsNow(ports, place), now: io.today() });
  };
  return { place, ports, setting, conflicts, wants, lockBytes, wantsBytes, close };
}

/** What is locked after the command, and so the base of the next update. */
function digestsNow(ports: InstallPorts, { lockPath }: Place): readonly string[] {
  const bytes = readIfThere(ports, lockPath);
  return bytes === undefined
    ? []
    : parseLock(decode(bytes), lockPath).lock.skills.map(({ digest }) => digest);
}

/** A lock that is written without the skills in conflict would forget them. */
export function requireMergedLock({ place, conflicts }: Packages): void {
  if (conflicts.length === 0) return;
  const reason = "it has conflicts of a merge; run `skillwright add` without a source to resolve them";
  throw new SkillError("lock-unreadable", { path: place.lockPath, reason });
}

function readIfThere({ fs }: InstallPorts, path: string): Uint8Array | undefined {
  return fs.stat(path) === undefined ? undefined : readWhole(fs, path);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
