import { SkillError } from "@skillwright/core";
import { type BubblewrapPlan, type Mount, madeUpFiles, sandboxUser } from "./plan-run.ts";

/** Bytes that bubblewrap reads from a pipe. */
type Given = { readonly fd: number; readonly bytes: Uint8Array };

export type BubblewrapCall = {
  /** Visible in the host's process list, and in `/proc/1/cmdline` inside. */
  readonly parameters: readonly string[];
  readonly given: readonly Given[];
};

const [optionsFd, filterFd, firstTextFd] = [3, 4, 6];

/** Where bubblewrap reports its progress. */
export const statusFd = 5;

/** The first descriptor that bubblewrap does not use and leaves to the program. */
export const egressFd: number = firstTextFd + madeUpFiles.length;

/**
 * A plan as bubblewrap options. They go through a pipe, because a program could read the host's paths from the
 * command line.
 */
export function bubblewrapArguments(plan: BubblewrapPlan, filter: Uint8Array): BubblewrapCall {
  const options = [
    ...isolation,
    ...(plan.network === "shared" ? ["--share-net"] : []),
    ...Object.entries(plan.environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ...plan.mounts.flatMap((mount) => mountOptions(mount)),
    ...["--chdir", plan.cwd],
    ...["--seccomp", String(filterFd), "--json-status-fd", String(statusFd)],
  ];
  return {
    parameters: ["--args", String(optionsFd), "--", ...plan.command],
    given: [
      { fd: optionsFd, bytes: joinOptions(options) },
      { fd: filterFd, bytes: filter },
      ...madeUpFiles.map((file) => ({ fd: fdOf(file), bytes: Buffer.from(file.text) })),
    ],
  };
}

/**
 * `--unshare-all` only tries to create a user namespace, and without one root stays root; in nested ones a
 * program would regain all capabilities. A new session has no terminal to type into.
 */
const isolation: readonly string[] = [
  ...["--unshare-user", "--unshare-all", "--disable-userns", "--cap-drop", "ALL"],
  ...["--new-session", "--die-with-parent", "--hostname", "sandbox"],
  ...["--uid", String(sandboxUser), "--gid", String(sandboxUser)],
];

function mountOptions(mount: Mount): readonly string[] {
  switch (mount.kind) {
    case "bind":
      return [mount.access === "write" ? "--bind" : "--ro-bind", mount.path, mount.path];
    case "link":
      return ["--symlink", mount.target, mount.at];
    case "text":
      // Mounted over the path, never written to it: `--file` would change the host's file where its folder is
      // exposed.
      return ["--ro-bind-data", String(fdOf(mount)), mount.at];
    case "folder":
      return ["--dir", mount.at];
    case "memory":
      return ["--size", String(mount.bytes), "--tmpfs", mount.at];
    case "processes":
      return ["--proc", mount.at];
    case "devices":
      return ["--dev", mount.at];
    case "unreadable":
      // A device on a file system without devices: opening it is refused.
      return ["--ro-bind", "/dev/null", mount.at];
    case "sealed":
      return ["--remount-ro", mount.at];
  }
}

function fdOf(file: { readonly at: string }): number {
  return firstTextFd + madeUpFiles.findIndex(({ at }) => at === file.at);
}

/** A NUL in a value would end it and turn the rest into options. */
function joinOptions(options: readonly string[]): Uint8Array {
  const broken = options.find((option) => option.includes("\0"));
  if (broken !== undefined)
    throw new SkillError("program-unusable", {
      program: "bwrap",
      reason: "a path or variable contains a NUL",
    });
  return Buffer.from(options.map((option) => `${option}\0`).join(""));
}
