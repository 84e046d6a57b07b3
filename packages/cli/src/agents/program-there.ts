import { isAbsolute } from "node:path";
import type { FileSystem } from "@skillwright/core";
import { createProgramFinder } from "../commands/program-finder.ts";
import type { Place } from "../io.ts";

/** Whether the words that start a program lead somewhere: a name on PATH, or paths that are there. */
export function isProgramThere(
  words: readonly string[],
  fs: FileSystem,
  place: Pick<Place, "platform" | "programs">,
): boolean {
  const [program, ...scripts] = words;
  if (program === undefined) return false;
  const paths = [program, ...scripts].filter((word) => isAbsolute(word));
  const isNamed = isAbsolute(program) || createProgramFinder(fs, place)(program);
  return isNamed && paths.every((path) => fs.stat(path)?.kind === "file");
}
