import type { Target } from "./plan.ts";
import type { FolderState } from "./snapshot.ts";

/**
 * What goes if a link takes the place of something foreign in an agent's folder: every file of a folder, which was read as a whole, or
 * where another link leads. Undefined if an undo could not bring all of it back.
 */
export function replaceTarget(state: FolderState): Pick<Target, "files" | "leadsTo"> | undefined {
  if (state.kind === "link") return state.leadsTo === undefined ? undefined : { leadsTo: state.leadsTo };
  if (state.kind !== "folder" || state.extras.length > 0) return undefined;
  const files = [...state.files].map(([path, { hash }]) => ({ path, hash }));
  if (files.length === 0 || files.some(({ hash }) => hash === "other" || hash === "link:?")) return undefined;
  return {
    files: files
      .map(({ path, hash }) => ({ path, change: "remove" as const, before: hash, discards: true as const }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}
