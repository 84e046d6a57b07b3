import { readTrust, recordTrust, trustState, writeTrust } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { relativePath } from "@skillwright/core/path";
import { trustFile } from "../../catalog/open-catalog.ts";
import type { Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";
import { keepSnapshot } from "./trust-diff.ts";
import { findProjects, type TrustedProject } from "./trusted-project.ts";

export type CreatedSkills = {
  /** A folder in the project. */
  readonly folder: string;
  /** The skills' real paths. */
  readonly directories: readonly string[];
  /** Written by the user, not by others. */
  readonly own: boolean;
};

/**
 * Trusts skills that the user has just created or installed in a project. If the user wrote them, a project without other skills that
 * was not cloned becomes the user's own, so that later edits stay trusted. A project with skills that the user has not
 * trusted stays untrusted; the answer is then false.
 */
export async function trustCreated(
  { folder, directories, own: isOwn }: CreatedSkills,
  invocation: Invocation,
  io: Io,
): Promise<boolean> {
  const { opened, projects } = await findProjects(folder, invocation, io);
  let isTrusted = true;
  const { fs } = opened;
  const { records } = readTrust(fs, trustFile(io));
  for (const project of projects) {
    const created = new Set(directories.map((directory) => relativePath(project.path, directory)));
    const skills = project.contents?.filter(({ path }) => created.has(path)) ?? [];
    const others = project.contents?.filter(({ path }) => !created.has(path));
    const isFirst = others?.length === 0 && !records.has(project.path);
    const isSafe = isFirst || trustState(records, { realPath: project.path, skills: others }) === "trusted";
    if (!isSafe) isTrusted = false;
    if (skills.length === 0 || !isSafe) continue;
    const at = new Date(io.today()).toISOString();
    const own = isOwn && isFirst && !isCloned(fs, project);
    const request = { fs, sha256: nodeSha256, project: project.path, skills, at, ...(own && { own }) };
    writeTrust(fs, trustFile(io), new Map([[project.path, recordTrust(request, records)]]));
    keepSnapshot(fs, { project: project.path, skills: project.skills, io });
  }
  return isTrusted;
}

/** A clone has a remote; so may a project of the user's own, which then needs `trust --own`. */
function isCloned(fs: FileSystem, { path }: TrustedProject): boolean {
  const git = fs.stat(`${path}/.git`);
  if (git === undefined) return false;
  const config = fs.stat(`${path}/.git/config`);
  if (git.kind !== "directory" || config?.kind !== "file") return git.kind !== "directory";
  const { bytes, size } = fs.read(`${path}/.git/config`, maxConfigBytes);
  return size > maxConfigBytes || /^[ \t\v\f]*\[remote\b/m.test(new TextDecoder().decode(bytes));
}

const maxConfigBytes = 65_536;
