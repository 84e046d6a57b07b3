import type { SkillManifest } from "../skill.ts";
import type { SkillRoot } from "./skill-root.ts";

/** What resolution and listing need of a manifest; the rest is read when the skill is loaded. */
export type SkillTraits = Partial<
  Pick<
    SkillManifest,
    "tags" | "priority" | "scope" | "paths" | "disableModelInvocation" | "userInvocable" | "metadata"
  >
>;

/** A skill as found on the disk, before anything is decided about it. */
export type DiscoveredSkill = {
  readonly root: SkillRoot;
  /** Absolute path of its folder. */
  readonly directory: string;
  /** Absolute path of its SKILL.md. */
  readonly file: string;
  /** The stated name, or its folder's when it states none. */
  readonly name: string;
  readonly description: string;
  readonly traits: SkillTraits;
  /** When it was read. */
  readonly readMs: number;
  /** State of the SKILL.md when it was read, to notice that it changed. */
  readonly changedMs: number;
  readonly size: number;
};
