import { isAbsolute } from "node:path";
import type { FileSystem } from "@skillwright/core/discover";
import { createProgramFinder } from "../catalog/program-finder.ts";
import type { Place } from "../io.ts";
import { lastingFolders } from "./lasting-folders.ts";

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
