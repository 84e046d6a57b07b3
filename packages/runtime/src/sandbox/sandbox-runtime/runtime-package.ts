import { SkillError } from "@skillwright/core";

/**
 * The part of `@anthropic-ai/sandbox-runtime` that we use: one object with one configuration per process.
 * Declared here so that our types do not need the package.
 */
export type SandboxRuntime = {
  checkDependencies(): { readonly errors: readonly string[] };
  getConfig(): { readonly network: { readonly allowedDomains?: readonly string[] } } | undefined;
  /** Starts a proxy that calls `ask` for every host. */
  initialize(config: RuntimeConfig, ask: (target: RuntimeTarget) => Promise<boolean>): Promise<void>;
  updateConfig(config: IdleConfig): void;
  /** A shell command that runs `command` in the sandbox with this configuration instead of the shared one. */
  wrapWithSandbox(command: string, shell: string, config: Partial<RuntimeConfig>): Promise<string>;
  getLinuxHttpSocketPath(): string | undefined;
  cleanupAfterCommand(): void;
  /** Stops the proxy and keeps the configuration. */
  reset(): Promise<void>;
};

/** A path that is not interpreted as a pattern. */
export type LiteralPath = { path: string; literal: true };

type RuntimeTarget = { host: string; port: number | undefined };

export type RuntimeConfig = {
  network: {
    allowedDomains: string[];
    deniedDomains: string[];
    /** Addresses that no name may resolve to. */
    deniedResolvedAddresses?: string[];
  };
  filesystem: {
    denyRead: LiteralPath[];
    allowRead: LiteralPath[];
    allowWrite: LiteralPath[];
    denyWrite: LiteralPath[];
  };
  credentials?: { files: { path: string; mode: "deny" }[] };
  /** Depth below the host's working folder at which it looks for agent and git files, which it makes read-only. */
  mandatoryDenySearchDepth?: number;
};

/** Without a list of domains: a run that names none may then reach everything. */
type IdleConfig = {
  network: { allowedDomains?: string[]; deniedDomains: string[] };
  filesystem: { denyRead: unknown[]; allowWrite: unknown[]; denyWrite: unknown[] };
  mandatoryDenySearchDepth?: number | undefined;
};

/**
 * The shared configuration while no run needs the proxy. Another user of the package has a list of domains in
 * theirs.
 */
export const idleConfig: IdleConfig = {
  network: { deniedDomains: [] },
  filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
  // Each run says what may be written, and the default of three levels takes up to half a second each time.
  mandatoryDenySearchDepth: 1,
};

/** Whether no other code in this process has configured it. */
function isFree(runtime: SandboxRuntime): boolean {
  return runtime.getConfig()?.network.allowedDomains === undefined;
}

const inUse = "another part of this process uses @anthropic-ai/sandbox-runtime, which supports only one user";

/** Claims it for us. Throws instead of running a program under someone else's rules. */
export function claim(runtime: SandboxRuntime): void {
  if (!isFree(runtime))
    throw new SkillError("sandbox-missing", { reason: inUse, advice: "Use another sandbox." });
  runtime.updateConfig(idleConfig);
}

// The package has one configuration per process, so access to it is serialized per process.
let last: Promise<unknown> = Promise.resolve();

/** Runs work after all earlier work has settled, whether it succeeded or not. */
export function runExclusively<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work, work);
  last = done;
  return done;
}

/** Loads Anthropic's sandbox, an optional peer, or returns the reason why it cannot be used. */
export async function loadRuntime(load: RuntimeLoader = importRuntime): Promise<SandboxRuntime | string> {
  const runtime = await load().catch(missingOnly);
  if (runtime === undefined) return "the package @anthropic-ai/sandbox-runtime is not installed";
  return runExclusively(async () => {
    if (!isFree(runtime)) return inUse;
    const { errors } = runtime.checkDependencies();
    return errors.length > 0 ? `sandbox-runtime is missing dependencies: ${errors.join("; ")}` : runtime;
  });
}

type RuntimeLoader = () => Promise<SandboxRuntime>;

const importRuntime: RuntimeLoader = async () =>
  (await import("@anthropic-ai/sandbox-runtime")).SandboxManager;

function missingOnly(error: unknown): undefined {
  if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
}
