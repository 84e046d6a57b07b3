import { statSync } from "node:fs";
import { delimiter } from "node:path";
import { SkillError } from "@skillwright/core";
import { findProgram } from "../find-program.ts";
import { lookAtMachine } from "../machine/look-at-machine.ts";
import { resourcesOf } from "../machine/resources-of.ts";
import { traceAll, traceLinks } from "../machine/trace-links.ts";
import type { Egress } from "../network/create-egress.ts";
import type { RunRequest } from "../sandbox.ts";
import { egressFd } from "./bubblewrap-arguments.ts";
import { findFolders } from "./find-folders.ts";
import { isMounted, type Mount, type MountWishes, planMounts } from "./plan-mounts.ts";
import { type BubblewrapPlan, planRun } from "./plan-run.ts";

export type PrepareOptions = {
  readonly path: string;
  readonly home?: string;
  readonly egress?: Egress;
};

/** Resolves everything that a request names on this machine, and plans its run. */
export function prepareRun(request: RunRequest, { path, home, egress }: PrepareOptions): BubblewrapPlan {
  const homes = home === undefined ? [] : [home, ...traceAll([home]).map(({ real }) => real)];
  const machine = lookAtMachine({ path, homes, network: request.network });
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
function provideNode(request: RunRequest, wishes: MountWishes): Provided {
  const mounts = planMounts(wishes);
  if ("path" in search("node", request, mounts)) return { mounts, environment: request.environment };
  const own = process.execPath;
  return {
    mounts: planMounts({
      ...wishes,
      readable: [...wishes.readable, ...traceAll([own])],
      links: [...wishes.links, { at: `${ownPrograms}/node`, target: own }],
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
