/** Bounds on what core/policy reads, holds and prints. */
export const policyLimits = {
  /** Characters of one shell command that is read: room for a here-document of several pages. */
  shellCommandCharacters: 32_768,
  /** Substitutions, groups and loops inside each other, and programs that run programs; people write three. */
  shellDepth: 16,
  /** Characters of a tool's name; agent SDKs allow 64 to 128. */
  toolNameCharacters: 256,
  /** Fields of a tool call that are looked at for paths, addresses and names; one with more cannot be read. */
  requestFields: 10_000,
  /** Lists and objects inside each other in such a call. */
  requestDepth: 8,
  /** Paths in such a call, each of which costs looks at the disk; agents name a few dozen at most. */
  requestPaths: 500,
  /** Calls inside one call; OpenCode allows 25. */
  batchCalls: 100,
  /** Largest policy file. */
  policyFileBytes: 1_048_576,
} as const;
