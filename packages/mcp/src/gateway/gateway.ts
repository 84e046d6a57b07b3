import type { CallToolResult, Tool } from "@modelcontextprotocol/server";

/** Other MCP servers as one set of tools. */
export type Gateway = {
  /**
   * The tools of all servers that answered when last asked, by their exposed names. Waits for servers that are
   * still starting the first time only: some clients ask once and ignore changes.
   */
  tools(): Promise<readonly GatewayTool[]>;
  /** The tool with this exposed name, listed or not: waits for its server if that is still starting. */
  find(name: string): Promise<GatewayTool | undefined>;
  /** Configuration values that must not reach a log. */
  readonly secrets: readonly string[];
  /** The current status of each server. */
  status(): readonly ServerStatus[];
  /** Subscribes to changes of the tools. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
};

export type GatewayTool = {
  /** As its server describes it, under its exposed name: `fs__write_file`. */
  readonly definition: Tool;
  /** Its name in policies: `mcp__fs__write_file`. */
  readonly guardedAs: string;
  /** Makes the call without a guard: only for callers that hold a decision. A server's failure is a result too. */
  call(input: Readonly<Record<string, unknown>>, options: GatewayCall): Promise<CallToolResult>;
};

export type GatewayCall = {
  readonly signal: AbortSignal;
  /** Called with the server's progress, if it reports any. */
  readonly onProgress?: (progress: GatewayProgress) => void;
};

export type GatewayProgress = {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
};

export type ServerStatus = {
  readonly name: string;
  readonly state: "idle" | "connecting" | "ready" | "failed";
  readonly tools: number;
  /** Why it failed last. */
  readonly problem?: string;
};
