import { isIPv6 } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { isInside } from "@skillwright/core/path";
import { createPathKeeper } from "../keep-paths.ts";
import { lookupAll } from "../network/dial.ts";
import { createGatekeeper } from "../network/gatekeeper.ts";
import { readHostRules } from "../network/host-rules.ts";
import { readAuthority } from "../network/target.ts";
import { runProcess } from "../run-process.ts";
import type { ConnectionDecision, RunRequest, RunResult, Sandbox } from "../sandbox.ts";
import { createRunFolder, quoteWord, type RunFolder, renderLauncher } from "./launcher.ts";
import { runWrapped } from "./run-wrapped.ts";
import { requireProgram, runtimeAccess, visiblePaths } from "./runtime-access.ts";
import {
  claim,
  idleConfig,
  type RuntimeConfig,
  runExclusively,
  type SandboxRuntime,
} from "./runtime-package.ts";

export type RuntimeSandboxOptions = {
  readonly runtime: SandboxRuntime;
  readonly isMac: boolean;
  /** The host's PATH, used by the package to find its helpers and by us to find toolchains. */
  readonly path: string;
  readonly home?: string;
};

/**
 * Runs programs in Anthropic's sandbox: Seatbelt on macOS, bubblewrap on Linux. While a program with a host
 * list runs, no other starts, because the package has one proxy per process.
 */
export function createRuntimeSandbox(options: RuntimeSandboxOptions): Sandbox {
  const keep = createPathKeeper();
  return {
    name: "sandbox-runtime",
    confines: true,
    run: async (request) => {
      const kept = keep(request);
      try {
        return await run({ ...request, readable: [...request.readable, ...kept.paths] }, options);
      } finally {
        kept.release();
      }
    },
  };
}

async function run(request: RunRequest, options: RuntimeSandboxOptions): Promise<RunResult> {
  if (request.signal?.aborted) return runProcess(request);
  const visible = visiblePaths(request, options);
  requireProgram(request, visible);
  const folder = createRunFolder();
  const job: Job = { request, options, visible, folder };
  try {
    folder.write(renderLauncher(request, { temporary: folder.temporary, isMac: options.isMac }));
    if (typeof request.network === "string") return await start(await runExclusively(() => wrap(job)), job);
    const { hosts } = request.network;
    const proxy = { hosts, runtime: options.runtime, onDecision: request.onConnection ?? (() => {}) };
    return await runExclusively(() =>
      withProxy(proxy, async (socket) => start(await wrap(job, socket), job)),
    );
  } finally {
    folder.remove();
  }
}

type Job = {
  readonly request: RunRequest;
  readonly options: RuntimeSandboxOptions;
  /** Real paths of everything the program may see. */
  readonly visible: readonly string[];
  readonly folder: RunFolder;
};

/** The shell command that runs the job in the sandbox. `socket` leads to the proxy, if any. */
function wrap({ request, options, visible, folder }: Job, socket?: string): Promise<string> {
  if (typeof request.network === "string") claim(options.runtime);
  const access = runtimeAccess({
    readable: [...visible, folder.launcher, ...(socket === undefined ? [] : [socket])],
    writable: [...request.writable, folder.temporary],
    sealed: sealedIn(request),
    network: request.network,
  });
  return options.runtime.wrapWithSandbox(`exec /bin/sh ${quoteWord(folder.launcher)}`, "/bin/sh", access);
}

/** Paths inside writable folders that the request lists as readable only. */
function sealedIn({ readable, writable }: RunRequest): readonly string[] {
  return readable.filter(
    (path) => !writable.includes(path) && writable.some((folder) => isInside(folder, path)),
  );
}

async function start(line: string, { request, options, folder }: Job): Promise<RunResult> {
  try {
    return await runWrapped(request, {
      line,
      mark: folder.launcher,
      temporary: folder.temporary,
      path: options.path,
      isMac: options.isMac,
    });
  } finally {
    options.runtime.cleanupAfterCommand();
  }
}

type ProxiedRun = {
  readonly runtime: SandboxRuntime;
  readonly hosts: readonly string[];
  readonly onDecision: (decision: ConnectionDecision) => void;
};

/** Runs work while the package's proxy allows only these hosts. Call it through `runExclusively`. */
async function withProxy<T>(
  { runtime, hosts, onDecision }: ProxiedRun,
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
