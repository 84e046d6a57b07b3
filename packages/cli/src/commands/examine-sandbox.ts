import { formatError, SkillError } from "@skillwright/core";
import type { Io } from "../io.ts";
import { openChosenSandbox } from "./open-chosen-sandbox.ts";
import type { SandboxChoice } from "./program-access.ts";

/** The sandbox in which scripts of skills run here, or why there is none. */
export type SandboxRow = {
  readonly name: string | null;
  /** Ways out that were tried and found closed, each by a short name. */
  readonly held: readonly string[];
  /** What is wrong and what to do about it. */
  readonly problem?: string;
};

/** Opens the sandbox as `exec` and `run` do, which includes the attempt to break out of it. */
export async function examineSandbox(io: Io, choice: SandboxChoice = "auto"): Promise<SandboxRow> {
  try {
    const { name, proof } = await openChosenSandbox(choice, io);
    return { name, held: proof?.held ?? [] };
  } catch (error) {
    if (error instanceof SkillError) return { name: null, held: [], problem: formatError(error) };
    throw error;
  }
}
