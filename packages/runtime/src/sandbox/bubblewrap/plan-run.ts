import { dirname } from "node:path";
import { isInside } from "@skillwright/core/path";
import { limitCommand } from "../machine/resource-limits.ts";
import type { Link, Place } from "../machine/trace-links.ts";
import type { Resources, RunRequest } from "../sandbox.ts";

/** One sandboxed run, ready to be printed or started. */
export type BubblewrapPlan = {
  readonly mounts: readonly Mount[];
  readonly environment: RunRequest["environment"];
  readonly cwd: string;
  readonly command: RunRequest["command"];
  /** Its own empty network namespace, or the host's. */
  readonly network: "own" | "shared";
  readonly resources: Resources;
};

/** What the host found for a request. */
export type RunFacts = Pick<BubblewrapPlan, "mounts" | "cwd" | "environment" | "resources"> & {
  /** The command with its program's path, wrapped by the network bridge if there is one. */
  readonly command: RunRequest["command"];
  readonly countsByNamespace: boolean;
};

/** Builds everything that bubblewrap must be told. */
export function planRun({ network }: RunRequest, facts: RunFacts): BubblewrapPlan {
  const { mounts, cwd, resources, countsByNamespace } = facts;
  return {
    mounts,
    environment: { ...facts.environment, HOME: sandboxHome, TMPDIR: "/tmp" },
    cwd,
    command: limitCommand(keepVariables(facts), { resources, countsByNamespace }),
    network: network === "all" ? "shared" : "own",
    resources,
  };
}

/** The shell that sets the limits drops variables whose names it cannot have, such as `INPUT_FILE-NAME`. */
function keepVariables({ command, environment }: RunFacts): RunRequest["command"] {
  const odd = Object.entries(environment).filter(([name]) => !/^[a-z_]\w*$/i.test(name));
  if (odd.length === 0) return command;
  return ["/usr/bin/env", "--", ...odd.map(([name, value]) => `${name}=${value}`), ...command];
}

/** One mount in the program's view; bubblewrap creates them in order. */
export type Mount =
  /** A host path, at the same path inside. */
  | { readonly kind: "bind"; readonly path: string; readonly access: "read" | "write" }
  | { readonly kind: "link"; readonly at: string; readonly target: string }
  /** A generated file. */
  | { readonly kind: "text"; readonly at: string; readonly text: string }
  | { readonly kind: "folder"; readonly at: string }
  /** A private in-memory folder. */
  | { readonly kind: "memory"; readonly at: string; readonly bytes: number }
  | { readonly kind: "processes" | "devices" | "unreadable" | "sealed"; readonly at: string };

export type MountRequest = {
  readonly readable: readonly Place[];
  readonly writable: readonly Place[];
  /** Further links, such as a name for a program that has none inside. */
  readonly links: readonly Link[];
  /** Existing files of `/proc` to hide. */
  readonly hidden: readonly string[];
  readonly resources: Resources;
};

/** The program's home inside. Its `/tmp` is private too. */
const sandboxHome = "/tmp/home";

/**
 * The mounts of a program, outermost first, so that a folder follows the one that contains it and keeps its own
 * access. The last steps seal the folders that only hold other mounts.
 */
export function planMounts(request: MountRequest): readonly Mount[] {
  const { fileBytes, memoryBytes } = request.resources;
  const binds = planBinds(request);
  return [
    { kind: "memory", at: "/tmp", bytes: Math.floor(Math.min(fileBytes, memoryBytes / 4)) },
    { kind: "folder", at: sandboxHome },
    ...binds,
    ...planLinks(request, binds),
    ...madeUpFiles.filter(({ at }) => !isMounted(binds, at)),
    { kind: "processes", at: "/proc" },
    ...request.hidden.map((at): Mount => ({ kind: "unreadable", at })),
    { kind: "devices", at: "/dev" },
    { kind: "memory", at: "/dev/shm", bytes: Math.min(fileBytes, sharedMemoryBytes) },
    ...["/dev", "/proc", "/"].map((at): Mount => ({ kind: "sealed", at })),
  ];
}

/** Whether a host path (a real path) is visible inside. */
export function isMounted(mounts: readonly Mount[], path: string): boolean {
  return mounts.some((mount) => mount.kind === "bind" && isInside(mount.path, path));
}

type Bind = Extract<Mount, { kind: "bind" }>;

function planBinds({ readable, writable }: MountRequest): readonly Bind[] {
  const access = new Map<string, Bind["access"]>([
    ...readable.map(({ real }) => [real, "read"] as const),
    ...writable.map(({ real }) => [real, "write"] as const),
  ]);
  const kept: Bind[] = [];
  for (const [path, wanted] of [...access].sort(([one], [other]) => compareDepth(one, other))) {
    const holder = kept.findLast((bind) => isInside(bind.path, path));
    if (holder?.access === wanted) continue;
    if (holder?.access === "write") kept.push(...pinBetween(holder.path, path));
    kept.push({ kind: "bind", path, access: wanted });
  }
  return kept;
}

/**
 * The folders between a writable folder and a read-only path in it. Each becomes a mount, which cannot be
 * renamed: otherwise the program could move the folder with the sealed path away and create a new one.
 */
function pinBetween(folder: string, path: string): readonly Bind[] {
  const parent = dirname(path);
  if (parent === folder) return [];
  return [...pinBetween(folder, parent), { kind: "bind", path: parent, access: "write" }];
}

function planLinks({ readable, writable, links }: MountRequest, binds: readonly Bind[]): readonly Mount[] {
  const all = [...[...readable, ...writable].flatMap((place) => place.links), ...links];
  const needed = new Map(
    all
      .filter(({ at }) => !isMounted(binds, at) && !privateFolders.includes(at))
      .map(({ at, target }) => [at, target] as const),
  );
  return [...needed]
    .sort(([one], [other]) => compareDepth(one, other))
    .map(([at, target]): Mount => ({ kind: "link", at, target }));
}

/** Created fresh: where one of them is a link on the host, it becomes a folder inside. */
const privateFolders: readonly string[] = ["/tmp", "/proc", "/dev"];

function compareDepth(one: string, other: string): number {
  return one.split("/").length - other.split("/").length || (one < other ? -1 : 1);
}

/** As much as Docker gives. No process is charged for it, so it comes on top of the memory limit. */
const sharedMemoryBytes = 67_108_864;

/** The program's user id inside. To the kernel it stays the user who started it. */
export const sandboxUser = 1000;

export const madeUpFiles: readonly Extract<Mount, { kind: "text" }>[] = [
  {
    kind: "text",
    at: "/etc/passwd",
    text: `sandbox:x:${sandboxUser}:${sandboxUser}::${sandboxHome}:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n`,
  },
  { kind: "text", at: "/etc/group", text: `sandbox:x:${sandboxUser}:\nnogroup:x:65534:\n` },
];
