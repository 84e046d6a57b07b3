import { basename } from "node:path";
import type { FileSystem } from "@skillwright/core/discover";
import { createProgramFinder } from "../commands/program-finder.ts";
import type { Place } from "../io.ts";
import type { SettingsScope } from "./agent-settings.ts";
import { lastingFolders } from "./lasting-folders.ts";

type Running = Pick<Place, "command" | "programs" | "platform">;

/**
 * The words that start this command from an agent's settings. What is shared with others names it. For one user it is a path, so
 * that nothing else by that name is ever started: the one on PATH where that leads to this program, which outlasts a new release
 * of Node, else Node with the script that runs now.
 */
export function ownProgram(scope: SettingsScope, place: Running, fs: FileSystem): readonly string[] {
  if (scope === "project") return [name];
  const [, script = ""] = place.command;
  const folder = lastingFolders(place.programs).find((one) =>
    createProgramFinder(fs, { platform: place.platform, programs: [one] })(name),
  );
  const path = `${folder}/${name}`;
  const isThis = folder !== undefined && fs.realPath(path) === fs.realPath(script);
  return isThis ? [path] : place.command;
}

const name = "skillwright";

/** Whether words start this command, of whatever release and wherever it lies; `command` is what runs now. */
export function isOwnProgram(words: readonly string[], command: readonly string[]): boolean {
  const [program = "", script, ...more] = words;
  if (words.join("\n") === command.join("\n")) return true;
  if (script === undefined) return ownNames.test(nameOf(program));
  return more.length === 0 && /^node(?:\.exe)?$/i.test(nameOf(program)) && ownNames.test(nameOf(script));
}

const ownNames = /^(?:skillwright|skw)(?:\.mjs|\.cmd|\.exe)?$/;

function nameOf(path: string): string {
  return basename(path.replaceAll("\\", "/"));
}
