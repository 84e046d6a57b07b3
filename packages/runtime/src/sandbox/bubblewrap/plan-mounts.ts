import { dirname } from "node:path";
import { isInside } from "@skillwright/core/discover";
import type { Link, Place } from "../machine/trace-links.ts";
import type { Resources } from "../sandbox.ts";

/** One part of what a program sees; bubblewrap makes them in their order. */
export type Mount =
  /** Something of the host's, at its own place. */
  | { readonly kind: "bind"; readonly path: string; readonly access: "read" | "write" }
  | { readonly kind: "link"; readonly at: string; readonly target: string }
  /** A file of our own making. */
  | { readonly kind: "text"; readonly at: string; readonly text: string }
  | { readonly kind: "folder"; readonly at: string }
  /** A private folder in memory. */
  | { readonly kind: "memory"; readonly at: string; readonly bytes: number }
  | { readonly kind: "processes" | "devices" | "unreadable" | "sealed"; readonly at: string };

export type MountWishes = {
  readonly readable: readonly Place[];
  readonly writable: readonly Place[];
  /** Further links, such as a name for a program that has none there. */
  readonly links: readonly Link[];
  /** Files of `/proc` that exist here and are nobody's business. */
  readonly hidden: readonly string[];
  readonly resources: Resources;
};

/** Inside: the program's own home. Its `/tmp` is private too. */
export const sandboxHome = "/tmp/home";

/**
 * What a program sees, from the outside in, so that a folder comes after the one that holds it and keeps its own access. The last
 * steps seal what only serves to hold the others.
 */
export function planMounts(wishes: MountWishes): readonly Mount[] {
  const { fileBytes, memoryBytes } = wishes.resources;
  const binds = planBinds(wishes);
  return [
    { kind: "memory", at: "/tmp", bytes: Math.floor(Math.min(fileBytes, memoryBytes / 4)) },
    { kind: "folder", at: sandboxHome },
    ...binds,
    ...planLinks(wishes, binds),
    ...madeUpFiles.filter(({ at }) => !isMounted(binds, at)),
    { kind: "processes", at: "/proc" },
    ...wishes.hidden.map((at): Mount => ({ kind: "unreadable", at })),
    { kind: "devices", at: "/dev" },
    { kind: "memory", at: "/dev/shm", bytes: Math.min(fileBytes, sharedMemoryBytes) },
    ...["/dev", "/proc", "/"].map((at): Mount => ({ kind: "sealed", at })),
  ];
}

/** Whether something of the host's, given by its real path, can be seen there. */
export function isMounted(mounts: readonly Mount[], path: string): boolean {
  return mounts.some((mount) => mount.kind === "bind" && isInside(mount.path, path));
}

type Bind = Extract<Mount, { kind: "bind" }>;

function planBinds({ readable, writable }: MountWishes): readonly Bind[] {
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
 * The folders between one that may be written to and something in it that may not. Each becomes a mount, which nobody can rename:
 * otherwise the program could put away a folder with all that is sealed in it, and make one of the same name.
 */
function pinBetween(folder: string, path: string): readonly Bind[] {
  const parent = dirname(path);
  if (parent === folder) return [];
  return [...pinBetween(folder, parent), { kind: "bind", path: parent, access: "write" }];
}

function planLinks({ readable, writable, links }: MountWishes, binds: readonly Bind[]): readonly Mount[] {
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

/** Made anew, so a system where one of them is a link gets a folder in its place. */
const privateFolders: readonly string[] = ["/tmp", "/proc", "/dev"];

function compareDepth(one: string, other: string): number {
  return one.split("/").length - other.split("/").length || (one < other ? -1 : 1);
}

/** As much as Docker gives. What is left in memory counts for no process, so it comes on top of what they may use. */
const sharedMemoryBytes = 67_108_864;

/** Who the program is, to itself. To the system it stays the user who started it. */
export const sandboxUser = 1000;

export const madeUpFiles: readonly Extract<Mount, { kind: "text" }>[] = [
  {
    kind: "text",
    at: "/etc/passwd",
    text: `sandbox:x:${sandboxUser}:${sandboxUser}::${sandboxHome}:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n`,
  },
  { kind: "text", at: "/etc/group", text: `sandbox:x:${sandboxUser}:\nnogroup:x:65534:\n` },
];
