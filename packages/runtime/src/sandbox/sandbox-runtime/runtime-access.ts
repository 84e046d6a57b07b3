import type { NetworkAccess } from "../sandbox.ts";
import type { LiteralPath, RuntimeConfig } from "./sandbox-runtime.ts";

export type AccessWishes = {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Paths inside writable folders that must stay read-only. */
  readonly sealed: readonly string[];
  readonly network: NetworkAccess;
};

/**
 * The package's configuration for one run. By default it allows reading everything, so deny everything and list
 * what may be read as exceptions.
 */
export function runtimeAccess({ readable, writable, sealed, network }: AccessWishes): Partial<RuntimeConfig> {
  return {
    filesystem: {
      // Listed separately because the first does not cover it.
      denyRead: ["/", "/sys"].map(toLiteral),
      allowRead: [...readable, ...writable].map(toLiteral),
      allowWrite: writable.map(toLiteral),
      denyWrite: sealed.map(toLiteral),
    },
    // Readable by every program unless declared as credentials.
    credentials: { files: ownFolders.map((path) => ({ path, mode: "deny" as const })) },
    ...(network === "all" ? {} : { network: { allowedDomains: [], deniedDomains: [] } }),
  };
}

/** The package's own temporary folders. */
const ownFolders: readonly string[] = ["/tmp/claude", "/private/tmp/claude"];

function toLiteral(path: string): LiteralPath {
  return { path, literal: true };
}
