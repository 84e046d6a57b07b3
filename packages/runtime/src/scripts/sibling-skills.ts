import { dirname } from "node:path";
import type { SkillManifest } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { isInside } from "@skillwright/core/path";
import { scriptsLimits } from "./limits.ts";
import type { ScriptWarning } from "./script-warning.ts";

export type SiblingSkills = {
  /** Folders of the skills that it declares, links resolved. */
  readonly readable: readonly string[];
  readonly warnings: readonly ScriptWarning[];
};

/**
 * The skills beside a skill (a real folder) that it declares in `composition.dependencies`. Only these are shown to its
 * scripts: the folder around it may hold skills of other authors.
 */
export function declaredSiblings(
  { composition }: Pick<SkillManifest, "composition">,
  directory: string,
  fs: FileSystem,
): SiblingSkills {
  const found = (composition?.dependencies ?? [])
    .slice(0, scriptsLimits.siblings)
    .map(({ skillName, optional }) => ({
      skillName,
      optional,
      folder: findSibling(skillName, directory, fs),
    }));
  return {
    readable: found.flatMap(({ folder }) => folder ?? []),
    warnings: found
      .filter(({ folder, optional }) => folder === undefined && !optional)
      .map(({ skillName }) => ({ kind: "dependency-missing", skill: skillName })),
  };
}

/** Undefined unless it is a skill in the same folder, and not through a link that leads out of it. */
function findSibling(name: string, directory: string, fs: FileSystem): string | undefined {
  const root = dirname(directory);
  if (!/^[^./\0][^/\0]*$/.test(name)) return undefined;
  const real = fs.realPath(`${root}/${name}`);
  if (real === undefined || real === root || !isInside(root, real)) return undefined;
  return fs.stat(`${real}/SKILL.md`)?.kind === "file" ? real : undefined;
}

export type FailedRun = {
  readonly stderr: string;
  /** The skill's folder and all paths that the script could see, links resolved. */
  readonly directory: string;
  readonly visible: readonly string[];
};

/** The skills beside this one that a failed script names in its errors and could not see. */
export function missedSiblings(
  { stderr, directory, visible }: FailedRun,
  fs: FileSystem,
): readonly ScriptWarning[] {
  const named = new Set([...stderr.matchAll(/\/([^/\s'":]{1,64})(?=\/)/g)].map(([, name = ""]) => name));
  return [...named].slice(0, scriptsLimits.siblings).flatMap((name) => {
    const folder = findSibling(name, directory, fs);
    if (folder === undefined || folder === directory) return [];
    if (visible.some((path) => isInside(path, folder))) return [];
    return [{ kind: "sibling-hidden", skill: name } as const];
  });
}
