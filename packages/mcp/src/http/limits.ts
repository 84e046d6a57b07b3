/** Limits of mcp/http. */
export const httpLimits = {
  /** Bytes of the body of one HTTP request; as in the MCP SDK. */
  httpBodyBytes: 4_194_304,
  /** Bytes of request bodies in memory, in total and per user; parsed, a byte may take ten. */
  httpBodiesBytes: 67_108_864,
  httpBodiesBytesPerUser: 33_554_432,
  /** Nesting in one message; JSON Schemas of tools have about twenty levels. */
  httpJsonDepth: 128,
  /** Headers of one HTTP request; as in Apache. */
  httpHeaders: 100,
  /** How long a client may take to send the headers and the whole request; Apache allows 20 to 40 s for each. */
  httpHeadMs: 10_000,
  httpRequestMs: 30_000,
  /** Idle time after which a connection is closed; longer than the longest command. */
  httpSilentMs: 900_000,
  /** How long a refused client may keep sending, so that it can read the reason. */
  httpLingerMs: 1000,
  /** Open connections: one for notifications and one for a request per conversation. */
  httpConnections: 4096,
  /** Connections of one address without a valid token so far; twice the 511 that Node lets wait to be accepted. */
  httpUnidentifiedPerAddress: 1024,
  /** Concurrent requests, in total and per user; more than 500 agents working side by side. */
  httpRequests: 1024,
  httpRequestsPerUser: 600,
  /** Open subscriptions, in total (as in the MCP SDK) and per user. */
  httpSubscriptions: 1024,
  httpSubscriptionsPerUser: 600,
  /**
   * How long a request waits for one with a smaller number, how many wait, and after how many gaps in a row that were never
   * filled a client counts as one that skips numbers.
   */
  httpHoldMs: 100,
  httpHeldRequests: 64,
  httpUnfilledGaps: 3,
  /** Interval between sweeps for ended sessions. */
  httpSweepMs: 60_000,
  /** Characters of a conversation's name in a header, and of a user name; room for a digest or an address. */
  httpConversationCharacters: 128,
  httpUserCharacters: 128,
  /** Characters of an access token: enough to be unguessable, few enough for a header. */
  httpTokenCharactersMin: 16,
  httpTokenCharacters: 1024,
} as const;
