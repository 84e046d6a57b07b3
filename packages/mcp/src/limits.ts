/** Limits that several parts of mcp share. */
export const mcpLimits = {
  /** Concurrent conversations of one MCP server, in total and per user; each is a session. */
  conversations: 5000,
  conversationsPerUser: 1000,
  /** Idle time after which a conversation ends, without and with active skills. */
  conversationIdleMs: 3_600_000,
  restrictedIdleMs: 86_400_000,
  /** How long a call waits for a person's answer through an MCP client; as in the MCP SDK. */
  questionMs: 600_000,
  /** Open questions per conversation; people answer one after another. */
  openQuestions: 16,
  /** Tools in one page of an MCP server's list. */
  toolsPerPage: 500,
  /** Bytes of the skills listed in a server's instructions; Claude Code cuts them after 2 KB. */
  instructionBytes: 1024,
  /** Skills, prompts or files in one page of a list; as in the MCP SDK. */
  publishedPerPage: 100,
  /** Characters of one page of skills, and of one skill in it; 512 files take about 100,000. */
  publishedPageCharacters: 1_048_576,
  /** Characters of listed skills kept in memory: about 20,000 skills of five files each. */
  publishedCharacters: 33_554_432,
  /** Values in one completion; as in the protocol. */
  completions: 100,
  /** Skills in `resources/list`, which has no pages; `skills/list` has them all. */
  publishedResources: 100,
} as const;
