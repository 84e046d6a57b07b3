import { lstatSync, readdirSync, rmSync } from "node:fs";
import { posix } from "node:path";
import { clients } from "@skillwright/core/discover";
import { attemptOn } from "@skillwright/core/node";
import { leasePaths } from "@skillwright/runtime";
import type { Place } from "../io.ts";
import { linkAt, replaceLink, requireFolder } from "./state-folder.ts";

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
  requireFolder(folder);
  const skills = leasePaths(hubFolder).skills;
  const targetOf = (name: string): string => posix.relative(folder, `${skills}/${name}`);
  const isOurs = (name: string): boolean => linkAt(`${folder}/${name}`) === targetOf(name);
  for (const name of readdirSync(folder))
    if (isOurs(name) && !names.includes(name)) attemptOn(folder, () => rmSync(`${folder}/${name}`));
  const isTaken = (name: string): boolean =>
    lstatSync(`${folder}/${name}`, { throwIfNoEntry: false }) !== undefined && !isOurs(name);
  const blocked = names.filter(isTaken);
  for (const name of names)
    if (!isOurs(name) && !blocked.includes(name)) replaceLink(`${folder}/${name}`, targetOf(name));
  return { path: folder, blocked };
}
