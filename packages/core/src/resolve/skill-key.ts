import type { DiscoveredSkill } from "../discover/discovered-skill.ts";

/**
 * What a skill is called when nothing is in its way: `name`, or `package:name`. Skills with equal keys compete.
 * Names that only look alike, or differ in case, have different keys and stay apart.
 */
export function skillKey({ root, name }: Pick<DiscoveredSkill, "root" | "name">): string {
  return root.package === undefined ? normalizeName(name) : `${root.package}:${normalizeName(name)}`;
}

/** Names are compared after NFKC, as the reference tool does it; nearly all are ASCII, which NFKC leaves as it is. */
export function normalizeName(name: string): string {
  return /^[ -~]*$/.test(name) ? name : name.normalize("NFKC");
}
