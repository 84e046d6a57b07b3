/** A requested tool call, with everything a decision depends on. */
export type ToolRequest = {
  /** The tool as the agent called it; names compare across agents' spellings. */
  readonly tool: string;
  readonly input: unknown;
  /** Absolute folder, links resolved, that relative paths and patterns start from. */
  readonly workspace: string;
  /** The user's home, links resolved, for `~/` in patterns. */
  readonly home?: string;
  /**
   * Where a path of the input leads, links resolved, even if its end does not exist yet; undefined if unknown. The one
   * thing a decision cannot know by itself.
   */
  readonly resolvePath: (path: string) => string | undefined;
};
