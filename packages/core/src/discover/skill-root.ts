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
