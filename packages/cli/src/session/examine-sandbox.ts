import { formatError, SkillError } from "@skillwright/core";
import type { Io } from "../io.ts";
import { openChosenSandbox } from "./open-chosen-sandbox.ts";
import type { SandboxChoice } from "./program-access.ts";

/** The sandbox for scripts on this machine, or why there is none. */
export type SandboxRow = {
  readonly name: string | null;
  /** Names of the escape attempts that it blocked. */
  readonly held: readonly string[];
  /** What is wrong, and what to do. */
  readonly problem?: string;
};

/** Opens the sandbox as `exec` and `run` do, including its self-test. */
export async function examineSandbox(io: Io, choice: SandboxChoice = "auto"): Promise<SandboxRow> {
  try {
    const { name, proof } = await openChosenSandbox(choice, io);
    return { name, held: proof?.held ?? [] };
  } catch (error) {
    if (error instanceof SkillError) return { name: null, held: [], problem: formatError(error) };
    throw error;
  }
}
