/** Limits of runtime/session. */
export const sessionLimits = {
  /** How long a closing session waits for running calls, including programs that ignore SIGTERM. */
  callsEndMs: 5000,
  /** Skills active inside one another; OmniForge's number. */
  activationDepth: 5,
  /** Times one call is decided again because a person, a hook or another skill changed something. */
  admissionRounds: 8,
  /** How long a call that loads or leaves a skill waits for a person to answer about earlier calls; MCP clients wait 60 s. */
  callOrderMs: 30_000,
  /** How long an approval collected by the host stays valid. */
  approvalMs: 3_600_000,
  /** Events buffered for a slow subscriber. */
  unreadEvents: 10_000,
  /** Characters of one skill, and of all, kept when a conversation is compacted; Claude Code's 5,000 and 25,000 tokens. */
  protectedCharacters: 20_000,
  protectedTotalCharacters: 100_000,
  /** Inline commands of one skill that run, and time for each; OmniForge gives them 5 s. */
  inlineCommands: 16,
  inlineCommandMs: 10_000,
  /** Characters of a call shown to a person for approval: every readable command fits, escapes included. */
  questionCharacters: 100_000,
  /** How often a session looks for revocations of its active skills; calls look at once. */
  leaseWatchMs: 500,
  /** Sub-agents inside one another; OmniForge has two. */
  subagentDepth: 2,
  /** Bytes of a sub-agent's answer that its parent sees. */
  subagentAnswerBytes: 100_000,
} as const;
