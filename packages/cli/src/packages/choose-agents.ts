import type { FileSystem } from "@skillwright/core/discover";
import { chooseClients } from "@skillwright/core/discover";
import { joinPath, parentFolder } from "@skillwright/core/path";
import type { Place } from "@skillwright/packaging";

/**
 * The agents that get skills: those named, those that the team wants, or those whose folder is here. The stored copy is in the folder
 * that agents share, so none of them is needed.
 */
export function chooseAgents(
  fs: FileSystem,
  place: Place,
  { named, wanted }: { readonly named: readonly string[]; readonly wanted: readonly string[] | undefined },
): readonly string[] {
  if (named.length > 0) return chooseClients(named).map(({ id }) => id);
  if (wanted !== undefined) return wanted;
  const { root, scope } = place;
  return chooseClients()
    .filter((client) => {
      const [first] = scope === "project" ? client.project : client.personal;
      if (first === undefined || first.startsWith("$")) return false;
      const folder = joinPath(root, first.replace(/^~\//, ""));
      const parent = parentFolder(folder);
      const isOwn =
        parent !== undefined && parent !== root && !sharedFolders.has(parent.slice(root.length + 1));
      return fs.stat(folder) !== undefined || (isOwn && fs.stat(parent) !== undefined);
    })
    .map(({ id }) => id);
}

/** Folders that other programs use too. */
const sharedFolders: ReadonlySet<string> = new Set([".config", ".github", ".local/share", ".vscode"]);
