import { attempt } from "../fs/file-error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { foldPath } from "./path-pattern.ts";
import type { ToolRequest } from "./tool-request.ts";

/** A path of a tool call, ready to match. */
export type RequestPath = {
  /** Where it leads, links resolved. */
  readonly real: string;
  /** The resolved and the literal path, folded. */
  readonly folded: readonly string[];
  readonly reach: PathReach;
};

/** What a tool affects at a path: only the path, also everything below if it is a folder, or always everything below. */
export type PathReach = "itself" | "maybe-below" | "below";

/** Reads a path of a tool call; undefined if two programs might resolve it differently. */
export function readRequestPath(
  path: string,
  request: ToolRequest,
  reach: PathReach = "itself",
): RequestPath | undefined {
  if (path === "" || ambiguous.test(path)) return undefined;
  const real = request.resolvePath(path);
  const stated = collapsePath(path.startsWith("/") ? path : `${request.workspace}/${path}`);
  if (real === undefined || isPerProcess(real) || isPerProcess(stated)) return undefined;
  const folded = real === stated ? [foldPath(real)] : [foldPath(real), foldPath(stated)];
  return { real, folded, reach };
}

/**
 * Control characters, leading or trailing spaces that some tools trim, backslashes, drives, other schemes, and `~` or
 * `@` that some tools replace: programs read each differently.
 */
const ambiguous = /[\0-\x1f\x7f-\x9f\\]|^\s|\s$|^~|^@[/~.]|^[a-z][a-z0-9+.-]*:\/|^file:|^[a-z]:/i;

/** What the agent's process would find at `/proc/self/cwd`, not this one: for finding what a call must not change. */
export function leaveProcessFolder(path: string, workspace: string): string {
  const process = processFolder.exec(path);
  return process ? `${process[1] === "cwd" ? workspace : ""}/${path.slice(process[0].length)}` : path;
}

const processFolder = /^\/+(?:\.\/+)*proc\/+(?:self|thread-self|\d+)\/+(?:task\/+\d+\/+)?(cwd|root)(?=\/|$)/;

/** These differ between the deciding process and the one that opens them. */
function isPerProcess(path: string): boolean {
  return /^\/(?:proc|dev\/fd)(?:\/|$)/.test(path);
}

/** An absolute path without `.`, `..` and double slashes. */
export function collapsePath(path: string): string {
  if (!/\/\.{0,2}(?:\/|$)/.test(path)) return path;
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  return `/${kept.join("/")}`;
}

/**
 * Resolves paths, links included, even if the end of one does not exist yet. Results are cached, so that what was decided on
 * is what is opened later; make a new resolver for each request.
 *
 * Programs read `link/..` in two ways: some remove `..` from the text first, some follow the link first. If that makes a
 * difference, the path is unknown.
 */
export function createPathResolver(fs: FileSystem, workspace: string): ToolRequest["resolvePath"] {
  const known = new Map<string, string | undefined>();
  const disk: Disk = { fs, links: new Map() };
  return (path) => {
    if (!known.has(path))
      known.set(
        path,
        attempt(() => resolve(disk, absolute(path, workspace))),
      );
    return known.get(path);
  };
}

/** Includes the names of links per listed folder, since a call may name many files of one folder. */
type Disk = { readonly fs: FileSystem; readonly links: Map<string, ReadonlySet<string>> };

function absolute(path: string, workspace: string): string {
  return path.startsWith("/") ? path : `${workspace}/${path}`;
}

function resolve(disk: Disk, path: string): string | undefined {
  const byText = follow(disk, collapsePath(path));
  if (!/(?:^|\/)\.\.(?:\/|$)/.test(path)) return byText;
  return follow(disk, path) === byText ? byText : undefined;
}

/** Follows a path part by part, as the system does on opening it. */
function follow(disk: Disk, path: string): string | undefined {
  const whole = disk.fs.realPath(path);
  if (whole !== undefined) return whole;
  let place = "";
  // Trailing parts that do not exist; nothing below them exists either.
  let missing = 0;
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    const next = part === ".." ? place.slice(0, Math.max(0, place.lastIndexOf("/"))) : `${place}/${part}`;
    const isOpen = part !== ".." && missing === 0;
    const real = isOpen ? disk.fs.realPath(next) : next;
    if (real === undefined && isLink(disk, place, part)) return undefined;
    if (part === "..") missing = Math.max(0, missing - 1);
    else if (missing > 0 || real === undefined) missing++;
    place = real ?? next;
  }
  return place === "" ? "/" : place;
}

/** A dangling link: what is written to it appears at its target. */
function isLink({ fs, links }: Disk, folder: string, name: string): boolean {
  const place = folder === "" ? "/" : folder;
  const known = links.get(place);
  if (known) return known.has(name);
  const entries = fs.stat(place)?.kind === "directory" ? fs.list(place) : [];
  const found = new Set(entries.flatMap((entry) => (entry.kind === "symlink" ? [entry.name] : [])));
  links.set(place, found);
  return found.has(name);
}
