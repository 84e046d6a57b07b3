import { SkillError } from "@skillwright/core";
import type { RunRequest } from "../sandbox/sandbox.ts";
import { findCommand, type ProgramPlace } from "./find-command.ts";

/**
 * Fails if a script's first line makes `env` look for a missing program. Otherwise the run would end with `env`'s own
 * error, as if it were the script's.
 */
export async function requireInterpreter(command: RunRequest["command"], place: ProgramPlace): Promise<void> {
  const program = lookedUpByEnv(command);
  if (program === undefined || (await findCommand([program], place)) !== undefined) return;
  throw new SkillError("program-missing", { program });
}

/** Undefined if unclear: `env` has options and variables, which may change PATH. */
function lookedUpByEnv([program, first = "", second = ""]: RunRequest["command"]): string | undefined {
  if (!/^(?:\/usr)?\/bin\/env$/.test(program)) return undefined;
  const name = first === "-S" ? second : first;
  return /^[A-Za-z0-9][\w.+-]*$/.test(name) ? name : undefined;
}
