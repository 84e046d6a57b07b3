import type { CallToolResult, Tool } from "@modelcontextprotocol/server";

/** Other MCP servers, seen as one set of tools. */
export type Gateway = {
  /** The tools of all servers that answered when last asked, by the names that clients see; waits a little the first time, later not. */
  tools(): Promise<readonly GatewayTool[]>;
  /** Values of its configuration that must not reach a log. */
  readonly secrets: readonly string[];
  /** What is known of each server now. */
  status(): readonly ServerStatus[];
  /** Calls back after the tools have changed until the answer is called. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
};

export type GatewayTool = {
  /** As its server describes it, under a name of its own: `fs__write_file`. */
  readonly definition: Tool;
  /** What rules call it: `mcp__fs__write_file`. */
  readonly guardedAs: string;
  /** Makes the call, past no guard: only the one who holds a decision may. A server's failure is a result like any other. */
  call(input: Readonly<Record<string, unknown>>, options: GatewayCall): Promise<CallToolResult>;
};

export type GatewayCall = {
  readonly signal: AbortSignal;
  /** Told while the server works, where it says so. */
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
