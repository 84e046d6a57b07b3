import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { iterationNumber } from "../formats/workspace.ts";

/** Which folders a report is about. */
export type FoundIteration = {
  readonly folder: string;
  /** Absent for a folder of results that is no `iteration-N`. */
  readonly number?: number;
  /** Where iterations lie side by side, with what concerns all of them. */
  readonly workspace?: string;
  /** The one before, where there is one. */
  readonly previous?: { readonly folder: string; readonly number: number };
};

/** The iteration that a folder is, or the last one in it; a folder without iterations is taken for one. */
export function findIteration(fs: FileSystem, folder: string): FoundIteration {
  const own = folder.replace(/\/+$/, "");
  if (fs.stat(own)?.kind !== "directory") throw refuse(own, "it is no folder");
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
