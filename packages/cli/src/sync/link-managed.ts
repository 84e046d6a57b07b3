import { lstatSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { posix } from "node:path";
import { clients } from "@skillwright/core/discover";
import { attemptOn } from "@skillwright/core/node";
import { leasePaths } from "@skillwright/runtime";
import type { Place } from "../io.ts";
import { linkAt, requireFolder } from "./state-folder.ts";

/** The folders from which agents on this machine load managed skills, below a prefix. */
export function managedFolders(platform: Place["platform"], prefix = ""): readonly string[] {
  const paths = clients.flatMap(({ enterprise }) => enterprise?.[platform] ?? []);
  // A user's folders are not the machine's.
  return [...new Set(paths.filter((path) => /^(?:\/|[A-Z]:\/)/.test(path)))].map((path) => prefix + path);
}

export type LinkedFolder = {
  readonly path: string;
  /** Skills that could not be put there, since something of others has their name. */
  readonly blocked: readonly string[];
};

/**
 * Puts a link to each skill into a folder of an agent, and removes links to skills that are gone. They lead through `current`, so that a
 * later state reaches every agent at the same moment. What others have put there stays.
 */
export function linkManaged(folder: string, hubFolder: string, names: readonly string[]): LinkedFolder {
  // One that leads elsewhere is not the machine's own; the folders of other agents are filled all the same.
  if (linkAt(folder) !== undefined) return { path: folder, blocked: names };
  requireFolder(folder);
  unlinkManaged(folder, hubFolder, names);
  const blocked = names.filter((name) => {
    const path = `${folder}/${name}`;
    const target = targetOf(folder, hubFolder, name);
    if (linkAt(path) === target) return false;
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return true;
    attemptOn(path, () => symlinkSync(target, path, "dir"));
    return false;
  });
  return { path: folder, blocked };
}

/** Removes our links to all skills but these. */
export function unlinkManaged(folder: string, hubFolder: string, kept: readonly string[]): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  for (const name of readdirSync(folder))
    if (!kept.includes(name) && linkAt(`${folder}/${name}`) === targetOf(folder, hubFolder, name))
      attemptOn(folder, () => rmSync(`${folder}/${name}`));
}

function targetOf(folder: string, hubFolder: string, name: string): string {
  return posix.relative(folder, `${leasePaths(hubFolder).skills}/${name}`);
}
