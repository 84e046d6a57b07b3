/** Whose skills a folder holds, which decides who wins when names are equal. */
export type Scope = "enterprise" | "custom" | "project" | "personal" | "package";

/** A folder that is searched for skills. */
export type SkillRoot = {
  /** Absolute, with `/`. It need not exist. */
  readonly path: string;
  readonly scope: Scope;
  /** Id of the agent whose folder it is, from the table of clients. */
  readonly client?: string;
  /** Package or plugin that the skills come with; their ids are `package:skill`. */
  readonly package?: string;
  /** Project that must be trusted before these skills load; absolute. */
  readonly project?: string;
  /** Levels of folders below the root that are searched; `limits.rootDepth` when absent. */
  readonly depth?: number;
  /** Skills that break the standard are left out, as Agent Plugins demands. */
  readonly strict?: true;
  /** Skills inside the folders of other skills are found too. Agents do not look there, people who collect skills do. */
  readonly nested?: true;
};
