import { digestSkill } from "../digest/digest-skill.ts";
import type { Sha256 } from "../digest/sha256.ts";
import { attempt } from "../discover/attempt.ts";
import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { relativePath } from "../path/path.ts";
import { type ProjectSkill, trustState } from "../trust/trust-state.ts";
import type { TrustRecords } from "../trust/trust-store.ts";

export type ProjectContents = {
  readonly fs: FileSystem;
  readonly sha256: Sha256;
  readonly found: readonly DiscoveredSkill[];
  /** Known digests of skills, by directory; the others are computed here. */
  readonly digests?: ReadonlyMap<string, string>;
};

/** The projects that a user trusts; a function is called each time, so that revoking trust takes effect at once. */
export type TrustSource = TrustRecords | (() => TrustRecords);

/** Whether the user trusts a project's skills in their current state. Skills of unknown projects are not read. */
export function isTrustedProject(contents: ProjectContents, source: TrustSource, project: string): boolean {
  const records = typeof source === "function" ? source() : source;
  const realPath = attempt(() => contents.fs.realPath(project));
  if (realPath === undefined || !records.has(realPath)) return false;
  return trustState(records, { realPath, skills: digestProject(contents, project) }) === "trusted";
}

/**
 * Path and digest of each of a project's skills, in the order found. Undefined when the project cannot be trusted:
 * one of its skills cannot be read completely or is outside the project.
 */
export function digestProject(
  { fs, sha256, found, digests }: ProjectContents,
  project: string,
): readonly ProjectSkill[] | undefined {
  const skills = found.filter(({ root }) => root.project === project);
  return attempt(() => {
    const realProject = realPathOf(fs, project);
    return skills.map(({ directory }) => {
      const real = realPathOf(fs, directory);
      const digest = digests?.get(directory) ?? digestSkill(fs, real, sha256);
      return { path: pathWithin(realProject, real), digest };
    });
  });
}

function realPathOf(fs: FileSystem, path: string): string {
  const real = fs.realPath(path);
  if (real === undefined) throw new SkillError("file-missing", { path });
  return real;
}

function pathWithin(project: string, skill: string): string {
  const path = relativePath(project, skill);
  if (path !== undefined) return path;
  throw new SkillError("skill-invalid", { path: skill, reason: "it is outside its project" });
}
