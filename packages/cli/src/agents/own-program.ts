import type { FileSystem } from "@skillwright/core";
import type { Place } from "../io.ts";
import type { SettingsScope } from "./agent-settings.ts";

type Running = Pick<Place, "command" | "programs">;

/**
 * The words that start this command from an agent's settings. What is shared with others names it; for one user it is the very
 * program that runs now, unless its name already stands for it here.
 */
export function ownProgram(
  scope: SettingsScope,
  { command, programs }: Running,
  fs: Pick<FileSystem, "stat" | "realPath">,
): readonly string[] {
  const [, script = ""] = command;
  const named = programs.map((folder) => `${folder}/skillwright`).find((path) => fs.stat(path) !== undefined);
  const isNamed = named !== undefined && fs.realPath(named) === fs.realPath(script);
  return scope === "project" || isNamed ? ["skillwright"] : command;
}
