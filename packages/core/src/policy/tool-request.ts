/** A tool call that somebody wants to make, with everything that a decision about it depends on. */
export type ToolRequest = {
  /** The tool as the agent called it; names are compared across agents' spellings. */
  readonly tool: string;
  readonly input: unknown;
  /** Absolute folder, links resolved, that relative paths and path patterns begin at. */
  readonly workspace: string;
  /** The user's home, links resolved, that `~/` in a pattern stands for. */
  readonly home?: string;
  /**
   * Where a path of the input leads, links resolved, also when the end of it does not exist yet; undefined when that
   * cannot be said. The one thing a decision cannot know by itself.
   */
  readonly resolvePath: (path: string) => string | undefined;
};
