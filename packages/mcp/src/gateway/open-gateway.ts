import { setTimeout as pause } from "node:timers/promises";
import type { Tool } from "@modelcontextprotocol/client";
import { createNodeFileSystem } from "@skillwright/core/node";
import { type Clock, systemClock } from "@skillwright/runtime";
import { type Connection, createConnection } from "./connection.ts";
import { exposedName } from "./exposed-name.ts";
import { type Environment, fillVariables } from "./fill-variables.ts";
import type { Gateway, GatewayTool } from "./gateway.ts";
import type { GatewayConfig } from "./gateway-config.ts";
import { gatewayLimits } from "./limits.ts";
import { nestGateway } from "./nest-gateway.ts";

export type GatewayOptions = {
  /** Values for `${NAME}` in the configuration; also holds which gateways led to this one. */
  readonly environment: Environment;
  /** Base of the servers' relative folders. */
  readonly cwd: string;
  /** Sent to the servers. */
  readonly version: string;
  readonly clock?: Clock;
  /** Called for servers that fail and tools that are left out; secrets are redacted. */
  readonly onTrouble?: (message: string) => void;
};

/**
 * Opens other MCP servers as one set of tools. Connects on first use; throws only if a variable is missing or
 * unusable, or the gateway is behind itself.
 */
export function openGateway(config: GatewayConfig, options: GatewayOptions): Gateway {
  const { environment, cwd, version, clock = systemClock, onTrouble = () => undefined } = options;
  const listeners = new Set<() => void>();
  const onChange = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const variables = nestGateway(createNodeFileSystem().realPath(config.file) ?? config.file, environment);
  const shared = { cwd, variables, version, clock, times, onTrouble, onChange };
  const servers = fillVariables(config, environment);
  const connections = servers.map((server) => ({
    name: server.name,
    connection: createConnection(server, shared),
  }));
  let started: Promise<unknown> | undefined;
  return {
    async tools() {
      started ??= openAll(connections.map(({ connection }) => connection));
      await started;
      return connections.flatMap(toolsOf);
    },
    secrets: servers.flatMap(({ secrets }) => secrets),
    status: () => connections.map(({ connection }) => connection.status()),
    onChange(listener) {
      // Wrapped, so that the same listener may be added twice.
      const added = (): void => listener();
      listeners.add(added);
      return () => void listeners.delete(added);
    },
    async close() {
      await Promise.allSettled(connections.map(({ connection }) => connection.close()));
    },
  };
}

const times = {
  probeMs: gatewayLimits.gatewayProbeMs,
  connectMs: gatewayLimits.gatewayConnectMs,
  listMs: gatewayLimits.gatewayListMs,
  retryMs: gatewayLimits.gatewayRetryMs,
};

type Named = { readonly name: string; readonly connection: Connection };

/** Waits for all servers, but not long: the tools of a slow server arrive later as a change. */
async function openAll(connections: readonly Connection[]): Promise<void> {
  const enough = new AbortController();
  const late = pause(gatewayLimits.gatewayWaitMs, undefined, { signal: enough.signal }).catch(
    () => undefined,
  );
  await Promise.race([Promise.all(connections.map((connection) => connection.open())), late]);
  enough.abort();
}

function toolsOf({ name, connection }: Named): readonly GatewayTool[] {
  const tools = new Map<string, GatewayTool>();
  for (const tool of connection.tools()) {
    const exposed = exposedName(name, tool.name);
    // Two names of one server with the same hash are deliberate. The first wins.
    if (!tools.has(exposed)) tools.set(exposed, toGatewayTool({ name, connection }, { tool, exposed }));
  }
  return [...tools.values()];
}

type Exposed = { readonly tool: Tool; readonly exposed: string };

function toGatewayTool({ name, connection }: Named, { tool, exposed }: Exposed): GatewayTool {
  return {
    definition: { ...tool, name: exposed },
    guardedAs: `mcp__${name}__${tool.name}`,
    call: (input, options) => connection.call(tool.name, input, options),
  };
}
