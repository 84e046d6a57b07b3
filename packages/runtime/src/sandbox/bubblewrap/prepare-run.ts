import { statSync } from "node:fs";
import { delimiter } from "node:path";
import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import { findProgram } from "../find-program.ts";
import { inspectMachine } from "../machine/inspect-machine.ts";
import { shownPrograms } from "../machine/narrow-programs.ts";
import { refuseWideFolder } from "../machine/refuse-wide-folder.ts";
import { resourcesOf } from "../machine/resource-limits.ts";
import { type Place, traceAll, traceLinks } from "../machine/trace-links.ts";
import type { Egress } from "../network/create-egress.ts";
import type { RunRequest } from "../sandbox.ts";
import { egressFd } from "./bubblewrap-arguments.ts";
import {
  type BubblewrapPlan,
  isMounted,
  type Mount,
  type MountRequest,
  planMounts,
  planRun,
} from "./plan-run.ts";

export type PrepareOptions = {
  readonly path: string;
  readonly home?: string;
  readonly egress?: Egress;
};

/** Resolves everything that a request names on this machine, and plans its run. */
export function prepareRun(request: RunRequest, { path, home, egress }: PrepareOptions): BubblewrapPlan {
  const homes = home === undefined ? [] : [home, ...traceAll([home]).map(({ real }) => real)];
  const only = shownPrograms(request);
  const machine = inspectMachine({ path, homes, network: request.network, ...compact({ only }) });
  const folders = findFolders(request, homes);
  const resources = resourcesOf(request);
  const { mounts, environment } = provideNode(request, {
    readable: [...machine.places, ...folders.readable, ...traceAll(egress?.readable ?? [])],
    writable: folders.writable,
    links: machine.links,
    hidden: machine.hidden,
    resources,
  });
  const cwd = requireCwd(request, mounts);
  const command = requireProgram({ ...request, cwd, environment }, mounts);
  return planRun(request, {
    mounts,
    cwd,
    command: egress ? egress.wrap(command, egressFd) : command,
    environment: { ...environment, ...egress?.environment },
    resources,
    countsByNamespace: machine.countsByNamespace,
  });
}

/** Where our own Node is linked if the program would find no other. */
const ownPrograms = "/sandbox/bin";

type Provided = { readonly mounts: readonly Mount[]; readonly environment: RunRequest["environment"] };

/** Makes sure that JavaScript always runs: if PATH leads to no visible Node, adds the one that runs us. */
function provideNode(request: RunRequest, wanted: MountRequest): Provided {
  const mounts = planMounts(wanted);
  if (request.programs !== undefined || "path" in search("node", request, mounts))
    return { mounts, environment: request.environment };
  const own = process.execPath;
  return {
    mounts: planMounts({
      ...wanted,
      readable: [...wanted.readable, ...traceAll([own])],
      links: [...wanted.links, { at: `${ownPrograms}/node`, target: own }],
    }),
    environment: {
      ...request.environment,
      PATH: [pathOf(request), ownPrograms].join(delimiter),
    },
  };
}

function requireCwd({ cwd }: RunRequest, mounts: readonly Mount[]): string {
  const real = traceLinks(cwd)?.real;
  if (real === undefined || !statSync(real).isDirectory())
    throw new SkillError("file-missing", { path: cwd });
  if (isMounted(mounts, real) || real === "/" || real === "/tmp") return real;
  throw new SkillError("option-invalid", {
    name: "cwd",
    reason: `${cwd} is not in a folder that the program may see`,
  });
}

/** The command with its program's path; throws if it cannot be run. */
function requireProgram(request: RunRequest, mounts: readonly Mount[]): RunRequest["command"] {
  const [program, ...parameters] = request.command;
  const found = search(program, request, mounts);
  if ("path" in found) return [found.path, ...parameters];
  if (program === "node") return [process.execPath, ...parameters];
  if (found.code === "program-missing") throw new SkillError("program-missing", { program });
  throw new SkillError("program-unusable", { program, reason: found.reason });
}

function search(
  program: string,
  request: RunRequest,
  mounts: readonly Mount[],
): ReturnType<typeof findProgram> {
  const isVisible = (file: string): boolean => isMounted(mounts, file);
  return findProgram({ program, path: pathOf(request), cwd: request.cwd, isVisible });
}

/** The C library's default for a missing PATH. */
function pathOf({ environment }: RunRequest): string {
  return environment.PATH ?? "/usr/bin:/bin";
}

/**
 * Resolves the folders of a request. Skips missing readable ones, since there is nothing to hide; throws for
 * missing writable ones, since the program's output would be lost.
 */
function findFolders(
  { readable, writable }: Pick<RunRequest, "readable" | "writable">,
  homes: readonly string[],
): { readonly readable: readonly Place[]; readonly writable: readonly Place[] } {
  const folders = { readable: traceAll(readable), writable: writable.flatMap(requirePlace) };
  for (const { real } of [...folders.readable, ...folders.writable]) refuseWideFolder(real, homes);
  return folders;
}

function requirePlace(path: string): readonly Place[] {
  const places = traceAll([path]);
  if (places.length === 0) throw new SkillError("file-missing", { path });
  return places;
}
