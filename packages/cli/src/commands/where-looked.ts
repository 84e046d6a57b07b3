import { printable } from "@skillwright/core/text";
import type { OpenedCatalog } from "./open-catalog.ts";

/** A sentence for whoever names a skill that is nowhere: which folders were searched, and what to do. */
export function whereLooked({ roots, names, fs }: Pick<OpenedCatalog, "roots" | "names" | "fs">): string {
  // Not the one that the command brings along.
  const asked = roots.filter((root) => root.package !== "skillwright");
  const folders = asked.filter(({ path }) => fs.stat(path)?.kind === "directory");
  const shown = folders.slice(0, namedFolders).map(({ path }) => printable(names.short(path)));
  if (shown.length === 0)
    return "No folder of skills was found here; name one with --root; exec also takes the path of a skill.";
  const more = folders.length > namedFolders ? ` and ${folders.length - namedFolders} more` : "";
  return `Searched: ${shown.join(", ")}${more}. \`skillwright list\` shows what is there; --root names another folder.`;
}

const namedFolders = 4;
