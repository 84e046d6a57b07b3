import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Tool } from "@modelcontextprotocol/client";
import { SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { type Clock, systemClock } from "@skillwright/runtime";
import { type Connection, createConnection } from "./connection.ts";
import { type Environment, fillVariables } from "./fill-variables.ts";
import type { Gateway, GatewayTool } from "./gateway.ts";
import { gatewayLimits } from "./limits.ts";
import type { GatewayConfig } from "./read-gateway-config.ts";

export type GatewayOptions = {
  /** Values for `${NAME}` in the configuration; also holds which gateways led to this one. */
  readonly environment: Environment;
  /** Base of the servers' relative folders. */
  readonly cwd: string;
  /** Sent to the servers. */
  readonly version: string;
  readonly clock?: Clock;
  /** How long to wait for servers that are still starting; as long as a handshake may take if absent. */
  readonly waitMs?: number;
  /** Called for servers that fail and tools that are left out; secrets are redacted. */
  readonly onTrouble?: (message: string) => void;
};

/**
 * Opens other MCP servers as one set of tools. Connects on first use; throws only if a variable is missing or
 * unusable, or the gateway is behind itself.
 */
export function openGateway(config: GatewayConfig, options: GatewayOptions): Gateway {
  const { environment, cwd, version, clock = systemClock, onTrouble = () => undefined } = options;
  const { waitMs = gatewayLimits.gatewayWaitMs } = options;
  const listeners = new Set<() => void>();
  const onChange = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const variables = nestedGatewayVariables(
    createNodeFileSystem().realPath(config.file) ?? config.file,
    environment,
  );
  const shared = { cwd, variables, version, clock, times, onTrouble, onChange };
  const servers = fillVariables(config, environment);
  const connections = servers.map((server) => ({
    name: server.name,
    connection: createConnection(server, shared),
  }));
  let started: Promise<unknown> | undefined;
  return {
    async tools() {
      started ??= openAll(connections, waitMs);
      await started;
      return connections.flatMap(toolsOf);
    },
    async find(name) {
      const owners = connections.filter((one) => mayHave(one.name, name));
      const find = (): GatewayTool | undefined =>
        owners.flatMap(toolsOf).find(({ definition }) => definition.name === name);
      const listed = find();
      if (listed !== undefined) return listed;
      await openAll(owners, waitMs);
      return find();
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

/** Waits for servers until they answer or fail, or time is up: then their tools arrive later as a change. */
async function openAll(servers: readonly Named[], waitMs: number): Promise<void> {
  const enough = new AbortController();
  const late = pause(waitMs, undefined, { signal: enough.signal }).catch(() => undefined);
  await Promise.race([Promise.all(servers.map(({ connection }) => connection.open())), late]);
  enough.abort();
}

/** Whether a server may have a tool with this exposed name, as far as the name tells. */
export function mayHave(server: string, name: string): boolean {
  return name.startsWith(`${server}__`);
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

/**
 * The name of a server's tool among those of all servers: `fs__write_file`. A name that is too long, has
 * characters that model providers refuse, or looks already changed gets a hash of the original name appended,
 * so that names are unique and stable.
 */
export function exposedName(server: string, tool: string): string {
  const name = `${server}__${tool}`;
  if (/^[A-Za-z0-9_-]+$/.test(tool) && name.length <= gatewayLimits.gatewayToolName && !changed.test(name))
    return name;
  const hash = createHash("sha256").update(tool).digest("hex").slice(0, hashLetters);
  const room = gatewayLimits.gatewayToolName - hashLetters - 1;
  return `${name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, room)}_${hash}`;
}

const hashLetters = 12;
const changed = /_[0-9a-f]{12}$/;

/**
 * Environment variables that tell the servers of a gateway which gateways led to them. Throws for a gateway
 * that would start itself, by whatever name, without end.
 */
export function nestedGatewayVariables(
  file: string,
  environment: Environment,
): Readonly<Record<string, string>> {
  const above = (environment[variable] ?? "").split("\n").filter((path) => path !== "");
  const refuse = (reason: string): SkillError => new SkillError("config-invalid", { path: file, reason });
  if (above.includes(file))
    throw refuse(
      'one of its servers is this gateway itself, which would start itself endlessly. Remove the entry that runs "skillwright mcp" with this file.',
    );
  if (above.length >= gatewayLimits.gatewayDepth)
    throw refuse(
      `more than ${gatewayLimits.gatewayDepth} gateways start one another. Remove an entry that runs "skillwright mcp" with another gateway.`,
    );
  return { [variable]: [...above, file].join("\n") };
}

/** The files of the gateways above, outermost first, one per line. */
const variable = "SKILLWRIGHT_GATEWAY";
