import { readdirSync, readFileSync } from "node:fs";
import { resourcesOf } from "../machine/resource-limits.ts";
import { traceAll } from "../machine/trace-links.ts";
import { watchUsage } from "../machine/watch-usage.ts";
import { childrenOf, sendSignal, waitForExit } from "../process-tree.ts";
import { runProcess } from "../run-process.ts";
import type { RunRequest, RunResult } from "../sandbox.ts";
import { endedBySignal, type Wrapper } from "../supervise-process.ts";

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
        leftovers = killLeftovers(mark);
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

/**
 * Kills every process with this word in its command line, and waits for them to end. Killing bubblewrap kills
 * its namespace, except at the moment it creates one.
 */
async function killLeftovers(word: string): Promise<void> {
  const left = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && commandLine(pid).includes(word));
  for (const pid of left) sendSignal(pid, "SIGKILL");
  await Promise.all(left.map(waitForExit));
}

/** Empty if the process has ended. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/**
 * Asks a sandboxed program and everything it started to end, or kills the sandbox. Never asks the package's own
 * processes: they would exit at once and take the program with them.
 */
function signalProgram(bubblewrap: number, signal: "SIGTERM" | "SIGKILL"): void {
  for (const pid of chooseProcesses(bubblewrap, signal)) sendSignal(pid, signal);
}

function chooseProcesses(bubblewrap: number, signal: "SIGTERM" | "SIGKILL"): readonly number[] {
  // Killing the first process of a namespace makes the kernel kill all others before reporting it.
  if (signal === "SIGKILL") return [findFirstProcess(bubblewrap) ?? bubblewrap];
  const programs = programsBelow(bubblewrap, false);
  return programs.length > 0 ? programs : [bubblewrap];
}

/** The first process of bubblewrap's namespace, once it exists. */
function findFirstProcess(bubblewrap: number): number | undefined {
  return childrenOf(bubblewrap)[0];
}

/**
 * The package's helper: it starts the program, after starting itself once more as the first process of a
 * namespace.
 */
const helper = "apply-seccomp";

function programsBelow(pid: number, isInside: boolean): readonly number[] {
  const isHelper = read(`/proc/${pid}/comm`).trim() === helper;
  const below = childrenOf(pid).flatMap((child) => programsBelow(child, isInside || isHelper));
  return isInside && !isHelper ? [pid, ...below] : below;
}

/** Empty if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
