import { createPathResolver, type FileSystem, isInside, limits } from "@skillwright/core";
import { sealedNames, sealedPlaces } from "../sandbox/sealed-places.ts";
import type { ScriptWarning } from "./script-warning.ts";

export type PathPlace = {
  readonly fs: FileSystem;
  /** Absolute, links resolved; like the folders that the host granted. */
  readonly workspace: string;
  /** The workspace holds far more than a project, such as a whole home folder: nothing in it is granted for the asking. */
  readonly isHidden: boolean;
  readonly granted: readonly string[];
  /** The skill's own folder: what was hashed must stay what it is. */
  readonly directory: string;
  readonly mayWriteBelow: (folder: string) => boolean;
};

export type GrantedPaths = {
  /** Absolute, links resolved; inside the first, the second are not to be changed. */
  readonly writable: readonly string[];
  readonly sealed: readonly string[];
  readonly warnings: readonly ScriptWarning[];
};

/**
 * Which of the folders that a skill asks to write to it gets: those strictly inside the workspace that are no project of
 * their own and that no policy keeps from it. For all else only the host can say yes, which it does by granting the folder. Where
 * links really lead counts, not what they are called.
 */
export function grantPaths(asked: readonly string[], place: PathPlace): GrantedPaths {
  const answers = asked.slice(0, limits.allowedPaths).map((path) => judge(path, place));
  const left = asked.length - limits.allowedPaths;
  const writable = answers.flatMap((answer) => ("folder" in answer ? [answer.folder] : []));
  // A folder that is not there yet, in one that may be written to, can be made by the script.
  const isWritable = (path: string): boolean => writable.some((folder) => isInside(folder, path));
  const warnings = answers.flatMap((answer) =>
    "warning" in answer && !(answer.missing !== undefined && isWritable(answer.missing))
      ? [answer.warning]
      : [],
  );
  return {
    writable: [...new Set([...place.granted, ...writable])],
    sealed: [...new Set(place.granted.flatMap(sealedPlaces))],
    warnings: left > 0 ? [...warnings, { kind: "paths-not-read", count: left }] : warnings,
  };
}

type Answer =
  | { readonly folder: string }
  /** `missing` is where a folder would lie that is not there. */
  | { readonly warning: ScriptWarning; readonly missing?: string };

function judge(path: string, place: PathPlace): Answer {
  const { fs, workspace, isHidden, granted, directory, mayWriteBelow } = place;
  const refuse = (reason: PathReason): Answer => ({ warning: { kind: "path-not-granted", path, reason } });
  // A home folder or a variable: somebody else would have to say which one is meant.
  if (path === "" || /^~|[$\0]/.test(path)) return refuse("unclear");
  const real = createPathResolver(fs, workspace)(path);
  if (real === undefined) return refuse("unclear");
  const given = granted.find((folder) => isInside(folder, real));
  if (given !== undefined) return { folder: given };
  if (isHidden || !isInside(workspace, real)) return refuse("outside");
  if (isInside(directory, real) || isSealed(real.slice(workspace.length))) return refuse("sealed");
  if (fs.stat(real)?.kind !== "directory") return { ...refuse("missing"), missing: real };
  // Whoever may rename a folder around the skill could put other text in the place of what was hashed.
  if (real === workspace || isInside(real, directory) || isProject(real, fs)) return refuse("project");
  return mayWriteBelow(real) ? { folder: real } : refuse("denied");
}

type PathReason = Extract<ScriptWarning, { readonly kind: "path-not-granted" }>["reason"];

function isSealed(path: string): boolean {
  return path.split("/").some((part) => sealedNames.includes(part.toLowerCase()));
}

/** A project of its own, whose settings decide what other programs do; those that are missing could be made. */
function isProject(folder: string, fs: FileSystem): boolean {
  return sealedNames.some((name) => fs.stat(`${folder}/${name}`) !== undefined);
}
