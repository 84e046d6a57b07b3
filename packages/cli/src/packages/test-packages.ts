import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { nodeSha256 } from "@skillwright/core/node";
import {
  agentFolders,
  applyPlan,
  createTree,
  digestTree,
  emptyLock,
  formatLock,
  type LockedSkill,
  parseLock,
  planInstall,
  readInstalled,
  type WantedSkill,
} from "@skillwright/packaging";
import { createInstallPorts } from "./install-ports.ts";

/** Files by path, and what the lock says besides. */
export type TestPackage = {
  readonly files: Readonly<Record<string, string>>;
  readonly locked?: Partial<LockedSkill>;
};

export type TestProject = {
  /** The project. */
  readonly root: string;
  readonly cacheFolder: string;
};

/** Installs skills by name in a project, for Claude Code and agents that read the shared folder, and writes the lock. */
export function installPackages(
  { root, cacheFolder }: TestProject,
  packages: Readonly<Record<string, TestPackage>>,
): void {
  mkdirSync(`${root}/.claude/skills`, { recursive: true });
  const ports = createInstallPorts({ cacheFolder });
  const lockPath = `${root}/skillwright.lock`;
  const place = { scope: "project" as const, root, lockPath, wantsPath: `${root}/skillwright.json` };
  const before = existsSync(lockPath) ? readFileSync(lockPath) : undefined;
  const lock = before === undefined ? emptyLock : parseLock(before.toString(), lockPath).lock;
  const wanted = Object.entries(packages).map(([name, one]) => toWanted(name, one));
  const folders = agentFolders(place, ["claude-code"]);
  const states = readInstalled(ports.fs, { place, lock, wanted, folders });
  const plan = planInstall({ place, lock, wanted, folders, states });
  const after = new TextEncoder().encode(formatLock(plan.lock));
  const files = [{ path: lockPath, before, after }];
  applyPlan(plan, { place, files }, ports);
}

function toWanted(name: string, { files, locked }: TestPackage): WantedSkill {
  const entries = Object.entries(files).map(([path, text]) => ({
    ...{ path, executable: false },
    bytes: new TextEncoder().encode(text),
  }));
  const tree = createTree(entries, "a test");
  const hashes = Object.fromEntries(entries.map(({ path, bytes }) => [path, nodeSha256(bytes)]));
  const digest = digestTree(tree);
  return { tree, locked: { name, source: "./source", resolved: digest, digest, files: hashes, ...locked } };
}
