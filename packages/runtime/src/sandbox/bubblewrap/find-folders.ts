import { SkillError } from "@skillwright/core";
import { refuseWideFolder } from "../machine/refuse-wide-folder.ts";
import { type Place, traceAll } from "../machine/trace-links.ts";
import type { RunRequest } from "../sandbox.ts";

/**
 * Resolves the folders of a request. Skips missing readable ones, since there is nothing to hide; throws for
 * missing writable ones, since the program's output would be lost.
 */
export function findFolders(
  { readable, writable }: Pick<RunRequest, "readable" | "writable">,
  homes: readonly string[],
): { readonly readable: readonly Place[]; readonly writable: readonly Place[] } {
  const folders = { readable: traceAll(readable), writable: writable.flatMap(requirePlace) };
  for (const { real } of [...folders.readable, ...folders.writable]) refuseWideFolder(real, homes);
  return folders;
}

function requirePlace(path: string): readonly Place[] {
  const places = traceAll([path]);
  if (places.length === 0) throw new SkillError("file-missing", { path });
  return places;
}
