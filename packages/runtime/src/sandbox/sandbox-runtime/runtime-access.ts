import type { NetworkAccess } from "../sandbox.ts";
import type { LiteralPath, RuntimeConfig } from "./sandbox-runtime.ts";

export type AccessWishes = {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** In folders that may be written to, what may not. */
  readonly sealed: readonly string[];
  readonly network: NetworkAccess;
};

/**
 * The package's configuration for one run. It lets programs read everything but what is forbidden, so everything is, and
 * what may be read is an exception.
 */
export function runtimeAccess({ readable, writable, sealed, network }: AccessWishes): Partial<RuntimeConfig> {
  return {
    filesystem: {
      // Said apart because it counts as no part of the first.
      denyRead: ["/", "/sys"].map(toLiteral),
      allowRead: [...readable, ...writable].map(toLiteral),
      allowWrite: writable.map(toLiteral),
      denyWrite: sealed.map(toLiteral),
    },
    // Open to every program, whatever is forbidden, unless they are called secrets.
    credentials: { files: ownFolders.map((path) => ({ path, mode: "deny" as const })) },
    ...(network === "all" ? {} : { network: { allowedDomains: [], deniedDomains: [] } }),
  };
}

/** Where the package keeps its own temporary files. */
const ownFolders: readonly string[] = ["/tmp/claude", "/private/tmp/claude"];

function toLiteral(path: string): LiteralPath {
  return { path, literal: true };
}
