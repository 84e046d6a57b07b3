import { SkillError } from "@skillwright/core";
import type { RunRequest } from "../sandbox/sandbox.ts";
import { findCommand, type ProgramPlace } from "./find-command.ts";

/**
 * Fails when a script's first line has `env` look for a program that is not here. Otherwise the run would begin and end with
 * words of `env`, as if they were the script's own.
 */
export async function requireInterpreter(command: RunRequest["command"], place: ProgramPlace): Promise<void> {
  const program = lookedUpByEnv(command);
  if (program === undefined || (await findCommand([program], place)) !== undefined) return;
  throw new SkillError("program-missing", { program });
}

/** Undefined where that is not plain: `env` has options and variables, which may change PATH. */
function lookedUpByEnv([program, first = "", second = ""]: RunRequest["command"]): string | undefined {
  if (!/^(?:\/usr)?\/bin\/env$/.test(program)) return undefined;
  const name = first === "-S" ? second : first;
  return /^[A-Za-z0-9][\w.+-]*$/.test(name) ? name : undefined;
}
