import { type FileSystem, SkillError } from "@skillwright/core";
import { kindAt, readFolder } from "../plan/snapshot.ts";
import type { Disk } from "./disk.ts";
import { type FileStep, type Journal, type Move, moveSafely, newPath, oldPath } from "./journal.ts";

type Ports = { readonly fs: FileSystem; readonly disk: Disk };

/** Does every step that is not done yet. */
export function finishJournal(ports: Ports, { moves, files }: Journal): void {
  for (const [number, move] of moves.entries()) finishMove(ports, move, number);
  for (const file of files) writeStep(ports, file, file.after);
}

/** Takes back every step that is done, the last one first. */
export function takeBackJournal(ports: Ports, { moves, files }: Journal): void {
  for (const file of files.toReversed()) writeStep(ports, file, file.before);
  for (const [number, move] of [...moves.entries()].reverse()) takeBackMove(ports, move, number);
}

function finishMove(ports: Ports, move: Move, number: number): void {
  const [path, old, next] = [`${move.folder}/${move.name}`, oldPath(move, number), newPath(move, number)];
  const exists = (at: string): boolean => kindAt(ports.fs, at) !== undefined;
  if (move.hasOld && !exists(old)) {
    moveSafely(ports, path, old);
    // Only now can nothing change any more that the plan did not know about.
    requireUnchanged(ports.fs, old, move);
  }
  if (move.hasNew && exists(next)) moveSafely(ports, next, path);
  for (const carried of move.carries.map(withoutSlash))
    if (exists(`${old}/${carried}`)) moveSafely(ports, `${old}/${carried}`, `${path}/${carried}`);
}

function takeBackMove(ports: Ports, move: Move, number: number): void {
  const [path, old, next] = [`${move.folder}/${move.name}`, oldPath(move, number), newPath(move, number)];
  const exists = (at: string): boolean => kindAt(ports.fs, at) !== undefined;
  if (move.hasNew && !exists(next)) {
    for (const carried of move.carries.map(withoutSlash).reverse())
      if (!exists(`${old}/${carried}`)) moveSafely(ports, `${path}/${carried}`, `${old}/${carried}`);
    requireOurs(ports.fs, path, move);
    moveSafely(ports, path, next);
  }
  if (move.hasOld && exists(old)) moveSafely(ports, old, path);
}

/** What was moved away must be what the plan saw. */
function requireUnchanged(fs: FileSystem, old: string, move: Move): void {
  const isSame = move.kind === "link" ? kindAt(fs, old) === "symlink" : isAsPlanned(fs, old, move);
  if (!isSame) throw new SkillError("settings-changed", { path: `${move.folder}/${move.name}` });
}

function isAsPlanned(fs: FileSystem, old: string, { before, after, carries }: Move): boolean {
  if (kindAt(fs, old) !== "directory") return false;
  const state = readFolder(fs, old, { files: before, further: Object.keys(after) });
  return state.extras.join("\0") === carries.join("\0") && hasFiles(state.files, before);
}

function hasFiles(
  found: ReadonlyMap<string, { readonly hash: string }>,
  expected: Readonly<Record<string, string>>,
): boolean {
  const paths = Object.keys(expected);
  return found.size === paths.length && paths.every((path) => found.get(path)?.hash === expected[path]);
}

/** What is taken back must be what was put there: someone may have worked with it in the meantime. */
function requireOurs(fs: FileSystem, path: string, { kind, after, carries }: Move): void {
  if (kind === "link" && kindAt(fs, path) === "symlink") return;
  if (kindAt(fs, path) === "directory") {
    const state = readFolder(fs, path, { files: after });
    const isOwn = (extra: string): boolean => carries.some((carried) => carried.startsWith(extra));
    if (hasFiles(state.files, after) && state.extras.every(isOwn)) return;
  }
  throw new SkillError("settings-changed", { path });
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, "");
}

/** Writes a file unless someone changed it since: then their version stays. */
function writeStep({ fs, disk }: Ports, { path, before, after }: FileStep, wanted: string | undefined): void {
  const now = readBase64(fs, path);
  if (now === wanted || (now !== before && now !== after)) return;
  if (wanted === undefined) disk.remove(path);
  else disk.writeFile(path, Buffer.from(wanted, "base64"), { isDurable: true });
}

export function readBase64(fs: FileSystem, path: string): string | undefined {
  if (kindAt(fs, path) === undefined) return undefined;
  return Buffer.from(fs.read(path, Number.MAX_SAFE_INTEGER).bytes).toString("base64");
}
