import { formatError, SkillError } from "@skillwright/core";
import type { Sandbox } from "@skillwright/runtime";
import { wrapText } from "../terminal/text-width.ts";
import { openChosenSandbox } from "./open-chosen-sandbox.ts";
import type { RunParts } from "./run-task.ts";

/**
 * The sandbox that was asked for. Where this machine has none the agent works all the same, only that nothing can be
 * started: that is said once, and scripts, hooks and commands are refused.
 */
export async function openRunSandbox(parts: RunParts): Promise<Sandbox | undefined> {
  const { io, request } = parts;
  const { sandbox } = request.access;
  try {
    return await openChosenSandbox(sandbox, io);
  } catch (error) {
    // One that was named is meant: to go on without it would be to guess.
    if (!(error instanceof SkillError) || !isMissing(error) || sandbox !== "auto") throw error;
    await note(`${formatError(error)} Until then, scripts, hooks and commands are refused.`, parts);
    return undefined;
  }
}

function isMissing({ code }: SkillError): boolean {
  return code === "sandbox-missing" || code === "sandbox-leaks";
}

async function note(words: string, { io, request }: RunParts): Promise<void> {
  if (!request.quiet) await io.err(`${wrapText(`note: ${words}`, io.terminal.columns).join("\n")}\n\n`);
}
