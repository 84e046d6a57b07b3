import { readFileSync } from "node:fs";
import { childrenOf } from "../children-of.ts";
import { sendSignal } from "../send-signal.ts";

/**
 * Asks a program in the package's sandbox to end, with all that it has started, or ends the sandbox. What the package itself
 * runs around it must not be asked: it would go at once and take the program with it.
 */
export function signalProgram(bubblewrap: number, signal: "SIGTERM" | "SIGKILL"): void {
  for (const pid of chooseProcesses(bubblewrap, signal)) sendSignal(pid, signal);
}

function chooseProcesses(bubblewrap: number, signal: "SIGTERM" | "SIGKILL"): readonly number[] {
  // With the first process of a namespace the system ends all others in it before anybody hears of it.
  if (signal === "SIGKILL") return [findFirstProcess(bubblewrap) ?? bubblewrap];
  const programs = programsBelow(bubblewrap, false);
  return programs.length > 0 ? programs : [bubblewrap];
}

/** The first process of bubblewrap's namespace, once there is one. */
function findFirstProcess(bubblewrap: number): number | undefined {
  return childrenOf(bubblewrap)[0];
}

/** The package's helper: it starts the program, and itself once more before that as the first process of a namespace. */
const helper = "apply-seccomp";

function programsBelow(pid: number, isInside: boolean): readonly number[] {
  const isHelper = read(`/proc/${pid}/comm`).trim() === helper;
  const below = childrenOf(pid).flatMap((child) => programsBelow(child, isInside || isHelper));
  return isInside && !isHelper ? [pid, ...below] : below;
}

/** Nothing when the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
