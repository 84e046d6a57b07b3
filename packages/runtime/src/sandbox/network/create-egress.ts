import { realpathSync } from "node:fs";
import type { Duplex } from "node:stream";
import { sandboxLimits } from "../limits.ts";
import type { ConnectionDecision } from "../sandbox.ts";
import { bridgeSource } from "./bridge-source.ts";
import { createProxy } from "./create-proxy.ts";
import { demultiplex } from "./demultiplex.ts";
import { type Dial, dial, lookupAll } from "./dial.ts";
import { frameCost, frameTypes } from "./frame.ts";
import type { Lookup } from "./gatekeeper.ts";
import { type HostRule, readHostRules } from "./host-rules.ts";

export type EgressOptions = {
  /**
   * `example.org`, `*.example.org` (not `example.org` itself), `example.org:8443`, `127.0.0.1:8080`,
   * `[::1]:8080`.
   */
  readonly hosts: readonly string[];
  /** Called for each request before we connect to its target. */
  readonly onDecision: (decision: ConnectionDecision) => void;
  /** Closes a connection that is idle for this long. */
  readonly idleMs?: number;
  readonly lookup?: Lookup;
  readonly dial?: Dial;
};

/** Network access for one sandboxed run without its own network. */
export type Egress = {
  /**
   * The command to run instead of a program, with the pipe at this file descriptor: the bridge, which starts
   * the program once it listens, passes signals on, and exits with its exit code. The program does not get the
   * pipe, because Node does not pass on its first sixteen descriptors, so `fd` must be one of them.
   */
  wrap(command: readonly [string, ...string[]], fd: number): readonly [string, ...string[]];
  /** Proxy variables for programs; the bridge itself sets `NODE_USE_ENV_PROXY`, which would slow its own start. */
  readonly environment: Readonly<Record<string, string>>;
  /** Files that must be visible inside. */
  readonly readable: readonly string[];
  /** Serves our end of the pipe until it closes, which ends all connections. */
  serve(channel: Duplex): void;
};

/** Throws `option-invalid` if a host pattern cannot be parsed. */
export function createEgress(options: EgressOptions): Egress {
  const { hosts, onDecision, idleMs = sandboxLimits.networkIdleMs } = options;
  const rules = readHostRules(hosts);
  const accept = createProxy({
    rules,
    onDecision,
    lookup: options.lookup ?? lookupAll,
    dial: options.dial ?? dial,
  });
  const node = realpathSync(process.execPath);
  return {
    wrap: (command, fd) => [
      node,
      // On the command line it overrides the program's NODE_OPTIONS.
      "--input-type=commonjs",
      ...["-e", bridgeSource, "--", bridgeSettings(fd)],
      ...command,
    ],
    environment: proxyEnvironment(rules),
    readable: [node],
    serve: (channel) => demultiplex(channel, { accept, idleMs }),
  };
}

/** Free in every new network namespace, and the customary port of HTTP proxies. */
const port = 3128;

function bridgeSettings(fd: number): string {
  return JSON.stringify({
    fd,
    port,
    // Half of our own limit: the end of an old connection may still be in transit when a new one opens.
    connections: sandboxLimits.networkConnections / 2,
    windowBytes: sandboxLimits.networkWindowBytes,
    frameBytes: sandboxLimits.networkFrameBytes,
    frameCost,
    frameTypes,
  });
}

const proxyUrl = `http://127.0.0.1:${port}`;

function proxyEnvironment(rules: readonly HostRule[]): Readonly<Record<string, string>> {
  // A program's servers are on its own loopback; if the host's loopback is listed, the name leads there.
  const direct = rules.some(({ host }) => loopback.includes(host)) ? "" : loopback.join(",");
  return Object.fromEntries([
    ...proxyVariables.flatMap((name) => bothSpellings(name).map((spelled) => [spelled, proxyUrl])),
    ...bothSpellings("NO_PROXY").map((spelled) => [spelled, direct]),
  ]);
}

const loopback = ["localhost", "127.0.0.1", "::1"];

/** Environment variables that configure a proxy. */
export const proxyVariables: readonly string[] = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

/** Programs disagree about upper and lower case. */
export function bothSpellings(name: string): readonly string[] {
  return [name, name.toLowerCase()];
}
