import { realpathSync } from "node:fs";
import type { Duplex } from "node:stream";
import { sandboxLimits } from "../limits.ts";
import type { ConnectionDecision } from "../sandbox.ts";
import { bridgeSource } from "./bridge-source.ts";
import { createProxy } from "./create-proxy.ts";
import { demultiplex } from "./demultiplex.ts";
import { type Dial, dial } from "./dial.ts";
import { frameCost, frameTypes } from "./frame.ts";
import { type HostRule, readHostRules } from "./host-rules.ts";
import type { Lookup } from "./judge-target.ts";
import { lookupAll } from "./lookup-all.ts";
import { bothSpellings, proxyVariables } from "./proxy-variables.ts";

export type EgressOptions = {
  /** `example.org`, `*.example.org` (not `example.org` itself), `example.org:8443`, `127.0.0.1:8080`, `[::1]:8080`. */
  readonly hosts: readonly string[];
  /** Hears of each request, before anything is dialled for it. */
  readonly onDecision: (decision: ConnectionDecision) => void;
  /** Ends a connection on which nothing has moved for so long. */
  readonly idleMs?: number;
  readonly lookup?: Lookup;
  readonly dial?: Dial;
};

/** The way out of a sandbox without a network, for one run. */
export type Egress = {
  /**
   * What to run in place of a program, with the pipe at this file descriptor: the bridge, which starts the program once it
   * listens, passes on signals, and ends with its exit code (signals as shells count them). The program does not get the
   * pipe: Node keeps its first sixteen descriptors from what it starts, so it has to be one of them.
   */
  wrap(command: readonly [string, ...string[]], fd: number): readonly [string, ...string[]];
  /** Tells programs of the proxy; `NODE_USE_ENV_PROXY` comes from the bridge, which would itself start slower with it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Files that must be visible inside. */
  readonly readable: readonly string[];
  /** Serves our end of the pipe until it closes, which ends all connections. */
  serve(channel: Duplex): void;
};

/** Fails with `option-invalid` when a host of the list is not understood. */
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
      // Said here, it counts for more than what NODE_OPTIONS of the program may say.
      "--input-type=commonjs",
      ...["-e", bridgeSource, "--", bridgeSettings(fd)],
      ...command,
    ],
    environment: proxyEnvironment(rules),
    readable: [node],
    serve: (channel) => demultiplex(channel, { accept, idleMs }),
  };
}

/** Free in every new network namespace; the number is what HTTP proxies have by custom. */
const port = 3128;

function bridgeSettings(fd: number): string {
  return JSON.stringify({
    fd,
    port,
    // Half of what we take: the end of an old connection may still be on its way when a new one comes.
    connections: sandboxLimits.networkConnections / 2,
    windowBytes: sandboxLimits.networkWindowBytes,
    frameBytes: sandboxLimits.networkFrameBytes,
    frameCost,
    frameTypes,
  });
}

const proxyUrl = `http://127.0.0.1:${port}`;

function proxyEnvironment(rules: readonly HostRule[]): Readonly<Record<string, string>> {
  // A program's own servers are on its own loopback; where the host's is listed, the name leads there instead.
  const direct = rules.some(({ host }) => loopback.includes(host)) ? "" : loopback.join(",");
  return Object.fromEntries([
    ...proxyVariables.flatMap((name) => bothSpellings(name).map((spelled) => [spelled, proxyUrl])),
    ...bothSpellings("NO_PROXY").map((spelled) => [spelled, direct]),
  ]);
}

const loopback = ["localhost", "127.0.0.1", "::1"];
