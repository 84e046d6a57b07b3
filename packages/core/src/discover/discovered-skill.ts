import type { SkillManifest } from "../skill.ts";
import type { SkillRoot } from "./skill-root.ts";

/** The part of a manifest that resolution and listing need; the rest is read when the skill is loaded. */
export type SkillTraits = Partial<
  Pick<
    SkillManifest,
    "tags" | "priority" | "scope" | "paths" | "disableModelInvocation" | "userInvocable" | "metadata"
  >
>;

/** A skill as found on disk, before resolution. */
export type DiscoveredSkill = {
  readonly root: SkillRoot;
  /** Absolute path of its folder. */
  readonly directory: string;
  /** Absolute path of its SKILL.md. */
  readonly file: string;
  /** The name in the frontmatter, or else the folder's. */
  readonly name: string;
  readonly description: string;
  readonly traits: SkillTraits;
  /** When it was read. */
  readonly readMs: number;
  /** Real path of its folder, when `directory` is a link to a folder outside of the root. */
  readonly linkedTo?: string;
  /** Links in other folders of the same user or project that lead to this skill. */
  readonly links?: readonly { readonly path: string; readonly root: SkillRoot }[];
  /** State of the SKILL.md when it was read, to detect changes. */
  readonly changedMs: number;
  readonly size: number;
};
