import { SkillError } from "@skillwright/core";
import { readPolicy } from "@skillwright/core/config";
import { digestSkill, type FileSystem } from "@skillwright/core/discover";
import { deployedHere, formatLease, type HubPin } from "@skillwright/core/lease";
import { nodeSha256 } from "@skillwright/core/node";
import type { AcceptedState, Deployment, StateDocument } from "@skillwright/core/registry";
import { parseJson } from "@skillwright/core/text";
import { createNodeDisk, fetchDeployed, type HubDeps } from "@skillwright/packaging";
import type { PolicyText, StateFolder } from "./state-folder.ts";

export type Installing = {
  readonly fs: FileSystem;
  readonly folder: StateFolder;
  readonly hub: HubDeps;
  readonly pin: HubPin;
  readonly now: number;
};

/** A skill that is installed for the organization. */
export type InstalledSkill = Pick<Deployment, "name" | "version" | "digest"> & {
  /** The name of its folder. */
  readonly folder: string;
};

export type InstalledState = {
  readonly skills: readonly InstalledSkill[];
  /** Names of the folders that are gone. */
  readonly removed: readonly string[];
  /** Whether anything changed on the disk. */
  readonly isNew: boolean;
};

/**
 * Makes an accepted document the one in force: its skills, policies and revocations at once. New revocations do not wait for downloads,
 * and after a download that fails all but the skills takes effect.
 */
export async function installState(accepted: AcceptedState, installing: Installing): Promise<InstalledState> {
  const { fs, folder, pin, now } = installing;
  const { signed, state } = accepted;
  const before = folder.current();
  const lease = formatLease({ hub: pin.hub, subject: pin.subject, receivedMs: now, signed });
  const wanted = wantedHere(state, pin);
  const had = before === undefined ? [] : wantedHere(before.lease.state, pin);
  const intact = before !== undefined && isIntact(fs, folder.contentsPath(before.contents), had);
  const skills = wanted.map(toInstalled);
  const removed = had.map(folderOf).filter((name) => !wanted.some((one) => folderOf(one) === name));
  if (before !== undefined && intact && isSame(wanted, had)) {
    if (before.lease.signed.document === signed.document) return { skills, removed, isNew: false };
    folder.switchTo({ lease, contents: before.contents, policies: readPolicies(state, installing) });
    return { skills, removed, isNew: true };
  }
  // An invalid policy stops here, before anything is downloaded.
  const policies = readPolicies(state, installing);
  const applyWithout = (): void =>
    folder.switchTo({ lease, contents: before?.contents ?? folder.newContents().name, policies });
  const isUrgent = before !== undefined && hasNewRevocation(state, before.lease.state);
  if (isUrgent) applyWithout();
  const contents = folder.newContents();
  try {
    for (const deployment of wanted) await installSkill(deployment, contents.path, installing);
  } catch (error) {
    // Whoever can stop one download must not stop policies and everything else with it.
    if (!isUrgent) applyWithout();
    folder.sweep();
    throw error;
  }
  folder.switchTo({ lease, contents: contents.name, policies });
  return { skills, removed, isNew: true };
}

/** The deployments for this environment. Of two that need the same folder, the first one counts. */
function wantedHere(state: StateDocument, { subject }: HubPin): readonly Deployment[] {
  const here = deployedHere(state, subject);
  const byFolder = new Map(here.toReversed().map((one) => [folderOf(one), one]));
  return here.filter((one) => byFolder.get(folderOf(one)) === one);
}

/** Names of the folders that a document fills here. */
export function foldersOf(state: StateDocument, pin: HubPin): readonly string[] {
  return wantedHere(state, pin).map(folderOf);
}

function folderOf({ name }: Pick<Deployment, "name">): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function toInstalled({ name, version, digest }: Deployment): InstalledSkill {
  return { name, version, digest, folder: folderOf({ name }) };
}

function isSame(wanted: readonly Deployment[], had: readonly Deployment[]): boolean {
  const key = (one: Deployment): string => `${folderOf(one)} ${one.digest}`;
  const known = new Set(had.map(key));
  return wanted.length === had.length && wanted.every((one) => known.has(key(one)));
}

/** Whether every installed skill is still what was deployed. */
function isIntact(fs: FileSystem, path: string, had: readonly Deployment[]): boolean {
  try {
    const names = fs.list(path).map(({ name }) => name);
    if (names.length !== had.length) return false;
    return had.every((one) => digestSkill(fs, `${path}/${folderOf(one)}`, nodeSha256) === one.digest);
  } catch (error) {
    if (error instanceof SkillError) return false;
    throw error;
  }
}

function hasNewRevocation(state: StateDocument, before: StateDocument): boolean {
  const known = new Set(before.revocations.map(({ id }) => id));
  return state.revocations.some(({ id }) => !known.has(id));
}

async function installSkill(deployment: Deployment, path: string, { fs, hub }: Installing): Promise<void> {
  const { folder, tree } = await fetchDeployed(deployment, hub);
  const target = `${path}/${folder}`;
  createNodeDisk().writeTree(target, tree);
  const actual = digestSkill(fs, target, nodeSha256);
  if (actual === deployment.digest) return;
  const source = `hub:${deployment.name}@${deployment.version}`;
  throw new SkillError("integrity-mismatch", {
    source,
    what: "content digest",
    actual,
    expected: deployment.digest,
  });
}

/** The document's policies as files. One that cannot be read is refused: it would stop every command. */
function readPolicies({ policies = [] }: StateDocument, { pin }: Installing): readonly PolicyText[] {
  return policies.map(({ digest, text }, index) => {
    const name = `${index + 1}.${parseJson(text) === undefined ? "yaml" : "json"}`;
    const refuse = (reason: string): SkillError => new SkillError("state-refused", { hub: pin.hub, reason });
    if (`sha256:${nodeSha256(Buffer.from(text))}` !== digest)
      throw refuse("its policy is not the one that it names");
    try {
      readPolicy(oneFile(text), name);
    } catch (error) {
      if (!(error instanceof SkillError)) throw error;
      throw refuse(`its policy cannot be read (${String(error.details.reason ?? error.code)})`);
    }
    return { name, text };
  });
}

/** A disk with nothing but a text, whatever its path. */
function oneFile(text: string): FileSystem {
  const bytes = Buffer.from(text);
  const read: FileSystem["read"] = (_, maxBytes) => ({
    ...{ bytes: bytes.subarray(0, maxBytes), size: bytes.length, changedMs: 0, executable: false },
  });
  const stat: FileSystem["stat"] = () => ({
    ...{ kind: "file", size: bytes.length, executable: false, modifiedMs: 0, changedMs: 0 },
  });
  return { read, stat, list: () => [], realPath: (path) => path, write: () => {} };
}
