import { SkillError } from "@skillwright/core";

/**
 * What is used of `@anthropic-ai/sandbox-runtime`: one object with one configuration for the whole process. Described here
 * so that nobody needs the package for our types.
 */
export type SandboxRuntime = {
  checkDependencies(): { readonly errors: readonly string[] };
  getConfig(): { readonly network: { readonly allowedDomains?: readonly string[] } } | undefined;
  /** Starts a proxy that asks about every host. */
  initialize(config: RuntimeConfig, ask: (target: RuntimeTarget) => Promise<boolean>): Promise<void>;
  updateConfig(config: IdleConfig): void;
  /** A command line for a shell that runs `command` in the sandbox, by this configuration instead of the common one. */
  wrapWithSandbox(command: string, shell: string, config: Partial<RuntimeConfig>): Promise<string>;
  getLinuxHttpSocketPath(): string | undefined;
  cleanupAfterCommand(): void;
  /** Stops the proxy. The configuration stays. */
  reset(): Promise<void>;
};

/** A path that is never read as a pattern. */
export type LiteralPath = { path: string; literal: true };

type RuntimeTarget = { host: string; port: number | undefined };

export type RuntimeConfig = {
  network: {
    allowedDomains: string[];
    deniedDomains: string[];
    /** Addresses that no name may stand for. */
    deniedResolvedAddresses?: string[];
  };
  filesystem: {
    denyRead: LiteralPath[];
    allowRead: LiteralPath[];
    allowWrite: LiteralPath[];
    denyWrite: LiteralPath[];
  };
  credentials?: { files: { path: string; mode: "deny" }[] };
  /** Levels below the host's working folder in which it looks for files of agents and of git, which it lets nobody write to. */
  mandatoryDenySearchDepth?: number;
};

/** One without a list of domains: then a run that names none either may reach everything. */
type IdleConfig = {
  network: { allowedDomains?: string[]; deniedDomains: string[] };
  filesystem: { denyRead: unknown[]; allowWrite: unknown[]; denyWrite: unknown[] };
  mandatoryDenySearchDepth?: number | undefined;
};

/** The common configuration while no run needs the proxy. Whoever else uses the package has a list of domains in theirs. */
export const idleConfig: IdleConfig = {
  network: { deniedDomains: [] },
  filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
  // What may be written is said by each run, and the usual three levels take up to half a second each time.
  mandatoryDenySearchDepth: 1,
};

/** Whether nobody else in this process has set it up for themselves. */
export function isFree(runtime: SandboxRuntime): boolean {
  return runtime.getConfig()?.network.allowedDomains === undefined;
}

export const inUse = "this process uses @anthropic-ai/sandbox-runtime for itself, and it can serve only one";

/** Takes it for us. Fails rather than run a program by rules that somebody else has made. */
export function claim(runtime: SandboxRuntime): void {
  if (!isFree(runtime))
    throw new SkillError("sandbox-missing", { reason: inUse, advice: "Use another sandbox." });
  runtime.updateConfig(idleConfig);
}
