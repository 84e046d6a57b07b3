import { readdirSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { isInside } from "@skillwright/core/path";
import { compileGlob } from "@skillwright/core/text";
import { findProgram } from "../find-program.ts";
import { sandboxLimits } from "../limits.ts";
import type { RunRequest } from "../sandbox.ts";
import { readShebang } from "../script-command.ts";
import { programNeeds, shellUtilities, withoutVersion } from "./program-needs.ts";
import { type Place, traceAll, traceLinks } from "./trace-links.ts";

export type ProgramView = {
  /** Names, absolute paths, or names with `*`. */
  readonly programs: readonly string[];
  /** The PATH that the program will have. */
  readonly path: string;
  /** Folders with programs that are visible otherwise: the system's, and toolchains. */
  readonly system: readonly Place[];
  readonly toolchains: readonly Place[];
};

/**
 * The places to show so that only some programs can be started: their files, what they need, and libraries. Programs that
 * do not exist are left out, as are those that one of these needs in a way that `programNeeds` does not know.
 */
export function narrowPrograms(view: ProgramView): readonly Place[] {
  const found = new Map<string, Place>();
  const folders = new Set<string>();
  const pending = [...view.programs];
  const seen = new Set<string>();
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (seen.has(name) || seen.size >= sandboxLimits.shownPrograms) continue;
    seen.add(name);
    for (const path of locate(name, view)) {
      const place = traceLinks(path);
      if (place === undefined || found.has(path)) continue;
      found.set(path, place);
      for (const folder of foldersOf(path, place.real, view)) folders.add(folder);
      const needs = [basename(path), basename(place.real)].map(programNeeds);
      for (const { folders: more = [] } of needs) for (const folder of more) folders.add(folder);
      pending.push(...needs.flatMap(({ programs = [] }) => programs), ...interpretersOf(place.real));
    }
  }
  return [...traceAll([...libraryFolders(), ...folders]), ...found.values()];
}

function locate(name: string, { path, system, toolchains }: ProgramView): readonly string[] {
  const isVisible = (file: string): boolean =>
    [...system, ...toolchains].some(({ real }) => isInside(real, file));
  const names = name.includes("*") && !name.includes("/") ? expand(name, path) : [name];
  return names.flatMap((program) => {
    const result = findProgram({ program, path, cwd: "/", isVisible });
    return "path" in result ? [result.path] : [];
  });
}

function expand(pattern: string, path: string): readonly string[] {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return [...new Set(folders.flatMap(listNames))].filter(compileGlob(pattern, { whole: true }));
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Missing or unreadable.
    return [];
  }
}

/** The programs that run a script: its interpreter, and for the shell what its scripts use. */
function interpretersOf(file: string): readonly string[] {
  const [interpreter, ...words] = readShebang(createNodeFileSystem(), file);
  if (interpreter === undefined) return [];
  const named = words.find((word) => !/^-|=/.test(word));
  const all = basename(interpreter) === "env" && named !== undefined ? [interpreter, named] : [interpreter];
  return all.some((one) => /^(?:ba|da|k|z)?sh$/.test(basename(one))) ? [...all, ...shellUtilities] : all;
}

/** The folders that belong to a program: where it is installed, or with its name. */
function foldersOf(path: string, real: string, { toolchains }: ProgramView): readonly string[] {
  const holders = toolchains.filter((place) => isInside(place.real, real) || isInside(place.real, path));
  const own = holders.flatMap((holder) =>
    isOfPrograms(holder.real)
      ? toolchains.filter(
          ({ real: other }) => dirname(other) === dirname(holder.real) && !isOfPrograms(other),
        )
      : [holder],
  );
  const installed =
    /^\/(?:usr\/(?:local\/)?(?:lib|libexec)|opt)\/[^/]+(?=\/)/.exec(real)?.[0] ??
    /^\/usr\/local\/(?!(?:s?bin|games|include|etc|share|lib\w*)\/)[^/]+(?=\/)/.exec(real)?.[0];
  const name = withoutVersion(basename(path));
  const named = helperRoots.flatMap((root) =>
    listNames(root)
      .filter(
        (entry) => entry === name || (entry.startsWith(name) && /^[-_.\d]/.test(entry.slice(name.length))),
      )
      .map((entry) => join(root, entry)),
  );
  return [...own.map((place) => place.real), ...(installed === undefined ? [] : [installed]), ...named];
}

const helperRoots: readonly string[] = ["/usr/lib", "/usr/libexec", "/usr/local/lib", "/usr/local/libexec"];

function isOfPrograms(folder: string): boolean {
  return /\/(?:s?bin|shims)$/.test(folder);
}

const libraryRoots: readonly string[] = [
  ...["/lib", "/lib32", "/lib64", "/libx32", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32"],
  ...["/usr/local/lib", "/usr/local/lib64"],
];

/** Folders of data, in which programs are the exception. */
const dataFolders: readonly string[] = ["/usr/share", "/usr/local/share"];

/**
 * Libraries, without the folders beside them that hold programs. Where the C library itself is in the folder, as on Arch
 * and Alpine, all of it is shown: it has too many files to mount one by one.
 */
function libraryFolders(): readonly string[] {
  const parts = libraryRoots.flatMap((root) => {
    const entries = listNames(root);
    if (entries.some((name) => /^(?:libc|ld)(?:[-.]|$)/.test(name))) return [root];
    return entries.filter((name) => isLibrary.test(name)).map((name) => join(root, name));
  });
  return [...parts, ...dataFolders];
}

const isLibrary = /^\w+-linux-\w+$|^(?:locale|ssl|terminfo)$|\.so(?:\.[\d.]+)?$/;

/** What to show for a request that names its programs: those, and the shell and programs that start the command. */
export function shownPrograms({
  programs,
  command: [program],
  environment,
}: Pick<RunRequest, "programs" | "command" | "environment">):
  | Pick<ProgramView, "programs" | "path">
  | undefined {
  if (programs === undefined) return undefined;
  return {
    programs: [program, "/bin/sh", "/usr/bin/env", ...programs],
    path: environment.PATH ?? "/usr/bin:/bin",
  };
}
