/** Bounds on what mcp/http reads, holds and prints. */
export const httpLimits = {
  /** Bytes of the body of one HTTP request; the MCP SDK's number. */
  httpBodyBytes: 4_194_304,
  /** Bytes of bodies that are worked on at once, in all and of one user: parsed, a byte may take up ten. */
  httpBodiesBytes: 67_108_864,
  httpBodiesBytesPerUser: 33_554_432,
  /** Lists and objects inside each other in one message; JSON Schemas of tools have about twenty. */
  httpJsonDepth: 128,
  /** Headers of one HTTP request; Apache's number. */
  httpHeaders: 100,
  /** Milliseconds that a client has to send the head of a request, and all of it; Apache gives 20 to 40 s to each. */
  httpHeadMs: 10_000,
  httpRequestMs: 30_000,
  /** Milliseconds without a byte in either direction after which a connection is closed: longer than the longest command. */
  httpSilentMs: 900_000,
  /** Milliseconds that a client which is refused may go on sending, so that it gets to read why. */
  httpLingerMs: 1000,
  /** Open connections: each conversation with one for its notifications and one for a request. */
  httpConnections: 4096,
  /** Requests that are answered at once, in all and of one user; more than 500 agents that work side by side. */
  httpRequests: 1024,
  httpRequestsPerUser: 600,
  /** Open subscriptions to changes, in all, which is the MCP SDK's number, and of one user. */
  httpSubscriptions: 1024,
  httpSubscriptionsPerUser: 600,
  /** Milliseconds between looks for sessions that are over. */
  httpSweepMs: 60_000,
  /** Characters of a conversation's name in a header, and of the name of a user; room for a digest or an address. */
  httpConversationCharacters: 128,
  httpUserCharacters: 128,
  /** Characters of an access token: at the least what cannot be guessed, at most what fits into a header. */
  httpTokenCharactersMin: 16,
  httpTokenCharacters: 1024,
} as const;
