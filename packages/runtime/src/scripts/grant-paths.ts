import type { FileSystem } from "@skillwright/core/discover";
import { isInside } from "@skillwright/core/path";
import { createPathResolver } from "@skillwright/core/policy";
import { sealedNames, sealedPaths } from "../sandbox/sealed-paths.ts";
import { scriptsLimits } from "./limits.ts";
import type { ScriptWarning } from "./script-warning.ts";

export type PathContext = {
  readonly fs: FileSystem;
  /** Absolute, links resolved; like the folders the host granted. */
  readonly workspace: string;
  /** The workspace holds far more than a project, such as a whole home folder: nothing in it is granted on request. */
  readonly isHidden: boolean;
  readonly granted: readonly string[];
  /** The skill's own folder: the hashed content must not change. */
  readonly directory: string;
  readonly mayWriteBelow: (folder: string) => boolean;
};

export type GrantedPaths = {
  /** Absolute, links resolved; `sealed` paths inside `writable` ones stay read-only. */
  readonly writable: readonly string[];
  readonly sealed: readonly string[];
  readonly warnings: readonly ScriptWarning[];
};

/**
 * Which of the folders a skill asks to write to it gets: those strictly inside the workspace that are not projects
 * themselves and that no policy denies. Anything else the host must grant. Real paths count, not names of links.
 */
export function grantPaths(asked: readonly string[], place: PathContext): GrantedPaths {
  const answers = asked.slice(0, scriptsLimits.allowedPaths).map((path) => judge(path, place));
  const left = asked.length - scriptsLimits.allowedPaths;
  const writable = answers.flatMap((answer) => ("folder" in answer ? [answer.folder] : []));
  // The script itself can create a missing folder inside a writable one.
  const isWritable = (path: string): boolean => writable.some((folder) => isInside(folder, path));
  const warnings = answers.flatMap((answer) =>
    "warning" in answer && !(answer.missing !== undefined && isWritable(answer.missing))
      ? [answer.warning]
      : [],
  );
  const all = [...new Set([...place.granted, ...writable])];
  return {
    writable: all,
    sealed: all.flatMap(sealedPaths),
    warnings: left > 0 ? [...warnings, { kind: "paths-not-read", count: left }] : warnings,
  };
}

type Answer =
  | { readonly folder: string }
  /** `missing` is the path of a folder that does not exist. */
  | { readonly warning: ScriptWarning; readonly missing?: string };

function judge(path: string, place: PathContext): Answer {
  const { fs, workspace, isHidden, granted, directory, mayWriteBelow } = place;
  const refuse = (reason: PathReason): Answer => ({ warning: { kind: "path-not-granted", path, reason } });
  // A home folder or a variable: unclear which one is meant.
  if (path === "" || /^~|[$\0]/.test(path)) return refuse("unclear");
  const real = createPathResolver(fs, workspace)(path);
  if (real === undefined) return refuse("unclear");
  const given = granted.find((folder) => isInside(folder, real));
  if (given !== undefined) return { folder: given };
  if (isHidden || !isInside(workspace, real)) return refuse("outside");
  if (isInside(directory, real) || isSealed(real.slice(workspace.length))) return refuse("sealed");
  if (fs.stat(real)?.kind !== "directory") return { ...refuse("missing"), missing: real };
  // Renaming a folder around the skill could replace the hashed content.
  if (real === workspace || isInside(real, directory) || isProject(real, fs)) return refuse("project");
  return mayWriteBelow(real) ? { folder: real } : refuse("denied");
}

type PathReason = Extract<ScriptWarning, { readonly kind: "path-not-granted" }>["reason"];

function isSealed(path: string): boolean {
  return sealedNames.some((name) => `${path.toLowerCase()}/`.includes(`/${name}/`));
}

/** A project, whose settings decide what other programs do. */
function isProject(folder: string, fs: FileSystem): boolean {
  return sealedNames.some((name) => fs.stat(`${folder}/${name}`) !== undefined);
}
