import { type FileSystem, SkillError } from "@skillwright/core";
import { foldersUpward, isInside, joinPath } from "@skillwright/core/path";
import { printable, suggest } from "@skillwright/core/text";
import {
  type LockConflict,
  type LockedSkill,
  type Place,
  parseLock,
  type ReadLock,
} from "@skillwright/packaging";
import { type Flags, type Invocation, UsageError } from "../command.ts";
import type { Io } from "../io.ts";

export const scopeFlags: Flags = {
  scope: { type: "string", value: "NAME", help: "project or user (default: the project around here)." },
};

/** Help text on which lock a scope means. */
export const scopeNotes = `The project is the nearest folder, from the current one upward, with a skillwright.lock or a .git.
With --scope user, the skills in your home folder.`;

/** Where skills are installed, according to --scope and the current folder; skills of the home folder are the user's. */
export function findPlace(fs: FileSystem, invocation: Invocation, io: Pick<Io, "cwd" | "place">): Place {
  const { home, dataFolder } = io.place;
  const cwd = fs.realPath(io.cwd) ?? io.cwd;
  const isProject = (folder: string): boolean =>
    [lockName, ".git"].some((name) => fs.stat(joinPath(folder, name)) !== undefined);
  const project = foldersUpward(cwd).find(isProject) ?? (isInside(cwd, home) ? undefined : cwd);
  const scope = invocation.option("scope") ?? (project === undefined ? "user" : "project");
  if (scope === "user") return placeAt(scope, home, dataFolder);
  if (scope !== "project") throw new UsageError(`--scope is project or user; found '${printable(scope)}'.`);
  if (project !== undefined) return placeAt(scope, project, project);
  throw new UsageError("there is no project here; change to its folder, or pass --scope user.");
}

const lockName = "skillwright.lock";

function placeAt(scope: Place["scope"], root: string, folder: string): Place {
  return {
    ...{ scope, root },
    lockPath: joinPath(folder, lockName),
    wantsPath: joinPath(folder, "skillwright.json"),
  };
}

/** The lock of a place. A missing one is wrong usage: without it, a damaged installation would look like an empty one. */
export async function readLock(fs: FileSystem, { lockPath, scope }: Place, io: Io): Promise<ReadLock> {
  if (fs.stat(lockPath) === undefined) {
    const other = scope === "project" ? "user" : "project";
    throw new UsageError(`no lock at ${printable(lockPath)}. Pass --scope ${other} for the skills there.`);
  }
  const read = parseLock(readText(fs, lockPath), lockPath);
  const mixed = read.conflicts.find(({ kind }) => kind === "mixed");
  if (mixed !== undefined)
    throw new SkillError("lock-unreadable", {
      path: lockPath,
      reason: `a merge mixed the lines of ${mixed.name} with others; run \`skillwright add\` without a source to get it again`,
    });
  for (const conflict of read.conflicts)
    await io.err(`Note: ${printable(lockPath)} ${describeConflict(conflict)}\n`);
  return read;
}

/** What the sides of a merge do not agree about, and what becomes of it. */
export function describeConflict({ name, kept, kind }: LockConflict): string {
  const shown = printable(name);
  return kind === "one-sided"
    ? `has ${shown} on one side of a merge only; it is kept. If it was removed, run \`skillwright remove ${shown}\`.`
    : `has several versions of ${shown}; using ${printable(kept.version ?? kept.resolved)}.`;
}

export function readText(fs: FileSystem, path: string): string {
  return new TextDecoder().decode(readWhole(fs, path));
}

/** A lock or a file of wants. A part of it would leave out skills. */
export function readWhole(fs: FileSystem, path: string): Uint8Array {
  const fail = (reason: string): SkillError => new SkillError("lock-unreadable", { path, reason });
  const kind = fs.stat(path)?.kind;
  if (kind !== undefined && kind !== "file") throw fail("it is not a regular file");
  const { bytes, size } = fs.read(path, maxBytes);
  if (size > bytes.length) throw fail(`it has more than ${maxBytes} bytes`);
  return bytes;
}

/** As many as a lock may have characters. */
const maxBytes = 134_217_728;

/**
 * The locked skills with these names, in the lock's order; all of them without names. A name is the one a skill is installed under, or
 * `acme:pdf`, `pdf@acme` or `acme/pdf` for a skill of a package.
 */
export function chooseLocked(
  { lock }: Pick<ReadLock, "lock">,
  words: readonly string[],
): readonly LockedSkill[] {
  const known = lock.skills.map(({ name }) => name);
  const names = words.map((word) => {
    if (known.includes(word)) return word;
    const packaged = lock.skills.filter((skill) => packageSpellings(skill).includes(word));
    const [only, ...others] = packaged;
    if (only !== undefined && others.length === 0) return only.name;
    if (only !== undefined)
      throw new UsageError(
        `'${printable(word)}' is installed several times: ${packaged.map(({ name }) => printable(name)).join(", ")}. Use one of these names.`,
      );
    const near = suggest(word, known);
    const hint = near === undefined ? listInstalled(known) : ` Did you mean ${printable(near)}?`;
    throw new UsageError(`the lock has no skill '${printable(word)}'.${hint}`);
  });
  return names.length === 0 ? lock.skills : lock.skills.filter(({ name }) => names.includes(name));
}

function listInstalled(names: readonly string[]): string {
  if (names.length === 0) return " Nothing is installed.";
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return ` It has ${names.slice(0, maxNames).map(printable).join(", ")}${more}.`;
}

const maxNames = 20;

function packageSpellings({ name, skill = name, package: from }: LockedSkill): readonly string[] {
  return from === undefined ? [] : [`${from}:${skill}`, `${skill}@${from}`, `${from}/${skill}`];
}
