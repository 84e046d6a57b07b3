import type { NetworkAccess, Resources } from "../sandbox/sandbox.ts";

/** What the host lets scripts have besides their skill's folder, the workspace and their output folder. */
export type ScriptGrants = {
  /** Absolute files and folders, links resolved; what may be written to are folders. */
  readonly readable?: readonly string[];
  readonly writable?: readonly string[];
  /** What scripts may reach; nothing when absent. */
  readonly network?: NetworkAccess;
  readonly timeoutMs?: number;
  readonly resources?: Partial<Resources>;
};
