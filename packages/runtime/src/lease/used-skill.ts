import type { CatalogSkill, LoadedEntry } from "@skillwright/core/catalog";
import { compact } from "@skillwright/core/text";
import type { UsedSkill } from "./open-lease.ts";

/** A loaded skill, as a hub's lease knows it. */
export function usedEntry({ skill, name, digest, directory }: LoadedEntry): UsedSkill {
  return { name, digest, directory, ...compact({ version: versionIn(skill) }) };
}

/** A skill of a list; its digest is computed only if the answer depends on it. */
export function usedListed(skill: CatalogSkill, digestOf: (skill: CatalogSkill) => string): UsedSkill {
  const { name, directory } = skill;
  return {
    ...{ name, directory, ...compact({ version: versionIn(skill) }) },
    get digest() {
      return digestOf(skill);
    },
  };
}

/** The version that a skill states. */
export function versionIn({ traits }: CatalogSkill): string | undefined {
  return traits.metadata?.version ?? traits.version;
}
