import { readFileSync } from "node:fs";
import { childrenOf } from "../children-of.ts";
import { sendSignal } from "../send-signal.ts";

/**
 * Asks a sandboxed program and everything it started to end, or kills the sandbox. Never asks the package's own
 * processes: they would exit at once and take the program with them.
 */
export function signalProgram(bubblewrap: number, signal: "SIGTERM" | "SIGKILL"): void {
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
