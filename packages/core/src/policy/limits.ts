/** Limits of core/policy. */
export const policyLimits = {
  /** Characters of one shell command: room for a here-document of several pages. */
  shellCommandCharacters: 32_768,
  /** Nesting of substitutions, groups, loops and programs that run programs; people write three levels. */
  shellDepth: 16,
  /** Characters of a tool's name; agent SDKs allow 64 to 128. */
  toolNameCharacters: 256,
  /** Characters of a skill's or agent's name with its arguments; as many as a shell command may have. */
  nameCharacters: 32_768,
  /** Characters of a hook's matcher; public skills have a few dozen. */
  hookMatcherCharacters: 256,
  /** Fields of a tool call searched for paths, addresses and names; a call with more is unreadable. */
  requestFields: 10_000,
  /** Nesting of lists and objects in such a call. */
  requestDepth: 8,
  /** Paths in such a call, each of which costs disk access; agents name a few dozen at most. */
  requestPaths: 500,
  /** Characters of a path; PATH_MAX of Linux. */
  pathCharacters: 4096,
  /** Calls inside one call; OpenCode allows 25. */
  batchCalls: 100,
  /** Largest policy file. */
  policyFileBytes: 1_048_576,
} as const;
