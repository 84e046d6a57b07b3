import { lstatSync, readlinkSync } from "node:fs";
import { join, resolve } from "node:path";

/** A link that somebody would follow, at a place that no other link leads to. */
export type Link = { readonly at: string; readonly target: string };

/** Something on this machine: where it really is, and the links that its name goes through. */
export type Place = { readonly real: string; readonly links: readonly Link[] };

/** Linux follows forty. */
const mostLinks = 40;

/** Where a path leads. Undefined when nothing is there that we may see, or when its links go in circles. */
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
    // Missing, forbidden, or a file where a folder should be: there is nothing to be shown.
    return undefined;
  }
  return { real: at, links };
}

/** Where those of several paths lead that lead anywhere. */
export function traceAll(paths: readonly string[]): readonly Place[] {
  return paths.flatMap((path) => traceLinks(path) ?? []);
}

function split(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}
