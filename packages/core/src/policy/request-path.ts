import { foldPath } from "./fold-path.ts";
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
const ambiguous = /[\p{Cc}\\]|^\s|\s$|^~|^@[/~.]|^[a-z][a-z0-9+.-]*:\/|^file:|^[a-z]:/iu;

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
