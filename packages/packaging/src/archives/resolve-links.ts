import { packagingLimits } from "../limits.ts";
import { quotePath, type TreeLink } from "../tree/file-tree.ts";
import { invalidArchive } from "./invalid-archive.ts";

/** A symbolic link as archives hold it: the target is relative to the link's folder. */
export type UnresolvedLink = { readonly path: string; readonly target: string };

/** Links with their final targets. Refuses targets outside the archive and links in a circle; `createTree` refuses dangling ones. */
export function resolveLinks(links: readonly UnresolvedLink[], source: string): readonly TreeLink[] {
  if (links.length > packagingLimits.archiveLinks)
    throw invalidArchive(source, `it has more than ${packagingLimits.archiveLinks} links`);
  const targets = new Map(links.map(({ path, target }) => [path, target]));
  return links.map(({ path, target }) => {
    const linksTo = finalTarget(path, targets);
    if (linksTo === undefined)
      throw invalidArchive(
        source,
        `the link ${quotePath(path)} leads to ${quotePath(target)}, outside of it or in a circle`,
      );
    return { path, linksTo };
  });
}

/** Links on the way to one target; Linux allows 40, but no package needs more than a few. */
const mostHops = 8;

/** Where a link ends after all links on the way, given what each link says; undefined for outside, circles and paths of any depth. */
export function finalTarget(link: string, targets: ReadonlyMap<string, string>): string | undefined {
  const done: string[] = [];
  const pending = link.split("/", packagingLimits.pathDepth + 1).reverse();
  if (pending.length > packagingLimits.pathDepth) return undefined;
  let hops = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (done.pop() === undefined) return undefined;
      continue;
    }
    done.push(part);
    const target = targets.get(done.join("/"));
    if (target === undefined) continue;
    done.pop();
    const parts = target.split("/", packagingLimits.pathDepth + 1);
    if (++hops > mostHops || target.startsWith("/") || parts.length > packagingLimits.pathDepth)
      return undefined;
    pending.push(...parts.reverse());
  }
  return done.length === 0 ? "." : done.join("/");
}
