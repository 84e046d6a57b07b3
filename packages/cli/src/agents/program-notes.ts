import type { FileSystem } from "@skillwright/core/discover";
import type { Place } from "../io.ts";
import { findProgramTrouble } from "./program-trouble.ts";

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
