import { formatError, SkillError } from "@skillwright/core";
import type { DirectoryEntry, FileSystem } from "@skillwright/core/discover";
import { decodeUtf8, printable } from "@skillwright/core/text";
import type { ReadEvalFile } from "../formats/read-eval-file.ts";
import { evalsLimits } from "../limits.ts";
import { reportLimits } from "./limits.ts";
import type { ReportProblem } from "./report-data.ts";

/** A results folder, and the problems found while reading its files. */
export type OpenFolder = {
  /** Sizes of the files in bytes, by their paths inside. */
  readonly files: ReadonlyMap<string, number>;
  /** Paths with this prefix, sorted. */
  startingWith(start: string): readonly string[];
  /** Grows as unreadable files are found. */
  readonly problems: readonly ReportProblem[];
  /** Reads and parses a file; undefined when it is missing or unreadable (then a problem is added). */
  readJson<Value>(
    path: string,
    read: (source: string, file: string) => ReadEvalFile<Value>,
  ): Value | undefined;
  readText(path: string, maxBytes: number): string | undefined;
  /** Undefined when it cannot be read, without adding a problem: outputs may be anything. */
  readBytes(path: string, maxBytes: number): Uint8Array | undefined;
};

export type OpenOptions = {
  /** Top-level folders to ignore. */
  readonly skips?: (name: string) => boolean;
};

export function openFolder(fs: FileSystem, folder: string, { skips }: OpenOptions = {}): OpenFolder {
  const { files, isCut } = walkFolder(fs, folder, skips);
  const problems: ReportProblem[] = [];
  const note = (file: string, message: string): void => {
    const known = problems.some((one) => one.file === file && one.message === printable(message));
    if (!known && problems.length < reportLimits.reportProblems)
      problems.push({ file, message: printable(message) });
  };
  if (isCut) note(".", `Only the first ${reportLimits.reportEntries} files were read.`);
  const readText = (path: string, maxBytes: number): string | undefined => {
    if (!files.has(path)) return undefined;
    try {
      const { bytes, size } = fs.read(`${folder}/${path}`, maxBytes);
      const text = size > maxBytes ? undefined : decodeUtf8(bytes);
      if (text === undefined)
        note(path, size > maxBytes ? "The file is too large." : "The file is not UTF-8 text.");
      return text;
    } catch (error) {
      if (!(error instanceof SkillError)) throw error;
      note(path, formatError(error));
      return undefined;
    }
  };
  const paths = [...files.keys()];
  return {
    files,
    startingWith: (start) => {
      const first = findFirst(paths, (path) => path >= start);
      const rest = findFirst(paths, (path) => path >= start && !path.startsWith(start));
      return paths.slice(first, rest);
    },
    problems,
    readText,
    readJson: (path, read) => {
      const source = readText(path, evalsLimits.evalResultCharacters);
      if (source === undefined) return undefined;
      const result = read(source, path);
      const told = result.ok ? result.notes : [...result.problems, ...result.notes];
      for (const { message } of told) note(path, message);
      return result.ok ? result.value : undefined;
    },
    readBytes: (path, maxBytes) => readOrNothing(fs, `${folder}/${path}`, maxBytes),
  };
}

/** The first index at which a predicate holds, by binary search. */
function findFirst(paths: readonly string[], holds: (path: string) => boolean): number {
  let [low, high] = [0, paths.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(paths[middle] ?? "")) high = middle;
    else low = middle + 1;
  }
  return low;
}

function readOrNothing(fs: FileSystem, path: string, maxBytes: number): Uint8Array | undefined {
  try {
    return fs.read(path, maxBytes).bytes;
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}

type WalkedFolder = {
  /** Sizes of the regular files by path, sorted. */
  readonly files: ReadonlyMap<string, number>;
  /** The limit was reached. */
  readonly isCut: boolean;
};

/** Lists the files below a folder. Never follows links: a run may have created one that leads anywhere. */
function walkFolder(
  fs: FileSystem,
  folder: string,
  skips: (name: string) => boolean = () => false,
): WalkedFolder {
  const found: [path: string, bytes: number][] = [];
  const pending = [""];
  let seen = 0;
  for (let inside = pending.pop(); inside !== undefined; inside = pending.pop()) {
    for (const { name, kind } of listOrNothing(fs, `${folder}/${inside}`)) {
      if (inside === "" && kind === "directory" && skips(name)) continue;
      seen += 1;
      if (seen > reportLimits.reportEntries) return { files: new Map(found.sort(byPath)), isCut: true };
      const path = `${inside}${name}`;
      if (kind === "directory" && path.split("/").length < reportLimits.reportDepth) pending.push(`${path}/`);
      if (kind === "file") found.push([path, sizeOf(fs, `${folder}/${path}`)]);
    }
  }
  return { files: new Map(found.sort(byPath)), isCut: false };
}

function listOrNothing(fs: FileSystem, path: string): readonly DirectoryEntry[] {
  try {
    return fs.list(path);
  } catch (error) {
    if (error instanceof SkillError) return [];
    throw error;
  }
}

function sizeOf(fs: FileSystem, path: string): number {
  try {
    return fs.stat(path)?.size ?? 0;
  } catch (error) {
    if (error instanceof SkillError) return 0;
    throw error;
  }
}

function byPath([one]: readonly [string, number], [other]: readonly [string, number]): number {
  return one < other ? -1 : 1;
}
