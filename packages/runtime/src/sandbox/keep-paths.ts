import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { attemptOn } from "@skillwright/core/node";
import { isInside } from "@skillwright/core/path";
import { systemClock } from "../clock.ts";
import type { RunRequest } from "./sandbox.ts";

/** What a run must leave as it is in the folders that it may write to. */
type KeptPaths = {
  /** Existing paths to show read-only. */
  readonly paths: readonly string[];
  /** Removes placeholders, and undoes changes that no mount can prevent. */
  release(): void;
};

export type PathKeeper = (request: Pick<RunRequest, "sealed" | "writable">) => KeptPaths;

/**
 * Keeps sealed paths from being changed or created. Only what exists can be mounted read-only, so a missing path gets an
 * empty placeholder while a program runs; one that a killed process leaves behind is harmless. Runs at the same time
 * share placeholders.
 */
export function createPathKeeper(): PathKeeper {
  const holders = new Map<string, number>();
  const hold = (path: string): void => {
    if ((holders.get(path) ?? 0) > 0 || make(path)) holders.set(path, (holders.get(path) ?? 0) + 1);
  };
  const drop = (path: string): void => {
    const left = holders.get(path);
    if (left === undefined) return;
    if (left > 1) holders.set(path, left - 1);
    else {
      holders.delete(path);
      unmake(path);
    }
  };
  return ({ sealed: named = [], writable }) => {
    const sealed = named.flatMap((path) => [path, ...missingTarget(path)]);
    const folders = writable.flatMap(realFolder);
    const modes = folders.map((folder) => ({ folder, mode: lstatSync(folder).mode & 0o7777 }));
    const steps = [...new Set(sealed.flatMap((path) => stepsTo(path, folders)))].filter(
      (path) => !folders.some((folder) => isInside(path, folder)),
    );
    const links: KeptLink[] = [];
    const held: string[] = [];
    for (const path of steps) {
      const link = readLink(path);
      // What is below a link belongs to its target.
      if (links.some((one) => isInside(one.path, path))) continue;
      if (link !== undefined) links.push({ path, target: link });
      else {
        hold(path);
        held.push(path);
      }
    }
    const ends = new Set([...sealed, ...links.map(({ path }) => path)]);
    return {
      paths: [...ends].flatMap((path) => keptPlace(path, folders)),
      release: () => {
        for (const { folder, mode } of modes) restoreMode(folder, mode);
        for (const path of held.toReversed()) drop(path);
        for (const link of links) restoreLink(link);
      },
    };
  };
}

type KeptLink = { readonly path: string; readonly target: string };

function realFolder(path: string): readonly string[] {
  try {
    return [realpathSync(path)];
  } catch {
    // Missing: the run fails with a message about it.
    return [];
  }
}

/** A path and the folders between it and the writable folder that holds it, outermost first. */
function stepsTo(path: string, folders: readonly string[]): readonly string[] {
  const folder = folders.find((one) => one !== path && isInside(one, path));
  if (folder === undefined) return [];
  const parts = relative(folder, path).split("/");
  return parts.map((_, index) => [folder, ...parts.slice(0, index + 1)].join("/"));
}

function readLink(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
}

/** Where a link leads if nothing is there yet: to create it would fill the link. */
function missingTarget(path: string): readonly string[] {
  const target = readLink(path);
  if (target === undefined || realFolder(path).length > 0) return [];
  const [parent = dirname(path)] = realFolder(dirname(path));
  return [resolve(parent, target)];
}

/** The real path to seal; none if it leads out of the writable folders, where nothing can be written anyway. */
function keptPlace(path: string, folders: readonly string[]): readonly string[] {
  return realFolder(path).filter((real) =>
    folders.some((folder) => folder !== real && isInside(folder, real)),
  );
}

/**
 * Placeholders are empty folders, which git does not see; only where git itself reads a file it is one with a text that
 * changes nothing.
 */
const neutralTexts: Readonly<Record<string, string>> = {
  config: "",
  "config.worktree": "",
  // The folder of the repository itself, as if the file were missing.
  commondir: ".\n",
};

function neutralText(path: string): string | undefined {
  return path.includes("/.git/") ? neutralTexts[basename(path)] : undefined;
}

/** Whether it was missing and could be made. Where we cannot write, neither can the program. */
function make(path: string): boolean {
  const text = neutralText(path);
  return attemptOn(path, () => {
    try {
      if (text === undefined) mkdirSync(path, { mode: 0o755 });
      else writeFileSync(path, text, { flag: "wx" });
      return true;
    } catch (error) {
      if (isCode(error, "EEXIST")) return isLeftOver(path);
      if (isCode(error, "EACCES", "EPERM", "EROFS", "ENOTDIR", "ENOENT")) return false;
      throw error;
    }
  });
}

/** An empty folder with the name of a file: a process that was killed left it. */
function isLeftOver(path: string): boolean {
  return path.endsWith(".json") && lstatSync(path).isDirectory() && readdirSync(path).length === 0;
}

/** Removes a placeholder unless another program has filled it. */
function unmake(path: string): void {
  const text = neutralText(path);
  try {
    if (text === undefined) rmdirSync(path);
    else if (readFileSync(path, "utf8") === text) unlinkSync(path);
  } catch (error) {
    if (!isCode(error, "ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR", "EACCES", "EPERM", "EISDIR")) throw error;
  }
}

/** A link cannot be mounted over: what a program put in its place moves aside. */
function restoreLink({ path, target }: KeptLink): void {
  if (readLink(path) === target) return;
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    renameSync(path, `${dirname(path)}/replaced-${basename(path)}-${systemClock.createId()}`);
  symlinkSync(target, path);
}

/** A folder that others could write to after the run, or that its owner could not list. */
function restoreMode(folder: string, mode: number): void {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  if (status?.isDirectory() && (status.mode & 0o7777) !== mode) chmodSync(folder, mode);
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
