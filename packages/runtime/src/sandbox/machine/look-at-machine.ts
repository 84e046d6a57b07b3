import { accessSync, constants, readdirSync } from "node:fs";
import { release } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { isInside } from "@skillwright/core/discover";
import type { NetworkAccess } from "../sandbox.ts";
import { isWideFolder } from "./refuse-wide-folder.ts";
import {
  hiddenProcFiles,
  networkFiles,
  systemFilePatterns,
  systemFiles,
  systemFolders,
} from "./system-places.ts";
import { toolchainFolders } from "./toolchains.ts";
import { type Link, type Place, traceAll } from "./trace-links.ts";

/** What there is on this machine that every program may see, and what the system can do. */
export type Machine = {
  readonly places: readonly Place[];
  /** Links on PATH that lead to one of these places. */
  readonly links: readonly Link[];
  /** Files of `/proc` that this user can read and a program should not. */
  readonly hidden: readonly string[];
  readonly countsByNamespace: boolean;
};

export type MachineOptions = {
  /** The host's PATH, where toolchains are found. */
  readonly path: string;
  /** The user's home folder, by each of its names. */
  readonly homes: readonly string[];
  readonly network: NetworkAccess;
};

/** Looks anew each time: it takes less than a millisecond, and what was installed meanwhile is there. */
export function lookAtMachine({ path, homes, network }: MachineOptions): Machine {
  const versions = readdirSync("/etc")
    .filter((name) => systemFilePatterns.some((pattern) => pattern.test(name)))
    .map((name) => join("/etc", name));
  const names = [...systemFolders, ...systemFiles, ...versions, ...(network === "all" ? networkFiles : [])];
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const entries = traceAll(folders);
  // A folder of PATH may be a link into a toolchain (fnm and nix make such), so both ends are looked at.
  const paths = [...folders.map((folder) => resolve(folder)), ...entries.map(({ real }) => real)];
  const toolchains = traceAll(toolchainFolders(paths, homes)).filter(
    ({ real }) => !isWideFolder(real, homes),
  );
  const places = [...traceAll(names), ...toolchains];
  return {
    places,
    links: entries
      .filter(({ real }) => places.some((place) => isInside(place.real, real)))
      .flatMap(({ links }) => links),
    hidden: hiddenProcFiles.filter(isReadable),
    countsByNamespace: isAtLeast(release(), [5, 14]),
  };
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    // Missing on this system, or closed to this user and so to the program.
    return false;
  }
}

function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [, first = 0, second = 0] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  return first > major || (first === major && second >= minor);
}
