/** Bounds that several parts of mcp share. */
export const mcpLimits = {
  /** Conversations that one MCP server holds at once, in all and for one user; a session of the runtime each. */
  conversations: 5000,
  conversationsPerUser: 1000,
  /** Milliseconds without a call after which a conversation is over, and after which one is in which skills are active. */
  conversationIdleMs: 3_600_000,
  restrictedIdleMs: 86_400_000,
  /** Milliseconds that a call waits for a person's answer through an MCP client; the MCP SDK's number. */
  questionMs: 600_000,
  /** Questions that one conversation has open at once; people answer one after another. */
  openQuestions: 16,
  /** Tools in one page of an MCP server's list. */
  toolsPerPage: 500,
  /** Bytes of the skills listed in an MCP server's instructions; Claude Code cuts these after 2 KB. */
  instructionBytes: 1024,
  /** Skills, prompts and files of a folder in one page that an MCP client lists; the MCP SDK's number. */
  publishedPerPage: 100,
  /** Characters of one such page of skills, and of what one skill may take up in it; 512 files take about 100,000. */
  publishedPageCharacters: 1_048_576,
  /** Characters kept of what was listed, so that it need not be read again: about 20,000 skills of five files each. */
  publishedCharacters: 33_554_432,
  /** Skills in `resources/list`, which has no pages; `skills/list` has them all. */
  publishedResources: 100,
} as const;
