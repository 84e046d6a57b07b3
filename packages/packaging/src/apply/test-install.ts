import type { FileSystem } from "@skillwright/core";
import type { Lock, LockedSkill } from "../lock/lock.ts";
import { agentFolders, type Place, storeAgents } from "../plan/place.ts";
import type { Plan } from "../plan/plan.ts";
import { planInstall, type WantedSkill } from "../plan/plan-install.ts";
import { readInstalled } from "../plan/read-installed.ts";
import { hashOf } from "../plan/three-way.ts";
import { createTree, digestTree, type FileTree } from "../tree/file-tree.ts";
import { type Applied, applyPlan, type InstallPorts } from "./apply-plan.ts";

/** Files by path; a text that starts with `+x ` is executable, one that starts with `-> ` a link. */
export type TestFiles = Readonly<Record<string, string>>;

export function treeOf(files: TestFiles): FileTree {
  const entries = Object.entries(files).map(([path, text]) => {
    if (text.startsWith("-> ")) return { path, linksTo: text.slice(3) };
    const executable = text.startsWith("+x ");
    return { path, bytes: Buffer.from(executable ? text.slice(3) : text, "latin1"), executable };
  });
  return createTree(entries, "a test");
}

export function wantedOf(name: string, files: TestFiles, more: Partial<LockedSkill> = {}): WantedSkill {
  const tree = treeOf(files);
  const digest = digestTree(tree);
  const hashes = Object.fromEntries(tree.entries.map((entry) => [entry.path, hashOf(entry)]));
  return { tree, locked: { name, source: "a", resolved: digest, digest, files: hashes, ...more } };
}

export function placeIn(root: string): Place {
  return {
    ...{ scope: "project", root },
    lockPath: `${root}/skillwright.lock`,
    wantsPath: `${root}/skillwright.json`,
  };
}

export type TestOperation = {
  readonly add?: readonly WantedSkill[];
  readonly remove?: readonly string[];
  readonly agents?: readonly string[];
  /** Names of skills whose edits are discarded. */
  readonly discard?: readonly string[];
};

/** Plans an operation on what is on the disk, as a command does. */
export function planOn(ports: InstallPorts, place: Place, operation: TestOperation): Plan {
  const { add = [], remove = [], agents = ["claude-code", "codex"] } = operation;
  const lock = readTestLock(ports.fs, place);
  const folders = agentFolders(place, agents);
  const discarded = new Set(operation.discard);
  const states = readInstalled(ports.fs, { place, lock, wanted: add, removed: remove, discarded, folders });
  const digests = lock.skills.map(({ digest }) => [digest, ports.cache.get(digest)] as const);
  const bases = new Map(digests.flatMap(([digest, tree]) => (tree ? [[digest, tree]] : [])));
  return planInstall({
    ...{ place, lock, wanted: add, removed: remove, discarded, folders, states, bases },
    storeAgents: storeAgents(place, agents),
  });
}

export function runOn(ports: InstallPorts, place: Place, operation: TestOperation): Applied {
  const before = readBytes(ports.fs, place.lockPath);
  const plan = planOn(ports, place, operation);
  const after = Buffer.from(JSON.stringify(plan.lock, undefined, 1));
  return applyPlan(plan, { place, files: [{ path: place.lockPath, before, after }] }, ports);
}

export function readTestLock(fs: FileSystem, { lockPath }: Place): Lock {
  const bytes = readBytes(fs, lockPath);
  return bytes ? JSON.parse(new TextDecoder().decode(bytes)) : { version: 1, skills: [] };
}

function readBytes(fs: FileSystem, path: string): Uint8Array | undefined {
  return fs.stat(path) === undefined ? undefined : fs.read(path, 1e9).bytes;
}
