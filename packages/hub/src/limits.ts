/** Bounds of the hub. */
export const hubLimits = {
  /** A request's body, except for blobs. */
  bodyBytes: 1_048_576,
  /** An archive: as large as the clients download. */
  blobBytes: 67_108_864,
  /** Prepared statements that stay open on one connection. */
  statements: 500,
  /** Rows of one answer; more come page by page. */
  pageRows: 200,
  /** Names of tenants, teams, people, tokens and agents. */
  nameLength: 100,
  /** Comments, messages and reasons. */
  remarkLength: 1000,
  /** Milliseconds that one request may take. */
  requestMs: 60_000,
  /** Milliseconds that open requests get to end when the hub stops. */
  stopMs: 5000,
} as const;
