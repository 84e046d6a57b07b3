import type { FileSystem } from "@skillwright/core/discover";
import type { Place } from "../io.ts";
import { findProgramTrouble } from "./program-trouble.ts";

/** What a person should know of the program that was written into settings. */
export function programNotes(
  program: readonly string[],
  fs: FileSystem,
  place: Pick<Place, "platform" | "programs" | "command">,
): readonly string[] {
  const trouble = findProgramTrouble(program, fs, place);
  const script = place.command.at(-1) ?? "";
  if (trouble !== undefined)
    return [trouble, `Put a link called skillwright to ${script} into a folder that is on PATH.`];
  // What npx downloads is thrown away again.
  if (program.some((word) => word.includes("/_npx/")))
    return ["It names a cache that npx may empty: keep skillwright elsewhere, and install from there."];
  return [];
}
