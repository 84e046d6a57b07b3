import { homedir } from "node:os";
import { createBubblewrapSandbox, findBubblewrap } from "../bubblewrap/create-bubblewrap-sandbox.ts";
import { createUnconfinedSandbox } from "../run-process.ts";
import type { Sandbox } from "../sandbox.ts";
import { createRuntimeSandbox } from "../sandbox-runtime/create-runtime-sandbox.ts";
import { loadRuntime } from "../sandbox-runtime/runtime-package.ts";

/** A sandbox to break out of. */
export type Backend = {
  readonly name: string;
  readonly sandbox: Sandbox;
  /** Denials that it lacks, each with the reason. */
  readonly known: Readonly<Record<string, string>>;
};

type Missing = { readonly name: string; readonly reason: string };

const path = process.env.PATH ?? "";

function openBubblewrap(): Backend | Missing {
  const program = findBubblewrap(path);
  if (program === undefined) return { name: "bubblewrap", reason: "bwrap is not installed" };
  const sandbox = createBubblewrapSandbox({ program, path, home: homedir() });
  return { name: sandbox.name, sandbox, known: {} };
}

async function openRuntime(): Promise<Backend | Missing> {
  const runtime = await loadRuntime();
  if (typeof runtime === "string") return { name: "sandbox-runtime", reason: runtime };
  const isMac = process.platform === "darwin";
  const sandbox = createRuntimeSandbox({ runtime, isMac, path, home: homedir() });
  return { name: sandbox.name, sandbox, known: knownWeaknesses({ isMac, isRoot: process.getuid?.() === 0 }) };
}

/** Denials that the package (0.0.83) lacks, by the name of the escape test, with the reason. Not tested on macOS. */
function knownWeaknesses(host: { readonly isMac: boolean; readonly isRoot: boolean }): Weaknesses {
  if (host.isMac) return {};
  return { ...onLinux, ...(host.isRoot ? asRoot : asUser) };
}

type Weaknesses = Readonly<Record<string, string>>;

const onLinux: Weaknesses = {
  "unix-datagrams-off":
    "its system call filter allows socket pairs, which can send to any socket with a path",
  "no-tracing": "its system call filter allows programs inside to trace one another",
  "no-typing": "its system call filter allows it; a session without a terminal makes it useless",
  "no-set-user-id": "its system call filter allows any mode",
  "keys-hidden": "/proc is mounted whole",
  "memory-folders-bounded": "hidden folders are in memory, without a size limit",
  "only-listed-programs":
    "it shows folders as a whole, and its bubblewrap does not recreate links to single files",
  "system-sealed": "hidden folders can be written to, invisibly to the host",
};

/** Found by the proof in `openSandbox`, which refuses the sandbox. */
const asRoot: Weaknesses = {
  "kernel-settings-held": "to the kernel its programs are root, and root owns /proc/sys",
};

const asUser: Weaknesses = {
  "no-capabilities": "the bounding set stays, which means nothing without new privileges",
};

/**
 * Every backend on this machine. To check that the attacks work, run them with `ESCAPES=none`: without a
 * sandbox nearly all tests must fail.
 */
const found: readonly (Backend | Missing)[] =
  process.env.ESCAPES === "none"
    ? [{ name: "none", sandbox: createUnconfinedSandbox(), known: {} }]
    : [openBubblewrap(), await openRuntime()];

export const backends: readonly Backend[] = found.filter((one) => "sandbox" in one);
export const missingBackends: readonly Missing[] = found.filter((one) => "reason" in one);
