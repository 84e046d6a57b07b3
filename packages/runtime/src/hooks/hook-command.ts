import { type FileSystem, isInside } from "@skillwright/core/discover";
import type { RunRequest } from "../sandbox/sandbox.ts";
import { scriptCommand } from "../sandbox/script-command.ts";
import { bashCommand } from "../sandbox/shell-run.ts";
import type { Hook } from "./read-hooks.ts";

type Command = RunRequest["command"];
/** One way to run a hook, and a fallback if its program is missing. */
export type HookCommands = readonly [Command, Command?];

/** A script of the skill by its real path, or a shell line; or why the hook cannot run. */
export function hookCommand(
  hook: Hook,
  fs: FileSystem,
): { readonly commands: HookCommands } | { readonly trouble: string } {
  const { command, form, source } = hook;
  if (form === "shell")
    return {
      commands: [bashCommand(command), ["sh", "-c", "--", command]],
    };
  const root = fs.realPath(source.directory);
  const script = fs.realPath(`${source.directory}/${command}`);
  // Resolve links before comparing: a link inside the skill may lead out of it.
  if (root === undefined || script === undefined || !isInside(root, script))
    return { trouble: "is not a file of that skill." };
  const line = scriptCommand(fs, script);
  return line ? { commands: [line] } : { trouble: "is neither a known script type nor executable." };
}
