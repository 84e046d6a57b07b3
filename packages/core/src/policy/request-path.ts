import { foldPath } from "./fold-path.ts";
import type { ToolRequest } from "./tool-request.ts";

/** A path of a tool call that can be held against patterns. */
export type RequestPath = {
  /** Where it leads, links resolved. */
  readonly real: string;
  /** Where it leads and what it says without a look at the disk, folded. */
  readonly folded: readonly string[];
  readonly reach: PathReach;
};

/** What a tool does at a path: to it alone, also to what lies below when it is a folder, or always to all of that. */
export type PathReach = "itself" | "maybe-below" | "below";

/** Reads a path of a tool call; undefined when two programs might take it for different places. */
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
 * Control characters, blanks at the ends that some tools trim, backslashes, drives and other schemes, `~` and `@` that
 * some tools replace: each is read in more than one way.
 */
const ambiguous = /[\p{Cc}\\]|^\s|\s$|^~|^@[/~.]|^[a-z][a-z0-9+.-]*:\/|^file:|^[a-z]:/iu;

/** These lead elsewhere for the process that decides than for the one that will open them. */
function isPerProcess(path: string): boolean {
  return /^\/(?:proc|dev\/fd)(?:\/|$)/.test(path);
}

/** An absolute path without `.`, `..` and doubled slashes. */
export function collapsePath(path: string): string {
  if (!/\/\.{0,2}(?:\/|$)/.test(path)) return path;
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  return `/${kept.join("/")}`;
}
