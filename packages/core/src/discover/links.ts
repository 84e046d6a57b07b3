import { attempt } from "../fs/file-error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { foldersUpward, isInside, joinPath } from "../path/path.ts";
import { clients } from "./clients.ts";

/** Where a symbolic link in a searched folder leads. */
export type LinkTarget =
  /** To a skill that is this skill: a folder of the same user or project, see `linkTerritory`. */
  | { readonly kind: "skill"; readonly target: string }
  /** To a folder that may not be followed; `isSkill` says whether it is a skill. */
  | { readonly kind: "foreign"; readonly target: string; readonly isSkill: boolean }
  /** To what the walk visits anyway: inside the searched folder, or a folder around it. */
  | { readonly kind: "visited" }
  /** To something that does not exist, or in a circle. */
  | { readonly kind: "dangling" }
  /** To a file, or where this user may not look. */
  | { readonly kind: "other" };

export type LinkScope = {
  /** The searched folder. */
  readonly root: string;
  /** Absolute path of the folder in which targets belong to the same user or project. */
  readonly territory: () => string;
};

/**
 * Decides about a link that is found in place of a skill's folder. A link to a skill of the same user or project is that
 * skill: `npx skills add` and dotfiles work this way. Any other link that leaves the searched folder is not followed.
 */
export function followLink(fs: FileSystem, path: string, { root, territory }: LinkScope): LinkTarget {
  return attempt(() => resolveLink(fs, path, { root, territory })) ?? { kind: "other" };
}

function resolveLink(fs: FileSystem, path: string, { root, territory }: LinkScope): LinkTarget {
  const target = fs.realPath(path);
  if (target === undefined) return { kind: "dangling" };
  const realRoot = fs.realPath(root);
  if (realRoot === undefined || isInside(realRoot, target) || isInside(target, realRoot))
    return { kind: "visited" };
  if (fs.stat(target)?.kind !== "directory") return { kind: "other" };
  const isSkill = hasSkillFile(fs, target);
  const around = isSkill ? fs.realPath(territory()) : undefined;
  if (around !== undefined && isInside(around, target)) return { kind: "skill", target };
  return { kind: "foreign", target, isSkill };
}

/** Whether a folder is a skill, whatever its SKILL.md says. */
export function hasSkillFile(fs: FileSystem, folder: string): boolean {
  return ["SKILL.md", "skill.md"].some((name) => fs.stat(joinPath(folder, name))?.kind === "file");
}

/**
 * The folder whose skills belong together with those of a searched folder: the user's home for a personal folder of an
 * agent, the enclosing repository for a folder of a project, else the home folder around it, else the folder itself.
 */
export function linkTerritory(fs: FileSystem, folder: string, home?: string): string {
  const real = attempt(() => fs.realPath(folder)) ?? folder;
  if (home !== undefined && (isPersonal(folder, home) || isPersonal(real, home))) return home;
  const repository = foldersUpward(real).find((path) => attempt(() => fs.stat(joinPath(path, ".git"))));
  if (repository !== undefined && (home === undefined || !isInside(repository, home))) return repository;
  return home !== undefined && isInside(home, real) ? home : real;
}

function isPersonal(folder: string, home: string): boolean {
  return clients.some(({ personal }) =>
    personal.some((path) => path.startsWith("~/") && isInside(joinPath(home, path.slice(2)), folder)),
  );
}
