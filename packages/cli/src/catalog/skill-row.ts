import type { CatalogSkill, ShadowedSkill } from "@skillwright/core/catalog";
import type { SkillLine } from "../commands/list/skill-table.ts";
import type { PathNames } from "./path-names.ts";
import { disabledWords, shadowWords } from "./reason-words.ts";

/** The JSON form of a skill. */
export type SkillRow = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly scope: string;
  readonly path: string;
  /** Null if the content cannot be read; absent unless requested, since it requires reading all files. */
  readonly digest?: string | null;
  readonly tags: readonly string[];
  readonly enabled: boolean;
  readonly disabled?: readonly string[];
  readonly client?: string;
  readonly package?: string;
  readonly winner?: string;
  readonly reason?: string;
};

export function toSkillRow(
  skill: CatalogSkill | ShadowedSkill,
  names: PathNames,
  digest?: string | null,
): SkillRow {
  const { id, name, description, root, directory, traits, enabled, disabled } = skill;
  return {
    id,
    name,
    description,
    scope: root.scope,
    path: names.exact(directory),
    ...(digest === undefined ? {} : { digest }),
    tags: traits.tags ?? [],
    enabled,
    ...(enabled ? {} : { disabled }),
    ...(root.client === undefined ? {} : { client: root.client }),
    ...(root.package === undefined ? {} : { package: root.package }),
    ...("winner" in skill ? { winner: skill.winner, reason: skill.reason } : {}),
  };
}

/** A skill's table row: its description, or why it is not available. */
export function toSkillLine(skill: CatalogSkill | ShadowedSkill, winner?: CatalogSkill): SkillLine {
  const { id, root, description, enabled } = skill;
  if ("winner" in skill) {
    const text = `shadowed by ${skill.winner}: ${shadowWords(skill, winner)}`;
    return { id, scope: root.scope, text, offered: false };
  }
  if (enabled) return { id, scope: root.scope, text: description, offered: true };
  return { id, scope: root.scope, text: `not available: ${disabledWords(skill)}`, offered: false };
}
