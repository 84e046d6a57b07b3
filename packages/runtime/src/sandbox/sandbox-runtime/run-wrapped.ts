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
  /** A word of it that no other has. */
  readonly mark: string;
  /** Where the program's temporary files lie, on the host's disk. */
  readonly temporary: string;
  readonly path: string;
  readonly isMac: boolean;
};

/**
 * Runs the package's command line. It is read by a shell outside the sandbox, so nothing of the request's environment may
 * reach that shell: a variable such as LD_PRELOAD would run a library of the program's there.
 */
export function runWrapped(request: RunRequest, wrapped: WrappedRun): Promise<RunResult> {
  if (!wrapped.isMac) return runProcess(request, wrapOnLinux(request, wrapped));
  // There the shell becomes the program, so it is asked to end as any other.
  const command: RunRequest["command"] = ["/bin/sh", "-c", `exec ${wrapped.line}`];
  return runProcess({ ...request, command, environment: { PATH: wrapped.path } });
}

/** On Linux there is bubblewrap between us and the program. The shell tells its number, which bubblewrap then has. */
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

/** That the package runs around the program: bubblewrap and its helper twice each, shells, and two relays to the proxy. */
const ownProcesses = 10;
