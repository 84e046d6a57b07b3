import { accessSync, constants, readdirSync } from "node:fs";
import { release } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { isInside } from "@skillwright/core/path";
import type { NetworkAccess } from "../sandbox.ts";
import { narrowPrograms, type ProgramView } from "./narrow-programs.ts";
import { privateFilesIn } from "./private-files.ts";
import { isWideFolder } from "./refuse-wide-folder.ts";
import {
  hiddenProcFiles,
  networkFiles,
  sharedFolders,
  systemFilePatterns,
  systemFiles,
  systemFolders,
  toolchainFolders,
} from "./system-paths.ts";

import { type Link, type Place, traceAll } from "./trace-links.ts";

/** The parts of this machine that every program may see, and what the kernel supports. */
export type Machine = {
  readonly places: readonly Place[];
  /** Links on PATH that lead to one of `places`. */
  readonly links: readonly Link[];
  /** Files that this user can read and a program should not. */
  readonly hidden: readonly string[];
  readonly countsByNamespace: boolean;
};

export type MachineOptions = {
  /** The host's PATH, used to find toolchains. */
  readonly path: string;
  /** The user's home folder, under each of its names. */
  readonly homes: readonly string[];
  readonly network: NetworkAccess;
  /** The only programs to show, and the PATH on which to find them; all of them if absent. */
  readonly only?: Pick<ProgramView, "programs" | "path">;
};

/** Not cached: it takes less than a millisecond, and picks up what was installed since. */
export function inspectMachine({ path, homes, network, only }: MachineOptions): Machine {
  const versions = readdirSync("/etc")
    .filter((name) => systemFilePatterns.some((pattern) => pattern.test(name)))
    .map((name) => join("/etc", name));
  const settings = traceAll([...systemFiles, ...versions, ...(network === "all" ? networkFiles : [])]);
  const system = traceAll(systemFolders);
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const entries = traceAll(folders);
  // A PATH folder may be a link into a toolchain (fnm and nix create such links), so check both ends.
  const paths = [...folders.map((folder) => resolve(folder)), ...entries.map(({ real }) => real)];
  const toolchains = traceAll(toolchainFolders(paths, homes)).filter(
    ({ real }) => !isWideFolder(real, homes),
  );
  const programs = [...system, ...toolchains];
  return {
    places: [
      ...traceAll(sharedFolders),
      ...settings,
      ...(only ? narrowPrograms({ ...only, system, toolchains }) : programs),
    ],
    links: [
      ...(only ? system : []),
      ...entries.filter(({ real }) => programs.some((place) => isInside(place.real, real))),
    ].flatMap(({ links }) => links),
    hidden: [...settings.flatMap(({ real }) => privateFilesIn(real)), ...hiddenProcFiles].filter(isReadable),
    countsByNamespace: isAtLeast(release(), [5, 14]),
  };
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    // Missing on this system, or unreadable for this user and so for the program.
    return false;
  }
}

function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [, first = 0, second = 0] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  return first > major || (first === major && second >= minor);
}
