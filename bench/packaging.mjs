import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestSkill } from "@skillwright/core";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import {
  agentFolders,
  applyPlan,
  createCache,
  createNodeDisk,
  createTree,
  digestTree,
  formatLock,
  parseLock,
  planInstall,
  readInstalled,
  verifyInstalled,
} from "@skillwright/packaging";
import { createLockFile } from "@skillwright/runtime";
import { heading, interleave, row } from "./measure.mjs";

const fs = createNodeFileSystem();
const disk = createNodeDisk();

/** Installing, planning and verifying, against copying and hashing the same files. */
export function measurePackaging(skills, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const all = readSkills(skills, 1000);
  heading("packaging");
  measureAdd(all.slice(0, 100), folder);
  measureLocked(all, folder);
}

function readSkills(root, count) {
  const folders = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === "SKILL.md")
    .slice(0, count)
    .map((entry) => entry.parentPath);
  return folders.map((path, index) => {
    const files = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const entries = files.map((file) => ({
      path: file.slice(path.length + 1),
      bytes: readFileSync(file),
      executable: (statSync(file).mode & 0o100) !== 0,
    }));
    const tree = createTree(entries, path);
    const digest = digestTree(tree);
    const hashes = Object.fromEntries(tree.entries.map((entry) => [entry.path, nodeSha256(entry.bytes)]));
    const name = `skill-${index}`;
    const locked = { name, source: path, resolved: digest, digest, files: hashes };
    return { folder: path, paths: tree.entries.map((entry) => entry.path), tree, locked };
  });
}

function placeIn(root) {
  mkdirSync(root, { recursive: true });
  const [lockPath, wantsPath] = [join(root, "skillwright.lock"), join(root, "skillwright.json")];
  return { scope: "project", root, lockPath, wantsPath };
}

/** As the command does it: content from the cache by digest, plan, apply, lock. */
function add(place, lockeds, cache) {
  const wanted = lockeds.map((locked) => ({ locked, tree: cache.get(locked.digest) }));
  const lock = { version: 1, skills: [] };
  const folders = agentFolders(place, ["codex"]);
  const states = readInstalled(fs, { place, lock, wanted, folders });
  const plan = planInstall({ place, wanted, lock, folders, states });
  const files = [{ path: place.lockPath, after: Buffer.from(formatLock(plan.lock)) }];
  applyPlan(plan, { place, files }, { fs, disk, cache, lock: createLockFile });
}

function measureAdd(skills, folder) {
  const cache = createCache(join(folder, "cache"), { fs, disk });
  for (const { tree } of skills) cache.put(tree);
  const lockeds = skills.map(({ locked }) => locked);
  const target = join(folder, "target");
  const times = interleave(
    40,
    {
      copy: () => copyAll(skills, target),
      add: () => add(placeIn(target), lockeds, cache),
    },
    // Files that are gone are never written to the disk, which would be busy with them during later rounds.
    () => rmSync(target, { recursive: true, force: true }),
  );
  row("add 100 cached skills / copying their files", times.add / times.copy, 1.5);
}

function copyAll(skills, folder) {
  const made = new Set();
  for (const { folder: from, paths, locked } of skills) {
    for (const path of paths) {
      const to = join(folder, locked.name, path);
      if (!made.has(dirname(to))) mkdirSync(dirname(to), { recursive: true });
      made.add(dirname(to));
      copyFileSync(join(from, path), to);
    }
  }
}

function measureLocked(skills, folder) {
  const place = placeIn(join(folder, "locked"));
  const cache = createCache(join(folder, "cache"), { fs, disk });
  for (const { tree } of skills) cache.put(tree);
  add(
    place,
    skills.map(({ locked }) => locked),
    cache,
  );
  const read = () => parseLock(readFileSync(place.lockPath, "utf8"), place.lockPath).lock;
  const lock = read();
  const files = skills.flatMap(({ locked, paths }) =>
    paths.map((path) => join(place.root, ".agents/skills", locked.name, path)),
  );
  const folders = agentFolders(place, ["claude-code"]);
  const hash = () => {
    for (const file of files) nodeSha256(readFileSync(file));
  };
  const times = interleave(10, {
    hash,
    readAndHash: () => {
      read();
      hash();
    },
    plan: () => planLocked(place, read(), folders),
    digest: () => {
      for (const { locked } of skills)
        digestSkill(fs, join(place.root, ".agents/skills", locked.name), nodeSha256);
    },
    verify: () => verifyInstalled(lock, fs, { place }),
  });
  row(
    "plan 1,000 locked skills / reading the lock and hashing their files",
    times.plan / times.readAndHash,
    3,
  );
  row("verify 1,000 skills / computing their digests", times.verify / times.digest, 1.3);
  row("same / hashing their files at known paths", times.verify / times.hash);
}

function planLocked(place, lock, folders) {
  const wanted = lock.skills.map((locked) => ({ locked }));
  const states = readInstalled(fs, { place, lock, wanted, folders });
  planInstall({ place, wanted, lock, folders, states });
}
