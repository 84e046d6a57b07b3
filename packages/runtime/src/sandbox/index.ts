/** Sandboxes and what runs in them. */
export { createBubblewrapSandbox, findBubblewrap } from "./bubblewrap/create-bubblewrap-sandbox.ts";
export { sandboxLimits } from "./limits.ts";
export { openSandbox, type SandboxBackend } from "./open-sandbox.ts";
export { createUnconfinedSandbox } from "./run-process.ts";
export type { NetworkAccess, RunRequest, RunResult, Sandbox } from "./sandbox.ts";
export { scriptCommand } from "./script-command.ts";
export { bashCommand, plainEnvironment } from "./shell-run.ts";
