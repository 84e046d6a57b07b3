/** Bounds on what mcp/gateway reads, holds and prints. */
export const gatewayLimits = {
  /** Largest file with an `mcpServers` object; Claude Code's own grows to several megabytes. */
  gatewayConfigBytes: 16_777_216,
  /** Servers behind one gateway, and letters of a server's name. */
  gatewayServers: 64,
  gatewayServerName: 32,
  /** Gateways that start one another. */
  gatewayDepth: 4,
  /** Letters of a tool's name as clients see it; the models' providers allow 64. */
  gatewayToolName: 64,
  /** Tools of one server, pages of their list, bytes of one definition and of all; GitHub's server has about a hundred tools of 1 KB. */
  gatewayTools: 5000,
  gatewayPages: 1000,
  gatewayDefinitionBytes: 65_536,
  gatewayDefinitionsBytes: 8_388_608,
  /** Milliseconds that the first list of tools waits for servers that are still starting. */
  gatewayWaitMs: 2000,
  /** Milliseconds that a server has to tell which protocol it speaks, to connect and to list its tools. */
  gatewayProbeMs: 5000,
  gatewayConnectMs: 15_000,
  gatewayListMs: 15_000,
  /** Milliseconds without news from a list of tools before it is fetched again. */
  gatewayRelistMs: 200,
  /** Milliseconds before a lost server is tried again, doubled each time, and at most. */
  gatewayRetryMs: 1000,
  gatewayRetryMostMs: 60_000,
  /** Seconds that a call to a server may take without a sign of life, when nothing is said and at most; and how often signs prolong it. */
  gatewayCallSeconds: 60,
  gatewayCallSecondsMost: 3600,
  gatewayCallStretch: 10,
  /** Bytes of one message from a server; with the SDK's own number, a file of 7 MB in Base64 would break the connection. */
  gatewayMessageBytes: 16_777_216,
  /** Bytes of one result that is passed on. */
  gatewayResultBytes: 8_388_608,
  /** Characters of what a server writes to its standard error that are kept, and of these that are shown. */
  gatewayStderrKept: 16_384,
  gatewayStderrCharacters: 1000,
} as const;
