import { basename } from "node:path";
import type { FileSystem } from "@skillwright/core/discover";
import { createProgramFinder } from "../catalog/program-finder.ts";
import type { Place } from "../io.ts";
import type { SettingsScope } from "./agent-settings.ts";
import { lastingFolders } from "./lasting-folders.ts";

type Running = Pick<Place, "command" | "programs" | "platform">;

/**
 * The words that start this program from an agent's settings. Shared settings use the name. User settings use a path, so that no
 * other program of that name is ever started: the one on PATH if it is this program, which survives Node upgrades, otherwise Node
 * with the running script.
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

/** Whether words start this program, in any release and location; `command` is the running program. */
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
