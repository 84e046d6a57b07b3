import { isAbsolute } from "node:path";
import type { FileSystem } from "@skillwright/core/discover";
import { createProgramFinder } from "../commands/program-finder.ts";
import type { Place } from "../io.ts";
import { lastingFolders } from "./lasting-folders.ts";

/** Why the words that start a program lead nowhere for an agent; undefined when they lead somewhere. */
export function findProgramTrouble(
  words: readonly string[],
  fs: FileSystem,
  place: Pick<Place, "platform" | "programs">,
): string | undefined {
  const [program = ""] = words;
  const missing = words.find((word) => isAbsolute(word) && fs.stat(word)?.kind !== "file");
  if (missing !== undefined) return `${missing} is not there, so it cannot be started.`;
  const isIn = (programs: readonly string[]): boolean =>
    createProgramFinder(fs, { platform: place.platform, programs })(program);
  if (isAbsolute(program) || isIn(lastingFolders(place.programs))) return undefined;
  const passing = place.programs.find((folder) => isIn([folder]));
  if (passing === undefined) return `There is no ${program} on PATH, so it cannot be started.`;
  return `Only ${passing} has a ${program}, which npm puts on PATH for its own commands: an agent does not find it there.`;
}
