import { endedBySignal } from "../ended-by-signal.ts";
import { resourcesOf } from "../machine/resources-of.ts";
import { traceAll } from "../machine/trace-links.ts";
import { watchUsage } from "../machine/watch-usage.ts";
import { runProcess } from "../run-process.ts";
import type { RunRequest, RunResult } from "../sandbox.ts";
import type { Wrapper } from "../wrapper.ts";
import { endLeftovers } from "./end-leftovers.ts";
import { signalProgram } from "./signal-program.ts";

export type WrappedRun = {
  /** The package's command line. */
  readonly line: string;
  /** A word that occurs in no other command line. */
  readonly mark: string;
  /** The program's temporary folder on the host's disk. */
  readonly temporary: string;
  readonly path: string;
  readonly isMac: boolean;
};

/**
 * Runs the package's command line. A shell outside the sandbox reads it, so the request's environment must not
 * reach that shell: a variable such as LD_PRELOAD would run the program's library there.
 */
export function runWrapped(request: RunRequest, wrapped: WrappedRun): Promise<RunResult> {
  if (!wrapped.isMac) return runProcess(request, wrapOnLinux(request, wrapped));
  // On macOS the shell becomes the program, so it gets signals like any other.
  const command: RunRequest["command"] = ["/bin/sh", "-c", `exec ${wrapped.line}`];
  return runProcess({ ...request, command, environment: { PATH: wrapped.path } });
}

/**
 * On Linux, bubblewrap stands between us and the program. The shell reports its pid, which bubblewrap then
 * takes over.
 */
function wrapOnLinux(request: RunRequest, { line, mark, path, temporary }: WrappedRun): Wrapper {
  const folders = traceAll([...request.writable, temporary]).map(({ real }) => real);
  let leftovers: Promise<void> | undefined;
  let stopWatching = (): void => {};
  return {
    command: ["/bin/sh", "-c", `echo $$ >&3; exec 3>&-; exec ${line}`],
    cwd: request.cwd,
    environment: { PATH: path },
    pipes: 1,
    started: ([pipe], stop) => {
      pipe
        ?.on("error", () => {})
        .once("data", (bytes: Buffer) => {
          const { processes, ...others } = resourcesOf(request);
          const resources = { ...others, processes: processes + ownProcesses };
          stopWatching = watchUsage({ root: Number(bytes.toString()), folders, resources }, stop);
        });
    },
    signal: (child, signal) => {
      child.once("exit", () => {
        leftovers = endLeftovers(mark);
      });
      if (child.pid !== undefined) signalProgram(child.pid, signal);
    },
    ended: async (end) => {
      stopWatching();
      await leftovers;
      return endedBySignal(end);
    },
  };
}

/**
 * Processes that the package runs around the program: bubblewrap and its helper twice each, shells, and two
 * relays to the proxy.
 */
const ownProcesses = 10;
