import { readTrust, recordTrust, trustState, writeTrust } from "@skillwright/core/catalog";
import type { FileSystem } from "@skillwright/core/discover";
import { nodeSha256 } from "@skillwright/core/node";
import { relativePath } from "@skillwright/core/path";
import { trustFile } from "../../catalog/open-catalog.ts";
import type { Invocation } from "../../command.ts";
import type { Io } from "../../io.ts";
import { keepSnapshot } from "./trust-diff.ts";
import { findProjects, type TrustedProject } from "./trusted-project.ts";

/**
 * Trusts a skill that the user has just created in a project. A project without other skills that was not cloned becomes
 * the user's own, so that later edits stay trusted. A project with skills that the user has not trusted stays untrusted.
 */
export async function trustCreated(directory: string, invocation: Invocation, io: Io): Promise<void> {
  const { opened, projects } = await findProjects(directory, invocation, io);
  const { fs } = opened;
  const { records } = readTrust(fs, trustFile(io));
  for (const project of projects) {
    const created = relativePath(project.path, directory);
    const skills = project.contents?.filter(({ path }) => path === created) ?? [];
    const others = project.contents?.filter(({ path }) => path !== created);
    const isFirst = others?.length === 0 && !records.has(project.path);
    const isSafe = isFirst || trustState(records, { realPath: project.path, skills: others }) === "trusted";
    if (skills.length === 0 || !isSafe) continue;
    const at = new Date(io.today()).toISOString();
    const own = isFirst && !isCloned(fs, project);
    const request = { fs, sha256: nodeSha256, project: project.path, skills, at, ...(own && { own }) };
    writeTrust(fs, trustFile(io), new Map([[project.path, recordTrust(request, records)]]));
    keepSnapshot(fs, { project: project.path, skills: project.skills, io });
  }
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
