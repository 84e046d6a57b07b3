import type { NetworkAccess, Resources } from "../sandbox/sandbox.ts";

/** What the host grants scripts besides their skill's folder, the workspace and their output folder. */
export type ScriptGrants = {
  /** Absolute files and folders, links resolved; writable ones are folders. */
  readonly readable?: readonly string[];
  readonly writable?: readonly string[];
  /** Reachable hosts; none if absent. */
  readonly network?: NetworkAccess;
  readonly timeoutMs?: number;
  readonly resources?: Partial<Resources>;
};
