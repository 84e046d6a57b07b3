import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { iterationNumber } from "../formats/workspace.ts";

/** The folders that a report covers. */
export type FoundIteration = {
  readonly folder: string;
  /** Absent when the folder is not named `iteration-N`. */
  readonly number?: number;
  /** The folder of all iterations, with the files shared by them. */
  readonly workspace?: string;
  /** The previous iteration, if any. */
  readonly previous?: { readonly folder: string; readonly number: number };
};

/**
 * Finds the iteration for a folder: itself, or the last iteration inside. A folder without iterations counts as one.
 */
export function findIteration(fs: FileSystem, folder: string): FoundIteration {
  const own = folder.replace(/\/+$/, "");
  if (fs.stat(own)?.kind !== "directory") throw refuse(own, "not a folder");
  const inside = iterationsIn(fs, own);
  const last = inside.at(-1);
  if (last !== undefined) return toFound(own, inside, last);
  const [, parent = "", name = ""] = /^(.*)\/([^/]+)$/.exec(own) ?? [];
  const number = iterationNumber(name);
  if (number !== undefined) return toFound(parent, iterationsIn(fs, parent), number);
  return { folder: own };
}

function toFound(workspace: string, numbers: readonly number[], number: number): FoundIteration {
  const before = numbers.filter((other) => other < number).at(-1);
  const folderOf = (one: number): string => `${workspace}/iteration-${one}`;
  return {
    folder: folderOf(number),
    number,
    workspace,
    ...(before === undefined ? {} : { previous: { folder: folderOf(before), number: before } }),
  };
}

function iterationsIn(fs: FileSystem, folder: string): readonly number[] {
  return fs
    .list(folder)
    .flatMap(({ name, kind }) => (kind === "directory" ? (iterationNumber(name) ?? []) : []))
    .toSorted((one, other) => one - other);
}

function refuse(folder: string, reason: string): SkillError {
  return new SkillError("option-invalid", { name: "folder", reason: `${folder}: ${reason}` });
}
