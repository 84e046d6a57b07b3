import { setImmediate } from "node:timers/promises";
import { SkillError } from "@skillwright/core";
import {
  type DirectoryEntry,
  discoverLimits,
  type IgnoreLayer,
  isIgnoredItself,
  readIgnoreRules,
} from "@skillwright/core/discover";
import { isInside, joinPath } from "@skillwright/core/path";
import type { Clock } from "../../clock.ts";
import { runtimeLimits } from "../../limits.ts";
import { toolsLimits } from "../limits.ts";
import { type AnchoredFolder, openFolder } from "./anchored-folder.ts";
import { type OpenedFile, readEntry, readInside, toText } from "./read-inside.ts";

/** A file found by a walk. */
export type FoundFile = {
  /** Absolute, and relative to the start of the walk. */
  readonly path: string;
  readonly relative: string;
  read(maxBytes: number): OpenedFile;
};

export type Walk = {
  readonly files: AsyncIterable<FoundFile>;
  /** Whether a limit ended it early. */
  endedEarly(): boolean;
};

export type WalkOptions = {
  /** Ignore files from here down to the start apply too. */
  readonly workspace: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
};

/**
 * The files below an absolute folder, or the file itself. Follows no links, skips .git and ignored files, and is
 * bounded in every way.
 */
export function walkFiles(start: string, options: WalkOptions): Walk {
  const bounds = createBounds(options);
  return {
    files: visitStart(start, bounds, options),
    endedEarly: bounds.reached,
  };
}

type Bounds = {
  /** Counts entries and returns whether the walk may continue. */
  spend(entries: number): boolean;
  /** Yields to the event loop now and then. */
  pause(): Promise<void>;
  reached(): boolean;
};

/** Milliseconds a walk may block the event loop. */
const turnMs = 20;

function createBounds({ clock, signal }: WalkOptions): Bounds {
  const started = clock.elapsed();
  let turn = started;
  let left: number = runtimeLimits.workspaceEntries;
  let isReached = false;
  return {
    spend: (entries) => {
      left -= entries;
      isReached ||=
        left < 0 || signal?.aborted === true || clock.elapsed() - started > toolsLimits.workspaceSearchMs;
      return !isReached;
    },
    pause: async () => {
      if (clock.elapsed() - turn < turnMs) return;
      await setImmediate();
      turn = clock.elapsed();
    },
    reached: () => isReached,
  };
}

async function* visitStart(
  start: string,
  bounds: Bounds,
  { workspace }: WalkOptions,
): AsyncGenerator<FoundFile> {
  const folder = openStart(start);
  if (folder === undefined) {
    const relative = start.slice(start.lastIndexOf("/") + 1);
    yield { path: start, relative, read: (maxBytes) => readInside(start, maxBytes) };
    return;
  }
  const layers = isInside(workspace, start) ? layersAbove(start, workspace) : [];
  yield* visit({ folder, path: start, relative: "", layers, depth: 0 }, bounds);
}

/** Undefined if it is a file. */
function openStart(start: string): AnchoredFolder | undefined {
  try {
    return openFolder(start);
  } catch (error) {
    if (!(error instanceof SkillError) || error.code !== "file-missing") throw error;
  }
  readInside(start, 0);
  return undefined;
}

type Visit = {
  readonly folder: AnchoredFolder;
  readonly path: string;
  readonly relative: string;
  readonly layers: readonly IgnoreLayer[];
  readonly depth: number;
};

async function* visit(visited: Visit, bounds: Bounds): AsyncGenerator<FoundFile> {
  const { folder, path, layers, depth } = visited;
  try {
    const entries = listQuietly(folder);
    const inner = [...layers, ...layerOf(folder, path, entries)];
    if (!bounds.spend(entries.length)) return;
    for (const { name, kind } of entries) {
      const at = joinPath(path, name);
      const relative = joinPath(visited.relative, name);
      if (name === ".git" || isIgnoredItself(inner, at, kind)) continue;
      await bounds.pause();
      if (!bounds.spend(0)) return;
      if (kind === "file")
        yield { path: at, relative, read: (maxBytes) => readEntry(folder, { name, path: at, maxBytes }) };
      if (kind !== "directory" || depth >= runtimeLimits.workspaceDepth) continue;
      const child = enterQuietly(folder, name);
      if (child === undefined) continue;
      yield* visit({ folder: child, path: at, relative, layers: inner, depth: depth + 1 }, bounds);
    }
  } finally {
    folder.close();
  }
}

/** An unreadable folder hides only its own files. */
function listQuietly(folder: AnchoredFolder): readonly DirectoryEntry[] {
  return quietly(() => [...folder.list()].sort((a, b) => (a.name < b.name ? -1 : 1))) ?? [];
}

/** A listed folder may have been removed or replaced by a link. */
function enterQuietly(folder: AnchoredFolder, name: string): AnchoredFolder | undefined {
  return quietly(() => folder.enter(name));
}

function layersAbove(start: string, workspace: string): readonly IgnoreLayer[] {
  const above = start.slice(workspace.length).split("/").slice(0, -1);
  return above.flatMap((_, depth) => {
    const path = workspace + above.slice(0, depth + 1).join("/");
    const folder = openFolder(path);
    try {
      return layerOf(folder, path, listQuietly(folder));
    } finally {
      folder.close();
    }
  });
}

function layerOf(
  folder: AnchoredFolder,
  path: string,
  entries: readonly DirectoryEntry[],
): readonly IgnoreLayer[] {
  const name = ".gitignore";
  if (!entries.some((entry) => entry.name === name && entry.kind === "file")) return [];
  const found = quietly(() => readEntry(folder, { name, path, maxBytes: discoverLimits.ignoreFileBytes }));
  const text = found && toText(found.bytes);
  return text === undefined ? [] : [{ folder: path, rules: readIgnoreRules(text) }];
}

function quietly<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
