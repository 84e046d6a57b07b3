import { lstatSync, readlinkSync } from "node:fs";
import { join, resolve } from "node:path";

/** One link on the way, at a path without further links. */
export type Link = { readonly at: string; readonly target: string };

/** A file or folder: its real path, and the links that its name goes through. */
export type Place = { readonly real: string; readonly links: readonly Link[] };

/** Linux follows forty. */
const mostLinks = 40;

/** Resolves a path. Undefined if nothing visible is there or its links form a cycle. */
export function traceLinks(path: string): Place | undefined {
  const links: Link[] = [];
  let at = "/";
  let rest = split(resolve(path));
  try {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      const here = join(at, next);
      if (!lstatSync(here).isSymbolicLink()) {
        at = here;
        continue;
      }
      if (links.length === mostLinks) return undefined;
      const target = readlinkSync(here);
      links.push({ at: here, target });
      rest = [...split(resolve(at, target)), ...rest];
      at = "/";
    }
  } catch {
    // Missing, forbidden, or a file where a folder should be.
    return undefined;
  }
  return { real: at, links };
}

/** Resolves several paths and drops those that lead nowhere. */
export function traceAll(paths: readonly string[]): readonly Place[] {
  return paths.flatMap((path) => traceLinks(path) ?? []);
}

function split(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}
