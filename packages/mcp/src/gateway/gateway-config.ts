/** The servers behind a gateway, as a client's `mcpServers` names them. */
export type GatewayConfig = {
  /** Where it was read, for messages. */
  readonly file: string;
  readonly servers: readonly ServerConfig[];
};

export type ServerConfig = {
  readonly name: string;
  /** Seconds that one call may take without a sign of life. */
  readonly timeout: number;
  /** Which tools are offered, by the names that the server gives them; all when nothing is said. */
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
