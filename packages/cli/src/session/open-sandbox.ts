import { formatError, SkillError } from "@skillwright/core";
import type { Sandbox } from "@skillwright/runtime/sandbox";
import type { Io } from "../io.ts";
import { wrapText } from "../terminal/text-width.ts";
import { openChosenSandbox } from "./open-chosen-sandbox.ts";
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
