import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { digestSkill, type FileKind, type FileSystem } from "@skillwright/core/discover";
import { nodeSha256, toFileError } from "@skillwright/core/node";
import { iterationNumber, workspaceFiles } from "../formats/workspace.ts";
import { copyFiles } from "../testing/copy-skill.ts";
import { removeFolder } from "../testing/remove-folder.ts";
import { hiddenInTrials, prepareSkills } from "./prepare-skills.ts";
import { refuseLinks } from "./refuse-links.ts";

/**
 * Saves the skill that an iteration tried, to compare later ones with it. Keeps an existing snapshot;
 * replaces anything else in its place, such as a link.
 */
export async function saveSnapshot(fs: FileSystem, skill: string, iteration: string): Promise<void> {
  refuseLinks({ fs, workspace: dirname(iteration) }, iteration);
  const target = join(iteration, workspaceFiles.snapshot);
  const found = kindIn(fs, iteration, workspaceFiles.snapshot);
  if (found === "directory") return;
  try {
    await mkdir(iteration, { recursive: true });
    const unfinished = await mkdtemp(join(iteration, ".snapshot-"));
    try {
      await copyFiles(skill, unfinished, hiddenInTrials);
      if (found !== undefined) await rm(target);
      await rename(unfinished, target);
    } catch (error) {
      await removeFolder(unfinished);
      throw error;
    }
  } catch (error) {
    throw toFileError(target, error);
  }
}

/**
 * The folder of the latest version in a workspace that differs from the current skill; undefined when there
 * is none.
 */
export async function findPreviousVersion(
  fs: FileSystem,
  skill: string,
  workspace: string,
): Promise<string | undefined> {
  const now = await prepareSkills([{ directory: skill }], { fs });
  await now.remove();
  const isOther = (folder: string): boolean => digestSkill(fs, folder, nodeSha256) !== now.digests[0];
  return listSnapshots(fs, workspace).find(isOther);
}

/**
 * A user's snapshot for the whole workspace, as the guide describes, comes before those of iterations, latest
 * first. Ignores links: they could show an agent other folders.
 */
function listSnapshots(fs: FileSystem, workspace: string): readonly string[] {
  refuseLinks({ fs, workspace }, workspace);
  if (fs.stat(workspace)?.kind !== "directory") return [];
  const folders = fs.list(workspace).filter(({ kind }) => kind === "directory");
  const numbers = folders.flatMap(({ name }) => iterationNumber(name) ?? []);
  const latest = numbers.toSorted((one, other) => other - one);
  return [workspace, ...latest.map((number) => join(workspace, `iteration-${number}`))]
    .filter((folder) => kindIn(fs, folder, workspaceFiles.snapshot) === "directory")
    .map((folder) => join(folder, workspaceFiles.snapshot))
    .filter((folder) => kindIn(fs, folder, "SKILL.md") === "file");
}

/** The kind of an entry, without following links. */
function kindIn(fs: FileSystem, folder: string, name: string): FileKind | undefined {
  if (fs.stat(folder)?.kind !== "directory") return undefined;
  return fs.list(folder).find((entry) => entry.name === name)?.kind;
}
