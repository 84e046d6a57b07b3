/** Sandboxes and what runs in them. */
export { createBubblewrapSandbox } from "./bubblewrap/create-bubblewrap-sandbox.ts";
export { findBubblewrap } from "./bubblewrap/find-bubblewrap.ts";
export { sandboxLimits } from "./limits.ts";
export { openSandbox, type SandboxBackend } from "./open-sandbox.ts";
export { plainEnvironment } from "./plain-environment.ts";
export type { NetworkAccess, RunRequest, RunResult, Sandbox } from "./sandbox.ts";
export { scriptCommand } from "./script-command.ts";
export { bashCommand } from "./shell-run.ts";
export { createUnconfinedSandbox } from "./unconfined.ts";
