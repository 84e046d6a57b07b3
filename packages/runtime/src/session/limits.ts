/** Bounds on what runtime/session reads, holds and prints. */
export const sessionLimits = {
  /** Milliseconds that a session which closes waits for calls under way: a program that does not heed the first signal is among them. */
  callsEndMs: 5000,
  /** Skills active inside one another; document d. */
  activationDepth: 5,
  /** Times that one call is decided anew because a person, a hook or another skill changed something meanwhile. */
  admissionRounds: 8,
  /** How long an approval that the host asked for stays good. */
  approvalMs: 3_600_000,
  /** Events kept for one reader of a session's events that does not keep up. */
  unreadEvents: 10_000,
  /** Characters of one skill, and of all, that are kept when a conversation is shortened: Claude Code's 5,000 and 25,000 tokens. */
  protectedCharacters: 20_000,
  protectedTotalCharacters: 100_000,
  /** Commands in one skill's instructions that are run, and for how long each; document d's project gives them 5 s. */
  inlineCommands: 16,
  inlineCommandMs: 10_000,
  /** Characters of a call that a person is shown in one line when asked: every command that is read at all, escapes included. */
  questionCharacters: 100_000,
  /** Sub-agents inside one another; document d's project has two. */
  subagentDepth: 2,
  /** Bytes of a sub-agent's answer that go before the agent that asked. */
  subagentAnswerBytes: 100_000,
} as const;
