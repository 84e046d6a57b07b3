import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { isInside } from "../path/path.ts";
import type { DiscoveryFinding } from "./discovery-finding.ts";
import type { SkillRoot } from "./skill-root.ts";

export type ExistingRoots = {
  readonly roots: readonly SkillRoot[];
  readonly findings: readonly DiscoveryFinding[];
};

/**
 * Existing roots, deduplicated by real path; the first one wins. Configured roots stay even when they do not exist, so
 * that discovery can report them.
 */
export function existingRoots(
  fs: FileSystem,
  roots: readonly SkillRoot[],
  configured: ReadonlySet<SkillRoot>,
): ExistingRoots {
  const kept = new Map<string, SkillRoot>();
  const findings: DiscoveryFinding[] = [];
  for (const root of roots) {
    const found = lookAt(fs, root);
    if (typeof found === "object") findings.push(found);
    const real = configured.has(root) && typeof found !== "string" ? root.path : found;
    if (typeof real === "string" && !kept.has(real)) kept.set(real, root);
  }
  // A link to another root hides nothing.
  const isLoss = ({ args }: DiscoveryFinding): boolean => {
    const target = args?.target;
    return typeof target !== "string" || !kept.has(target);
  };
  return { roots: [...kept.values()], findings: findings.filter(isLoss) };
}

/** The real path of a root's folder, a finding about it, or undefined when it does not exist. */
function lookAt(fs: FileSystem, { path, project }: SkillRoot): string | DiscoveryFinding | undefined {
  try {
    if (fs.stat(path)?.kind !== "directory") return undefined;
    const real = fs.realPath(path);
    const around = project === undefined ? undefined : fs.realPath(project);
    if (real === undefined || around === undefined || isInside(around, real)) return real;
    // Otherwise a project could present any folder of the disk as its skills.
    return { code: "link-leaves-root", severity: "warning", path, args: { target: real } };
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    return { code: "folder-unreadable", severity: "warning", path, args: { reason: error.code } };
  }
}
