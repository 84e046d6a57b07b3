import type { TreeLink } from "../tree/file-tree.ts";

/** What to write into a link: its target, relative to the link's folder. */
export function linkTargetOf({ path, linksTo }: TreeLink): string {
  const from = path.split("/").slice(0, -1);
  const to = linksTo === "." ? [] : linksTo.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length && from[shared] === to[shared]) shared++;
  const parts = [...from.slice(shared).map(() => ".."), ...to.slice(shared)];
  return parts.length === 0 ? "." : parts.join("/");
}
