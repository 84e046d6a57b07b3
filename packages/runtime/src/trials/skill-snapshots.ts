import { mkdir, mkdtemp, rename } from "node:fs/promises";
import { join } from "node:path";
import { digestSkill, type FileSystem, workspaceFiles } from "@skillwright/core";
import { nodeSha256 } from "@skillwright/core/node";
import { copyFiles } from "../testing/copy-skill.ts";
import { removeFolder } from "../testing/remove-folder.ts";
import { notTried, prepareSkills } from "./prepare-skills.ts";

/** Keeps the skill that an iteration tried, so that a later one can be held against it. One that is there already stays. */
export async function keepSnapshot(fs: FileSystem, skill: string, iteration: string): Promise<void> {
  const target = join(iteration, workspaceFiles.snapshot);
  if (fs.stat(target)) return;
  await mkdir(iteration, { recursive: true });
  const unfinished = await mkdtemp(join(iteration, ".snapshot-"));
  try {
    await copyFiles(skill, unfinished, notTried);
    await rename(unfinished, target);
  } catch (error) {
    await removeFolder(unfinished);
    throw error;
  }
}

/** The folder of the latest version in a workspace that is not what the skill is now; undefined when there is none. */
export async function findPrevious(
  fs: FileSystem,
  skill: string,
  workspace: string,
): Promise<string | undefined> {
  const now = await prepareSkills([{ directory: skill }], { fs });
  await now.remove();
  const isOther = (folder: string): boolean => digestSkill(fs, folder, nodeSha256) !== now.digests[0];
  return listSnapshots(fs, workspace).find(isOther);
}

/** A snapshot that a person made for the whole workspace, as the guide says, comes before those of iterations, the latest first. */
function listSnapshots(fs: FileSystem, workspace: string): readonly string[] {
  if (fs.stat(workspace)?.kind !== "directory") return [];
  const numbers = fs.list(workspace).flatMap(({ name }) => /^iteration-(\d{1,9})$/.exec(name)?.[1] ?? []);
  const latest = numbers.map(Number).toSorted((one, other) => other - one);
  return [workspace, ...latest.map((number) => join(workspace, `iteration-${number}`))]
    .map((folder) => join(folder, workspaceFiles.snapshot))
    .filter((folder) => fs.stat(join(folder, "SKILL.md"))?.kind === "file");
}
