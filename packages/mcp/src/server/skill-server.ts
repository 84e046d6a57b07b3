import type { McpServer } from "@modelcontextprotocol/server";

/** Skills as an MCP server, for any number of clients at once. */
export type SkillServer = {
  /** The server object of one connection, or of one request where the protocol has no connections. */
  createServer(peer: Peer): McpServer;
  /** Calls back after a change of what clients list until the answer is called; clients of live servers have been told already. */
  onChange(listener: (change: ListChange) => void): () => void;
  /** Leaves the skills of a conversation and forgets it. */
  endConversation(conversation: string): Promise<void>;
  /** Ends all conversations. */
  close(): Promise<void>;
};

/** Who is on the other side. */
export type Peer = {
  /** Whom the caller's token belongs to; absent where there are no tokens. */
  readonly user?: string;
  /** What the calls of one conversation have in common; differs between users. */
  readonly conversation: string;
  /** Whoever holds the connection says when the conversation is over (`endConversation`); otherwise an hour of silence does. */
  readonly connected?: boolean;
};

export type ListChange = { readonly tools: boolean; readonly prompts: boolean; readonly resources: boolean };
