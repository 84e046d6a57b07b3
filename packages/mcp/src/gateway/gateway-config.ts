/** The servers behind a gateway, from a client's `mcpServers`. */
export type GatewayConfig = {
  /** The file it was read from, for messages. */
  readonly file: string;
  readonly servers: readonly ServerConfig[];
};

export type ServerConfig = {
  readonly name: string;
  /** Seconds that one call may take without progress. */
  readonly timeout: number;
  /** Which tools to offer, by the server's own names; all by default. */
  readonly tools: { readonly only?: readonly string[]; readonly except?: readonly string[] };
  readonly connection: StdioServer | HttpServer;
};

export type StdioServer = {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
};

export type HttpServer = {
  readonly kind: "http";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
};
