import { formatError, SkillError } from "@skillwright/core";
import { createBubblewrapSandbox, findBubblewrap } from "./bubblewrap/create-bubblewrap-sandbox.ts";

import { proveSandbox } from "./proof/prove-sandbox.ts";
import type { RunRequest, RunResult, Sandbox } from "./sandbox.ts";
import { adviceOnLeaks, adviceOnMissing, adviceOnNamespaces } from "./sandbox-advice.ts";
import { createRuntimeSandbox } from "./sandbox-runtime/create-runtime-sandbox.ts";
import { loadRuntime } from "./sandbox-runtime/runtime-package.ts";

export type SandboxBackend = "bubblewrap" | "sandbox-runtime";
export type OpenSandboxOptions = {
  readonly platform: "linux" | "darwin" | "win32";
  /** The host's PATH, used to find the sandbox's own programs and those that run in it. */
  readonly path: string;
  /** The user's home folder. */
  readonly home?: string;
  /** The default, `auto`, picks the best backend for the platform. */
  readonly backend?: "auto" | SandboxBackend;
};

/**
 * Opens a sandbox and tries to break out of it; the result lists what was tried. Throws a `SkillError` if no
 * sandbox is available or it leaks. Never falls back to another backend.
 */
export async function openSandbox(options: OpenSandboxOptions): Promise<Sandbox> {
  const sandbox = await makers[chooseBackend(options)](options);
  await requireStart(sandbox, options);
  const proof = await proveSandbox(sandbox);
  if (proof.failed.length > 0) {
    const { name } = sandbox;
    const advice = adviceOnLeaks(name, proof.failed);
    throw new SkillError("sandbox-leaks", { name, failed: proof.failed.join(", "), advice });
  }
  return { ...sandbox, proof };
}

const platforms: Readonly<Record<OpenSandboxOptions["platform"], readonly SandboxBackend[]>> = {
  // The second needs bubblewrap too, so it cannot replace a missing first.
  linux: ["bubblewrap", "sandbox-runtime"],
  darwin: ["sandbox-runtime"],
  win32: [],
};

function chooseBackend({ platform, backend = "auto" }: OpenSandboxOptions): SandboxBackend {
  const [usual] = platforms[platform];
  if (usual === undefined) throw missing("there is no sandbox for Windows", platform);
  if (backend === "auto") return usual;
  if (platforms[platform].includes(backend)) return backend;
  throw missing(`${backend} does not run on this system`, platform);
}

const makers: Readonly<Record<SandboxBackend, (options: OpenSandboxOptions) => Promise<Sandbox>>> = {
  bubblewrap: async ({ platform, ...options }) => {
    const program = findBubblewrap(options.path);
    if (program === undefined) throw missing("bubblewrap (bwrap) is not installed", platform);
    return createBubblewrapSandbox({ program, ...options });
  },
  "sandbox-runtime": async ({ platform, ...options }) => {
    const runtime = await loadRuntime();
    if (typeof runtime === "string") throw missing(runtime, platform);
    return createRuntimeSandbox({ runtime, isMac: platform === "darwin", ...options });
  },
};

function missing(reason: string, platform: OpenSandboxOptions["platform"]): SkillError {
  return new SkillError("sandbox-missing", { reason, advice: adviceOnMissing(platform) });
}

/** Checks that a program starts at all: nothing does where the system forbids namespaces. */
async function requireStart(sandbox: Sandbox, { platform, path }: OpenSandboxOptions): Promise<void> {
  const request: RunRequest = {
    command: ["true"],
    cwd: "/",
    environment: { PATH: path },
    timeoutMs: 30_000,
    outputBytes: 2000,
    readable: [],
    writable: [],
    network: "none",
  };
  const reason = await sandbox.run(request).then(
    (result) => describeFailure(sandbox.name, result),
    (error: unknown) => describeError(error),
  );
  if (reason === undefined) return;
  const advice = platform === "linux" ? adviceOnNamespaces(reason) : adviceOnMissing(platform);
  throw new SkillError("sandbox-missing", { reason, advice });
}

function describeFailure(name: string, { status, exitCode, stderr }: RunResult): string | undefined {
  if (exitCode === 0) return undefined;
  return `${name} failed (${stderr.trim().split("\n").at(-1) || `${status} with ${exitCode}`})`;
}

function describeError(error: unknown): string {
  if (error instanceof SkillError) return String(error.details.reason ?? formatError(error));
  throw error;
}
