import { mkdirSync, realpathSync, rmdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, resolve } from "node:path";
import { SkillError } from "@skillwright/core";
import type { DirectoryEntry, FileSystem } from "@skillwright/core/discover";
import { attemptOn } from "@skillwright/core/node";
import { runtimeLimits } from "../limits.ts";
import { refuseWideFolder } from "../sandbox/machine/refuse-wide-folder.ts";
import { scriptsLimits } from "./limits.ts";
import type { ScriptWarning } from "./script-warning.ts";

/** The output folder of one run. */
export type Output = {
  /** Absolute, links resolved. */
  readonly folder: string;
  /** What the run left there. Removes an empty folder that was created for the run. */
  settle(): LeftOutput;
};

export type LeftOutput = {
  /** Absent if it is empty. */
  readonly folder?: string;
  readonly files: readonly LeftFile[];
  readonly warnings: readonly ScriptWarning[];
};

/** Creates the folder, private to this user, unless it exists; unchanged files in it do not count as left by the run. */
export function openOutput(path: string, fs: FileSystem): Output {
  // In some of them, creating a folder never returns.
  refuseWideFolder(resolve(path), []);
  const made = attemptOn(path, () => mkdirSync(path, { recursive: true, mode: 0o700 }));
  const folder = fs.realPath(path) ?? path;
  const before = new Map(
    made !== undefined ? [] : listOutput(folder, fs).files.map((file) => [file.path, file.changedMs]),
  );
  return {
    folder,
    settle: () => {
      const { files, others, isEmpty } = listOutput(folder, fs);
      if (isEmpty && made !== undefined) tryRemove(() => removeUpTo(made, path));
      const left = files.filter(({ path: file, changedMs }) => before.get(file) !== changedMs);
      return {
        ...(isEmpty ? {} : { folder }),
        files: left.slice(0, scriptsLimits.outputFiles),
        warnings: warningsOf(left, others),
      };
    },
  };
}

/** Removes a folder, and its parents that were created for it. */
function removeUpTo(outermost: string, path: string): void {
  rmdirSync(path);
  if (path.length > outermost.length) removeUpTo(outermost, dirname(path));
}

function warningsOf(files: readonly LeftFile[], others: number): readonly ScriptWarning[] {
  const count = files.length - scriptsLimits.outputFiles;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    ...(count > 0 ? [{ kind: "output-not-named", count } as const] : []),
    ...(others > 0 ? [{ kind: "output-not-files", count: others } as const] : []),
    ...(bytes > scriptsLimits.outputFolderBytes ? [{ kind: "output-too-large", bytes } as const] : []),
  ];
}

/** A file a run left, by its path in the output folder. */
type LeftFile = { readonly path: string; readonly bytes: number; readonly changedMs: number };

type OutputListing = {
  readonly files: readonly LeftFile[];
  /** Number of links, pipes and unreadable folders, which are not safe to follow. */
  readonly others: number;
  readonly isEmpty: boolean;
};

/** The files in an output folder, sorted; links are counted, never followed. */
export function listOutput(folder: string, fs: FileSystem): OutputListing {
  const files: LeftFile[] = [];
  const pending = [""];
  let others = 0;
  let seen = 0;
  for (let inside = pending.pop(); inside !== undefined; inside = pending.pop()) {
    const entries = listOrNothing(`${folder}/${inside}`, fs);
    if (entries === undefined) others += 1;
    for (const { name, kind } of entries ?? []) {
      seen += 1;
      // An endless folder, or one another program still fills: return what we have so far.
      if (seen > runtimeLimits.workspaceEntries) return { files, others, isEmpty: false };
      const path = `${inside}${name}`;
      const file = kind === "file" ? describe(path, fs, folder) : undefined;
      if (kind === "directory" && depthOf(path) < runtimeLimits.workspaceDepth) pending.push(`${path}/`);
      else if (file !== undefined) files.push(file);
      else others += 1;
    }
  }
  return { files: files.sort(byPath), others, isEmpty: seen === 0 };
}

function listOrNothing(path: string, fs: FileSystem): readonly DirectoryEntry[] | undefined {
  try {
    return fs.list(path);
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

function depthOf(path: string): number {
  return path.split("/").length;
}

/** Undefined for a file we cannot stat, such as one with an overlong path. */
function describe(path: string, fs: FileSystem, folder: string): LeftFile | undefined {
  try {
    const { size = 0, changedMs = 0 } = fs.stat(`${folder}/${path}`) ?? {};
    return { path, bytes: size, changedMs };
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

function byPath(one: LeftFile, other: LeftFile): number {
  return one.path < other.path ? -1 : 1;
}

/** Output folders of one session's scripts: one per run. */
export type OutputFolders = {
  /** Path for the next run; not created yet. */
  next(): string;
  /** Their parent folder, links resolved, once it exists. */
  made(): readonly string[];
  /** Removes files that were not requested. */
  close(): void;
};

type OutputFoldersOptions = {
  /** Unique per session. */
  readonly id: string;
  /** Folder where the host keeps all output; the system's temporary folder if absent. */
  readonly parent?: string;
};

export function createOutputFolders({ id, parent }: OutputFoldersOptions): OutputFolders {
  const folder = `${parent ?? tmpdir()}/skillwright-${id}`;
  let runs = 0;
  const isThere = (): boolean => statSync(folder, { throwIfNoEntry: false }) !== undefined;
  return {
    next: () => {
      runs += 1;
      return `${folder}/${runs}`;
    },
    made: () => (isThere() ? [realpathSync(folder)] : []),
    close: () => {
      // A folder the host wants to keep is removed only if empty.
      const remove =
        parent === undefined ? () => rmSync(folder, { recursive: true }) : () => rmdirSync(folder);
      if (isThere()) tryRemove(remove);
    },
  };
}

/** Removes one of our own files; one that a script made unremovable is left to the system. */
function tryRemove(remove: () => void): void {
  try {
    remove();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
