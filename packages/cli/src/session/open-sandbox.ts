import { delimiter } from "node:path";
import { formatError, SkillError } from "@skillwright/core";
import type { Sandbox } from "@skillwright/runtime/sandbox";
import type { Io } from "../io.ts";
import { wrapText } from "../terminal/text-width.ts";
import type { SandboxChoice } from "./program-access.ts";

/**
 * Opens the chosen sandbox. If this machine has none, the agent still works, but scripts, hooks and commands are refused;
 * a note says so once.
 */
export async function openSandboxOrNone(
  choice: SandboxChoice,
  { quiet }: { readonly quiet: boolean },
  io: Io,
): Promise<Sandbox | undefined> {
  try {
    return await openChosenSandbox(choice, io);
  } catch (error) {
    // A sandbox requested by name must exist.
    if (!(error instanceof SkillError) || !isMissing(error) || choice !== "auto") throw error;
    const words = `note: ${formatError(error)} Scripts, hooks and commands are refused until then.`;
    if (!quiet) await io.err(`${wrapText(words, io.terminal.columns).join("\n")}\n\n`);
    return undefined;
  }
}

function isMissing({ code }: SkillError): boolean {
  return code === "sandbox-missing" || code === "sandbox-leaks";
}

/** Opens the chosen sandbox; never falls back to running without one. */
export async function openChosenSandbox(choice: SandboxChoice, io: Io): Promise<Sandbox> {
  const { createUnconfinedSandbox, openSandbox } = await import("@skillwright/runtime");
  if (choice !== "none") {
    const { platform, home, programs } = io.place;
    return openSandbox({ platform, home, path: programs.join(delimiter), backend: choice });
  }
  // Printed even with --quiet: readers of the output must know.
  await io.err("note: without a sandbox, programs can read, change and send anything you can.\n");
  return createUnconfinedSandbox();
}

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
