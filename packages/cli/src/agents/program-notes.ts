import type { FileSystem } from "@skillwright/core";
import type { Place } from "../io.ts";
import { isProgramThere } from "./program-there.ts";

/** What a person should know of the program that was written into settings. */
export function programNotes(
  program: readonly string[],
  fs: FileSystem,
  place: Pick<Place, "platform" | "programs">,
): readonly string[] {
  if (!isProgramThere(program, fs, place))
    return ["It cannot be started by this name here yet: run `npm install --global skillwright`."];
  // What npx downloads is thrown away again.
  if (program.some((word) => word.includes("/_npx/")))
    return [
      "It names npx's cache, which may be emptied: run `npm install --global skillwright`, then install again.",
    ];
  return [];
}
