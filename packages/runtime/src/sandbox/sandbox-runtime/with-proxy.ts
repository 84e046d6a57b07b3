import { isIPv6 } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createGatekeeper } from "../network/create-gatekeeper.ts";
import { readHostRules } from "../network/host-rules.ts";
import { lookupAll } from "../network/lookup-all.ts";
import { readAuthority } from "../network/read-target.ts";
import type { ConnectionDecision } from "../sandbox.ts";
import { claim, idleConfig, type RuntimeConfig, type SandboxRuntime } from "./sandbox-runtime.ts";

export type ProxyWishes = {
  readonly runtime: SandboxRuntime;
  readonly hosts: readonly string[];
  readonly onDecision: (decision: ConnectionDecision) => void;
};

/** Runs work while the package's proxy allows only these hosts. Call it through `inTurn`. */
export async function withProxy<T>(
  { runtime, hosts, onDecision }: ProxyWishes,
  work: (socket: string | undefined) => Promise<T>,
): Promise<T> {
  const gatekeeper = createGatekeeper({ rules: readHostRules(hosts), lookup: lookupAll, onDecision });
  claim(runtime);
  try {
    await runtime.initialize(proxyConfig, async ({ host, port }) => {
      const stated = `${isIPv6(host) ? `[${host}]` : host}:${port ?? ""}`;
      return (await gatekeeper.admit(stated, readAuthority(stated))).allowed;
    });
    return await work(runtime.getLinuxHttpSocketPath());
  } finally {
    // A proxy that does not stop keeps its configuration, so that no later run gets it.
    const isReset = runtime.reset().then(() => true);
    if (await Promise.race([isReset, pause(longestReset, false, { ref: false })]))
      runtime.updateConfig(idleConfig);
  }
}

/** The package gives its relay 1.5 s to end. */
const longestReset = 10_000;

/** We are asked about every host; the proxy resolves names once more itself, so it needs the private ranges too. */
const proxyConfig: RuntimeConfig = {
  network: {
    allowedDomains: [],
    deniedDomains: [],
    deniedResolvedAddresses: ["10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
  },
  filesystem: { denyRead: [], allowRead: [], allowWrite: [], denyWrite: [] },
  mandatoryDenySearchDepth: 1,
};
