import { formatError, SkillError } from "@skillwright/core";
import type { Sandbox } from "@skillwright/runtime/sandbox";
import type { Io } from "../io.ts";
import { wrapText } from "../terminal/text-width.ts";
import { openChosenSandbox } from "./open-chosen-sandbox.ts";
import type { SandboxChoice } from "./program-access.ts";

/**
 * The sandbox that was asked for. Where this machine has none an agent works all the same, only that nothing can be
 * started: that is said once, and scripts, hooks and commands are refused.
 */
export async function openSandboxOrNone(
  choice: SandboxChoice,
  { quiet }: { readonly quiet: boolean },
  io: Io,
): Promise<Sandbox | undefined> {
  try {
    return await openChosenSandbox(choice, io);
  } catch (error) {
    // One that was named is meant: to go on without it would be to guess.
    if (!(error instanceof SkillError) || !isMissing(error) || choice !== "auto") throw error;
    const words = `note: ${formatError(error)} Until then, scripts, hooks and commands are refused.`;
    if (!quiet) await io.err(`${wrapText(words, io.terminal.columns).join("\n")}\n\n`);
    return undefined;
  }
}

function isMissing({ code }: SkillError): boolean {
  return code === "sandbox-missing" || code === "sandbox-leaks";
}
