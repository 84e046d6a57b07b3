import type { SkillManifest } from "../skill.ts";

/** The part of a manifest that resolution and listing need; the rest is read when the skill is loaded. */
export type SkillTraits = Partial<
  Pick<
    SkillManifest,
    "tags" | "priority" | "scope" | "paths" | "disableModelInvocation" | "userInvocable" | "metadata"
  >
> & {
  /** The top-level `version`, as skills had it before `metadata.version`. */
  readonly version?: string;
};

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

/** Whose skills a folder holds; decides which skill wins a name. */
export type Scope = "enterprise" | "custom" | "project" | "personal" | "package";

/** A folder that is searched for skills. */
export type SkillRoot = {
  /** Absolute, with `/`; it may not exist. */
  readonly path: string;
  readonly scope: Scope;
  /** Id of the agent whose folder it is, from the table of clients. */
  readonly client?: string;
  /** Package or plugin that contains the skills; their ids are `package:skill`. */
  readonly package?: string;
  /** Absolute path of the project that must be trusted before these skills load. */
  readonly project?: string;
  /** Absolute folder in which a link's target is this user's too; the project or the root itself when absent. */
  readonly linksWithin?: string;
  /** Levels of folders below the root that are searched; `discoverLimits.rootDepth` when absent. */
  readonly depth?: number;
  /** Skills that violate the standard are left out, as Agent Plugins requires. */
  readonly strict?: true;
  /** Also find skills inside the folders of other skills, as in a collection. Agents do not look there. */
  readonly nested?: true;
};
