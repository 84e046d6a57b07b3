import { homedir } from "node:os";
import { createBubblewrapSandbox } from "../bubblewrap/create-bubblewrap-sandbox.ts";
import { findBubblewrap } from "../bubblewrap/find-bubblewrap.ts";
import type { Sandbox } from "../sandbox.ts";
import { createRuntimeSandbox } from "../sandbox-runtime/create-runtime-sandbox.ts";
import { knownWeaknesses } from "../sandbox-runtime/known-weaknesses.ts";
import { loadRuntime } from "../sandbox-runtime/load-runtime.ts";
import { createUnconfinedSandbox } from "../unconfined.ts";

/** A sandbox to break out of. */
export type Backend = {
  readonly name: string;
  readonly sandbox: Sandbox;
  /** Denials that it lacks, each with the reason. */
  readonly known: Readonly<Record<string, string>>;
};

type Missing = { readonly name: string; readonly reason: string };

const path = process.env.PATH ?? "";

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
