import { attempt } from "../discover/attempt.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { collapsePath } from "./request-path.ts";
import type { ToolRequest } from "./tool-request.ts";

/**
 * Where paths lead, links resolved, also when the end of one does not exist yet. Answers are remembered, so that what
 * is decided about is what is opened later; make a new one for each request.
 *
 * Programs read `link/..` in two ways: some cross `..` out of the text first, some follow the link first. Where that
 * makes a difference, nobody can say where the path leads.
 */
export function createPathResolver(fs: FileSystem, workspace: string): ToolRequest["resolvePath"] {
  const known = new Map<string, string | undefined>();
  return (path) => {
    if (!known.has(path))
      known.set(
        path,
        attempt(() => resolve(fs, absolute(path, workspace))),
      );
    return known.get(path);
  };
}

function absolute(path: string, workspace: string): string {
  return path.startsWith("/") ? path : `${workspace}/${path}`;
}

function resolve(fs: FileSystem, path: string): string | undefined {
  const byText = follow(fs, collapsePath(path));
  if (!/(?:^|\/)\.\.(?:\/|$)/.test(path)) return byText;
  return follow(fs, path) === byText ? byText : undefined;
}

/** Goes through a path part by part, as the system does when it opens one. */
function follow(fs: FileSystem, path: string): string | undefined {
  const whole = fs.realPath(path);
  if (whole !== undefined) return whole;
  let place = "";
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    const next = part === ".." ? place.slice(0, Math.max(0, place.lastIndexOf("/"))) : `${place}/${part}`;
    const real = part === ".." ? next : fs.realPath(next);
    if (real === undefined && isLink(fs, place, part)) return undefined;
    place = real ?? next;
  }
  return place === "" ? "/" : place;
}

/** A link that leads nowhere yet: what is written to it appears where it points. */
function isLink(fs: FileSystem, folder: string, name: string): boolean {
  const place = folder === "" ? "/" : folder;
  if (fs.stat(place)?.kind !== "directory") return false;
  return fs.list(place).some((entry) => entry.name === name && entry.kind === "symlink");
}
