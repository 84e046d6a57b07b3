/** Limits of mcp/gateway. */
export const gatewayLimits = {
  /** Largest file with an `mcpServers` object; Claude Code's own grows to several megabytes. */
  gatewayConfigBytes: 16_777_216,
  /** Servers behind one gateway, and characters of a server's name. */
  gatewayServers: 64,
  gatewayServerName: 32,
  /** Gateways that start one another. */
  gatewayDepth: 4,
  /** Characters of a tool's name as clients see it; model providers allow 64. */
  gatewayToolName: 64,
  /** Tools of one server, pages of their list, bytes of one definition and of all; GitHub's server has about a hundred tools of 1 KB. */
  gatewayTools: 5000,
  gatewayPages: 1000,
  gatewayDefinitionBytes: 65_536,
  gatewayDefinitionsBytes: 8_388_608,
  /** How long the first list of tools, or a call, waits for servers that are still starting: the next two together. */
  gatewayWaitMs: 20_000,
  /** How long a server may take to report its protocol, to connect and to list its tools. */
  gatewayProbeMs: 5000,
  gatewayConnectMs: 15_000,
  gatewayListMs: 15_000,
  /** Quiet time after a changed list of tools before it is fetched again. */
  gatewayRelistMs: 200,
  /** Delay before a lost server is retried, doubled each time, and at most. */
  gatewayRetryMs: 1000,
  gatewayRetryMostMs: 60_000,
  /** Seconds a call may take without progress, by default and at most; and how often progress extends it. */
  gatewayCallSeconds: 60,
  gatewayCallSecondsMost: 3600,
  gatewayCallStretch: 10,
  /** Bytes of one message from a server; with the SDK's limit a 7 MB file in Base64 would break the connection. */
  gatewayMessageBytes: 16_777_216,
  /** Bytes of one result that is passed on. */
  gatewayResultBytes: 8_388_608,
  /** Characters kept of a server's standard error, and how many are shown. */
  gatewayStderrKept: 16_384,
  gatewayStderrCharacters: 1000,
} as const;
