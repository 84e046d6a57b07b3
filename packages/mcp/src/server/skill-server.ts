import type { McpServer } from "@modelcontextprotocol/server";

/** Skills as an MCP server, for any number of clients at once. */
export type SkillServer = {
  /** Creates the server object of one connection, or of one request if the protocol has no connections. */
  createServer(peer: Peer): McpServer;
  /**
   * Subscribes to changes of what clients list; clients of live servers are notified already. Returns an
   * unsubscribe function.
   */
  onChange(listener: (change: ListChange) => void): () => void;
  /** Ends a conversation and its active skills. */
  endConversation(conversation: string): Promise<void>;
  /** Ends all conversations. */
  close(): Promise<void>;
};

/** The caller. */
export type Peer = {
  /** The user that the caller's token belongs to; absent without tokens. */
  readonly user?: string;
  /** Identifies the calls of one conversation; differs between users. */
  readonly conversation: string;
  /**
   * True if the holder of the connection ends the conversation (`endConversation`); otherwise an hour of
   * inactivity does.
   */
  readonly connected?: boolean;
  /** True if the calls do not tell apart the chats of the user, so that all of them are one conversation. */
  readonly isShared?: boolean;
};

export type ListChange = { readonly tools: boolean; readonly prompts: boolean; readonly resources: boolean };
