import { digestSkill } from "../digest/digest-skill.ts";
import type { Sha256 } from "../digest/sha256.ts";
import type { DiscoveredSkill } from "../discover/discovered-skill.ts";
import { SkillError } from "../error.ts";
import { attempt } from "../fs/file-error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { joinPath, relativePath } from "../path/path.ts";
import type { TrustRecord, TrustRecords } from "./trust-store.ts";

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
  const record = realPath === undefined ? undefined : records.get(realPath);
  if (record === undefined || record.own) return record?.own ?? false;
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

/** A skill of a project: its real path inside it, with `/` (`.` for the project itself), and its content digest. */
export type ProjectSkill = { readonly path: string; readonly digest: string };

/** The current state of a project. */
type CurrentProject = {
  /** With every link resolved; undefined when the project is gone. */
  readonly realPath: string | undefined;
  /** The skills the caller sees, which may not be all; undefined when one of them cannot be trusted. */
  readonly skills: readonly ProjectSkill[] | undefined;
};

/** Never trusted, trusted once but with a new or changed skill, or trusted. */
export type TrustState = "unknown" | "changed" | "trusted";

/**
 * Whether the user trusts each of these skills in this location. A project that was moved, or whose folder became a link
 * to another, has another real path and is unknown. Recorded skills that are not among these do not matter, otherwise
 * the state would depend on the caller's view.
 */
export function trustState(records: TrustRecords, { realPath, skills }: CurrentProject): TrustState {
  const record = realPath === undefined ? undefined : records.get(realPath);
  if (record === undefined) return "unknown";
  if (record.own) return "trusted";
  const isTrusted = skills?.every(({ path, digest }) => record.skills.get(path) === digest) ?? false;
  return isTrusted ? "trusted" : "changed";
}

type TrustRequest = {
  readonly fs: FileSystem;
  readonly sha256: Sha256;
  /** The project's real path. */
  readonly project: string;
  /** The skills that the user reviewed. */
  readonly skills: readonly ProjectSkill[];
  /** ISO 8601 date and time in UTC. */
  readonly at: string;
  /** Trust later changes too, as in the user's own project. */
  readonly own?: boolean;
};

/**
 * The record for a user who trusts the visible skills of a project. Skills trusted before and not visible now stay as
 * long as they are unchanged, so that trusting from two folders of a project keeps both.
 */
export function recordTrust(request: TrustRequest, records: TrustRecords): TrustRecord {
  const known = records.get(request.project);
  const kept = [...(known?.skills ?? [])].filter(([path, digest]) => isStillThere(request, { path, digest }));
  const seen = request.skills.map(({ path, digest }) => [path, digest] as const);
  const isOwn = request.own ?? known?.own ?? false;
  return { skills: new Map([...kept, ...seen]), at: request.at, ...(isOwn && { own: true }) };
}

function isStillThere({ fs, sha256, project }: TrustRequest, { path, digest }: ProjectSkill): boolean {
  const place = path === "." ? project : joinPath(project, path);
  // A link in its place leads to a different skill, even if the content is the same.
  return attempt(() => fs.realPath(place) === place && digestSkill(fs, place, sha256) === digest) ?? false;
}
