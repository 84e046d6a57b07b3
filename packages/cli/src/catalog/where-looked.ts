import { printable } from "@skillwright/core/text";
import type { OpenedCatalog } from "./open-catalog.ts";

/** A hint for an unknown skill name: which folders were searched, and what to do. */
export function whereLooked({ roots, names, fs }: Pick<OpenedCatalog, "roots" | "names" | "fs">): string {
  // Without the bundled skills.
  const asked = roots.filter((root) => root.package !== "skillwright");
  const folders = asked.filter(({ path }) => fs.stat(path)?.kind === "directory");
  const shown = folders.slice(0, namedFolders).map(({ path }) => printable(names.short(path)));
  if (shown.length === 0)
    return "No skill folders found here; give one with --root. exec also accepts the path of a skill.";
  const more = folders.length > namedFolders ? ` and ${folders.length - namedFolders} more` : "";
  return `Searched: ${shown.join(", ")}${more}. \`skillwright list\` shows all skills; --root searches another folder.`;
}

const namedFolders = 4;
