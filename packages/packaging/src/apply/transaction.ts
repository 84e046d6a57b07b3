import { type FileSystem, SkillError } from "@skillwright/core";
import type { FileKind } from "@skillwright/core/discover";
import { attemptOn } from "@skillwright/core/node";
import { baseName } from "@skillwright/core/path";
import { type Place, resolveFolder, storeFolder } from "../plan/place.ts";
import { readFolder } from "../plan/snapshot.ts";
import { hashOf } from "../plan/three-way.ts";
import type { FileTree, TreeEntry } from "../tree/file-tree.ts";
import type { Cache } from "./cache.ts";
import type { Disk } from "./disk.ts";
import {
  type FileStep,
  type Journal,
  journalPath,
  knownFolders,
  type Move,
  newPath,
  readJournal,
  removeTemporaries,
  workFolder,
  writeJournal,
} from "./journal.ts";
import { finishJournal, readBase64, takeBackJournal } from "./run-journal.ts";
import { dropUndo, keepUndo, prepareUndo, type UndoEntry, type UndoRecord } from "./undo-record.ts";

/** What an installation needs besides a plan. */
export type InstallPorts = {
  readonly fs: FileSystem;
  readonly disk: Disk;
  readonly cache: Cache;
  /** A lock between processes at a path, such as `createLockFile` of @skillwright/runtime. */
  readonly lock: (path: string) => ProcessLock;
};

/** `take` returns undefined, or who holds the lock. */
type ProcessLock = { take(): string | undefined; release(): void };

/** What changes at one place. `before` must be what is there, or nothing is done. */
export type Change =
  /** Exactly these files go and come; everything else in the folder stays. `path` is that of the skill's folder. */
  | {
      readonly kind: "folder";
      readonly path: string;
      readonly before: Readonly<Record<string, string>>;
      readonly after: readonly TreeEntry[];
    }
  /** A link to a folder; `copy` is written where the system cannot link. */
  | {
      readonly kind: "link";
      readonly path: string;
      readonly before?: string | undefined;
      readonly after?: string | undefined;
      readonly copy?: () => FileTree | undefined;
    }
  | FileUpdate;

export type FileUpdate = {
  readonly kind: "file";
  readonly path: string;
  readonly before?: Uint8Array | undefined;
  readonly after?: Uint8Array | undefined;
};

/** How each link was made. */
export type LinkKinds = ReadonlyMap<string, "link" | "copy">;

/**
 * Makes all changes or none. A process that is killed leaves something that `recoverInstallation` finishes or takes back; every
 * transaction starts with that.
 */
export function runTransaction(place: Place, changes: readonly Change[], ports: InstallPorts): LinkKinds {
  return holdingLock(place, ports, (store) => {
    recover(place, store, ports);
    try {
      const prepared = prepare(place, changes, ports);
      prepareUndo(ports, store, prepared.undo);
      writeJournal({ disk: ports.disk, store }, prepared.journal);
      const failure = finishOrTakeBack(prepared.journal, store, ports);
      if (failure) throw failure;
      return prepared.links;
    } finally {
      // With a journal, the next command has to look.
      if (ports.fs.stat(journalPath(store)) === undefined) removeWork(place, store, ports);
    }
  });
}

/** Whether all changes could be made now: throws what `runTransaction` would, and leaves everything as it is. */
export function tryTransaction(place: Place, changes: readonly Change[], ports: InstallPorts): void {
  holdingLock(place, ports, (store) => {
    recover(place, store, ports);
    try {
      prepare(place, changes, ports);
    } finally {
      removeWork(place, store, ports);
    }
  });
}

/** Finishes or takes back what a killed process left. Does nothing while another process is at work. */
export function recoverInstallation(place: Place, ports: InstallPorts): void {
  const store = resolveFolder(ports.fs, place, storeFolder(place));
  if (ports.fs.stat(workFolder(store)) === undefined) return;
  const lock = ports.lock(lockPath(store));
  if (takeLock(lock, store) !== undefined) return;
  try {
    recover(place, store, ports);
  } finally {
    lock.release();
  }
}

function holdingLock<Value>(place: Place, ports: InstallPorts, work: (store: string) => Value): Value {
  const store = resolveFolder(ports.fs, place, storeFolder(place));
  ports.disk.writeTree(store, { entries: [] });
  const lock = ports.lock(lockPath(store));
  const holder = takeLock(lock, store);
  if (holder !== undefined)
    throw new SkillError("install-running", { path: store, holder: holder.split("|")[1] ?? holder });
  try {
    return work(store);
  } finally {
    lock.release();
  }
}

function lockPath(store: string): string {
  return `${store}/.skillwright.lock`;
}

/** On a disk that cannot be written, there is no lock to take. */
function takeLock(lock: ProcessLock, store: string): string | undefined {
  return attemptOn(lockPath(store), () => lock.take());
}

function recover(place: Place, store: string, ports: InstallPorts): void {
  if (ports.fs.stat(workFolder(store)) === undefined) return;
  const journal = readJournal(ports.fs, place);
  if (journal) finishOrTakeBack(journal, store, ports);
  for (const path of [place.lockPath, place.wantsPath]) removeTemporaries(ports, path);
  removeWork(place, store, ports);
}

/**
 * A step that fails is followed by taking back all of them, and is returned; a second failure is thrown and leaves the journal for the
 * next command.
 */
function finishOrTakeBack(journal: Journal, store: string, ports: InstallPorts): SkillError | undefined {
  const failure = attemptAll(journal, store, ports);
  if (failure) {
    takeBackJournal(ports, journal);
    dropUndo(ports, store);
  }
  ports.disk.remove(journalPath(store));
  return failure;
}

function attemptAll(journal: Journal, store: string, ports: InstallPorts): SkillError | undefined {
  try {
    finishJournal(ports, journal);
    keepUndo(ports, store);
    return undefined;
  } catch (error) {
    if (error instanceof SkillError) return error;
    throw error;
  }
}

/** The working folder of the store goes last: it is the sign that there is something to clean up. */
function removeWork(place: Place, store: string, { fs, disk }: InstallPorts): void {
  // A link that took the place of the folder meanwhile leads to what is not ours.
  if (fs.realPath(store) !== store) return;
  for (const folder of knownFolders(place).toReversed()) {
    if (fs.stat(workFolder(folder)) === undefined) continue;
    const real = resolveFolder(fs, place, folder);
    if (real !== store) disk.remove(workFolder(real));
  }
  disk.remove(workFolder(store));
}

type Prepared = { readonly journal: Journal; readonly undo: UndoRecord; readonly links: LinkKinds };

/** Checks that everything is as planned and writes what comes into the working folders. */
function prepare(place: Place, changes: readonly Change[], ports: InstallPorts): Prepared {
  const moves: Move[] = [];
  const files: FileStep[] = [];
  const undo: UndoEntry[] = [];
  const links = new Map<string, "link" | "copy">();
  ports.disk.writeTree(workFolder(resolveFolder(ports.fs, place, storeFolder(place))), { entries: [] });
  const opened = new Map<string, OpenFolder>();
  for (const change of changes) {
    if (change.kind === "file") {
      files.push(prepareFile(change, ports));
      undo.push(undoFile(change, ports));
      continue;
    }
    const name = baseName(change.path);
    const given = change.path.slice(0, -name.length - 1);
    const { folder, kinds } = opened.get(given) ?? openFolder(given, place, ports);
    opened.set(given, { folder, kinds });
    const at: Spot = { folder, name, number: moves.length, kind: kinds.get(name) };
    const done = change.kind === "folder" ? prepareFolder(change, at, ports) : prepareLink(change, at, ports);
    if (change.kind === "link" && change.after !== undefined)
      links.set(change.path, done.move.kind === "link" ? "link" : "copy");
    // What comes next at this place finds it as this change leaves it.
    if (!done.move.hasNew) kinds.delete(name);
    moves.push(done.move);
    undo.push(done.undo);
  }
  return { journal: { moves, files }, undo: { entries: undo }, links };
}

/** A folder of skills: its real path, and what is in it. Looked at once: what changes later is found when it is moved. */
type OpenFolder = { readonly folder: string; readonly kinds: Map<string, FileKind> };

function openFolder(path: string, place: Place, { fs, disk }: InstallPorts): OpenFolder {
  const folder = resolveFolder(fs, place, path);
  disk.writeTree(workFolder(folder), { entries: [], folders: ["old", "new"] });
  return { folder, kinds: new Map(fs.list(folder).map(({ name, kind }) => [name, kind])) };
}

type Spot = {
  readonly folder: string;
  readonly name: string;
  readonly number: number;
  /** What is there now. */
  readonly kind: FileKind | undefined;
};
type PreparedMove = { readonly move: Move; readonly undo: UndoEntry };

function prepareFolder(
  change: Extract<Change, { kind: "folder" }>,
  { folder, name, number, kind }: Spot,
  ports: InstallPorts,
): PreparedMove {
  const path = `${folder}/${name}`;
  const after = Object.fromEntries(change.after.map((entry) => [entry.path, hashOf(entry)]));
  if (kind !== undefined && kind !== "directory") throw new SkillError("settings-changed", { path });
  const further = [...Object.keys(change.before), ...Object.keys(after)];
  const found = kind && readFolder(ports.fs, path, { files: {}, further });
  const expected = Object.keys(change.before);
  const isPlanned =
    (found?.files.size ?? 0) === expected.length &&
    expected.every((file) => found?.files.get(file)?.hash === change.before[file]);
  if (!isPlanned) throw new SkillError("settings-changed", { path: change.path });
  const carries = found?.extras ?? [];
  const hasNew = change.after.length > 0 || carries.length > 0;
  const move: Move = {
    ...{ folder, name, kind: "folder", hasOld: found !== undefined, hasNew },
    ...{ before: change.before, after, carries },
  };
  if (hasNew)
    ports.disk.writeTree(newPath(move, number), {
      entries: change.after,
      folders: [...new Set(carries.map(folderOf).filter((parent) => parent !== ""))],
    });
  const gone = [...(found?.files ?? [])].map(([file, { hash, bytes, executable }]) => {
    if (bytes) ports.cache.putFile(bytes);
    return { path: file, hash, executable };
  });
  const come = change.after.map((entry) => ({
    path: entry.path,
    hash: after[entry.path] ?? "",
    executable: "executable" in entry && entry.executable,
  }));
  return { move, undo: { kind: "folder", path: change.path, before: gone, after: come } };
}

function folderOf(path: string): string {
  const end = path.replace(/\/$/, "").lastIndexOf("/");
  return end === -1 ? "" : path.slice(0, end);
}

function prepareLink(
  change: Extract<Change, { kind: "link" }>,
  { folder, name, number, kind }: Spot,
  { disk }: InstallPorts,
): PreparedMove {
  const path = `${folder}/${name}`;
  const isPlanned = change.before === undefined ? kind === undefined : kind === "symlink";
  if (!isPlanned) throw new SkillError("settings-changed", { path: change.path });
  const hasNew = change.after !== undefined;
  const base = { folder, name, hasOld: kind !== undefined, hasNew, before: {}, carries: [] };
  const undo: UndoEntry = { kind: "link", path: change.path, before: change.before, after: change.after };
  const move: Move = { ...base, kind: "link", after: {} };
  if (change.after === undefined || disk.link(newPath(move, number), { from: path, to: change.after }))
    return { move, undo };
  const copy = change.copy?.();
  if (copy === undefined)
    throw new SkillError("file-unreadable", { path: change.path, reason: "the system cannot link" });
  disk.writeTree(newPath(move, number), copy);
  const files = copy.entries.map((entry) => [entry.path, hashOf(entry)]);
  const come = copy.entries.map((entry) => ({
    ...{ path: entry.path, hash: hashOf(entry) },
    executable: "executable" in entry && entry.executable,
  }));
  return {
    move: { ...base, kind: "folder", after: Object.fromEntries(files) },
    undo: { kind: "folder", path: change.path, before: [], after: come },
  };
}

function prepareFile(change: FileUpdate, { fs }: InstallPorts): FileStep {
  const [before, after] = [toBase64(change.before), toBase64(change.after)];
  if (readBase64(fs, change.path) !== before) throw new SkillError("settings-changed", { path: change.path });
  return { path: change.path, before, after };
}

function undoFile({ path, before, after }: FileUpdate, { cache }: InstallPorts): UndoEntry {
  const keep = (bytes: Uint8Array | undefined): string | undefined => bytes && cache.putFile(bytes);
  return { kind: "file", path, before: keep(before), after: keep(after) };
}

function toBase64(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString("base64");
}
