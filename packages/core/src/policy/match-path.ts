import type { Match } from "./match-name.ts";
import { foldPath, type PathPattern } from "./path-pattern.ts";

import { collapsePath, type RequestPath } from "./request-path.ts";
import type { ToolRequest } from "./tool-request.ts";

type World = Pick<ToolRequest, "workspace" | "home" | "resolvePath">;

/**
 * Whether a pattern matches a path, after resolving links on both sides. Unknown if they differ only as some file
 * systems ignore, if a link leads out of the workspace, or if a relative pattern matches outside it.
 */
export function matchPath(pattern: PathPattern, path: RequestPath, world: World): Match {
  const start = startOf(pattern, world);
  if (start === undefined) return "unknown";
  const base = collapsePath(`${start}/${pattern.base}`);
  if (covers(pattern, base, path)) return "yes";
  const realBase = pattern.base === "" ? base : world.resolvePath(base);
  if (realBase === undefined) return "unknown";
  if (realBase !== base && covers(pattern, realBase, path))
    return leavesWorkspace(pattern, realBase, world) ? "unknown" : "yes";
  const bases = realBase === base ? [base] : [base, realBase];
  const isNear = bases.some((one) => mightCover(pattern, one, path));
  return isNear || fitsOutside(pattern, path, world) ? "unknown" : "no";
}

function startOf({ from }: PathPattern, { workspace, home }: World): string | undefined {
  if (from === "disk") return "";
  return from === "home" ? home : workspace;
}

function covers({ rest }: PathPattern, base: string, { real, reach }: RequestPath): boolean {
  const path = below(base, real);
  if (path === undefined) return false;
  return reach === "below" ? rest.coversBelow(path) : rest.covers(path);
}

/** A link that leads out of the workspace must not extend a pattern. */
function leavesWorkspace({ from, base }: PathPattern, realBase: string, { workspace }: World): boolean {
  return from === "workspace" && !base.startsWith("..") && below(workspace, realBase) === undefined;
}

function mightCover(pattern: PathPattern, base: string, { folded, reach }: RequestPath): boolean {
  const folder = foldPath(base);
  return folded.some((path) => {
    const inner = below(folder, path);
    // A name at any depth does not match the folder it is searched in.
    if (inner === "" && pattern.base === "" && reach === "itself") return false;
    if (inner !== undefined) return reach === "below" || pattern.rest.mightCover(inner);
    return reach !== "itself" && below(path, folder) !== undefined;
  });
}

function fitsOutside({ from, fitsEnd }: PathPattern, { real, reach }: RequestPath, world: World): boolean {
  if (from !== "workspace" || below(world.workspace, real) !== undefined) return false;
  return reach === "below" || fitsEnd(foldPath(real));
}

/** The path relative to a folder, empty for the folder itself. */
function below(folder: string, path: string): string | undefined {
  if (path === folder) return "";
  const prefix = folder.endsWith("/") ? folder : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}
