import { inTurn } from "./in-turn.ts";
import { inUse, isFree, type SandboxRuntime } from "./sandbox-runtime.ts";

/** Loads Anthropic's sandbox, an optional peer, or returns the reason why it cannot be used. */
export async function loadRuntime(load: RuntimeLoader = importRuntime): Promise<SandboxRuntime | string> {
  const runtime = await load().catch(missingOnly);
  if (runtime === undefined) return "the package @anthropic-ai/sandbox-runtime is not installed";
  return inTurn(async () => {
    if (!isFree(runtime)) return inUse;
    const { errors } = runtime.checkDependencies();
    return errors.length > 0 ? `sandbox-runtime is missing dependencies: ${errors.join("; ")}` : runtime;
  });
}

export type RuntimeLoader = () => Promise<SandboxRuntime>;

const importRuntime: RuntimeLoader = async () =>
  (await import("@anthropic-ai/sandbox-runtime")).SandboxManager;

function missingOnly(error: unknown): undefined {
  if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
}
