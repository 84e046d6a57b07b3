import { basename, isAbsolute } from "node:path";
import type { FileSystem } from "@skillwright/core/discover";
import { createProgramFinder } from "../catalog/program-finder.ts";
import type { Place } from "../io.ts";
import type { SettingsScope } from "./agent-settings.ts";

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

/** The same program started by Node's path, so that no other Node on PATH starts it: the one on PATH if it is the running one. */
export function withOwnNode(program: readonly string[], place: Running, fs: FileSystem): readonly string[] {
  const [script] = program;
  const [node = ""] = place.command;
  if (script === undefined || program.length > 1 || !isAbsolute(script)) return program;
  const lasting = lastingFolders(place.programs).map((folder) => `${folder}/node`);
  return [lasting.find((path) => fs.realPath(path) === fs.realPath(node)) ?? node, script];
}

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

/**
 * The folders on PATH that agents see too. npm and similar tools prepend temporary ones while they run a command, and relative
 * ones depend on the current folder.
 */
function lastingFolders(programs: readonly string[]): readonly string[] {
  return programs.filter((folder) => isAbsolute(folder) && !passing.test(folder));
}

const passing = /\/node_modules\/\.bin\/?$|\/node-gyp-bin\/?$|\/_npx\//;

/** Why an agent could not start a program; undefined if it could. */
export function findProgramTrouble(
  words: readonly string[],
  fs: FileSystem,
  place: Pick<Place, "platform" | "programs">,
): string | undefined {
  const [program = ""] = words;
  const missing = words.find((word) => isAbsolute(word) && fs.stat(word)?.kind !== "file");
  if (missing !== undefined) return `${missing} does not exist, so it cannot be started.`;
  const isIn = (programs: readonly string[]): boolean =>
    createProgramFinder(fs, { platform: place.platform, programs })(program);
  if (isAbsolute(program) || isIn(lastingFolders(place.programs))) return undefined;
  const passing = place.programs.find((folder) => isIn([folder]));
  if (passing === undefined) return `${program} is not on PATH, so it cannot be started.`;
  return `${program} is only in ${passing}, which npm adds to PATH for its own commands; agents do not find it there.`;
}

/** What the user should know about the program written into the settings. */
export function programNotes(
  program: readonly string[],
  fs: FileSystem,
  place: Pick<Place, "platform" | "programs" | "command">,
): readonly string[] {
  const trouble = findProgramTrouble(program, fs, place);
  const script = place.command.at(-1) ?? "";
  if (trouble !== undefined)
    return [trouble, `Put a link named skillwright to ${script} in a folder on PATH.`];
  // npx may delete what it downloaded.
  if (program.some((word) => word.includes("/_npx/")))
    return [
      "The program is in a cache that npx may empty; install skillwright permanently, then install from there.",
    ];
  return [];
}
