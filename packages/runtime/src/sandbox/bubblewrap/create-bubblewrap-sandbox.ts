import { delimiter, isAbsolute } from "node:path";
import { SkillError } from "@skillwright/core";
import { compact } from "@skillwright/core/text";
import { findProgram } from "../find-program.ts";
import { createPathKeeper } from "../keep-paths.ts";
import { createEgress, type Egress } from "../network/create-egress.ts";
import { runProcess } from "../run-process.ts";
import type { RunRequest, RunResult, Sandbox } from "../sandbox.ts";
import { seccompProgram } from "../seccomp/seccomp-program.ts";
import { bubblewrapArguments } from "./bubblewrap-arguments.ts";
import { prepareRun } from "./prepare-run.ts";
import { wrapInBubblewrap } from "./wrap-in-bubblewrap.ts";

export type BubblewrapOptions = {
  /** Path of bubblewrap; see `findBubblewrap`. */
  readonly program: string;
  /** The host's PATH. Toolchains that it leads to are usable inside. */
  readonly path: string;
  /** The user's home folder; only toolchains and what a request names are visible of it. */
  readonly home?: string;
};

/**
 * Runs programs in their own Linux namespaces. They see the system's programs and libraries and the folders of
 * the request, and nothing else of this machine; decision 0012 explains each restriction and the hole that it
 * closes.
 */
export function createBubblewrapSandbox(options: BubblewrapOptions): Sandbox {
  const keep = createPathKeeper();
  return {
    name: "bubblewrap",
    confines: true,
    run: async (request) => {
      // Skip all preparation for an aborted request.
      if (request.signal?.aborted) return runProcess(request);
      const kept = keep(request);
      try {
        return await run({ ...request, readable: [...request.readable, ...kept.paths] }, options);
      } finally {
        kept.release();
      }
    },
  };
}

function run(request: RunRequest, options: BubblewrapOptions): Promise<RunResult> {
  const egress = openEgress(request);
  const plan = prepareRun(request, { ...options, ...compact({ egress }) });
  const call = bubblewrapArguments(plan, requireFilter());
  const wrapper = wrapInBubblewrap({ program: options.program, plan, call, ...compact({ egress }) });
  return runProcess(request, wrapper);
}

function openEgress({ network, onConnection }: RunRequest): Egress | undefined {
  if (typeof network === "string") return undefined;
  return createEgress({ hosts: network.hosts, onDecision: (decision) => onConnection?.(decision) });
}

function requireFilter(): Uint8Array {
  const filter = seccompProgram(process.arch);
  if (filter) return filter;
  throw new SkillError("sandbox-missing", {
    reason: `system calls cannot be filtered on ${process.arch}`,
    advice: "Use a machine with an x64 or arm64 processor.",
  });
}

/**
 * Finds bubblewrap: the first executable `bwrap` on PATH. System folders come first, whatever their order on
 * PATH, because a project may put its own folder of programs there.
 */
export function findBubblewrap(path: string): string | undefined {
  // A relative folder depends on the current directory.
  const absolute = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const isSystem = (folder: string): boolean => systemFolders.includes(folder);
  const folders = [...absolute.filter(isSystem), ...absolute.filter((folder) => !isSystem(folder))];
  const search = { program: "bwrap", path: folders.join(delimiter), cwd: "/", isVisible: () => true };
  const found = findProgram(search);
  return "path" in found ? found.path : undefined;
}

const systemFolders = ["/usr/bin", "/usr/local/bin", "/bin"];
