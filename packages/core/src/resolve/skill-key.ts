import type { DiscoveredSkill } from "../discover/discovered-skill.ts";

/**
 * The id that a skill competes for: `name`, or `package:name`. Names that only look alike, or differ in case, have
 * different keys and do not compete.
 */
export function skillKey({ root, name }: Pick<DiscoveredSkill, "root" | "name">): string {
  return root.package === undefined ? normalizeName(name) : `${root.package}:${normalizeName(name)}`;
}

/** Names are compared after NFKC, as in the reference tool; the test skips the common ASCII case. */
export function normalizeName(name: string): string {
  return /^[ -~]*$/.test(name) ? name : name.normalize("NFKC");
}
