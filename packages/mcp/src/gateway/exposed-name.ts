import { createHash } from "node:crypto";
import { gatewayLimits } from "./limits.ts";

/**
 * The name of a server's tool among those of all servers: `fs__write_file`. A name that is too long, has
 * characters that model providers refuse, or looks already changed gets a hash of the original name appended,
 * so that names are unique and stable.
 */
export function exposedName(server: string, tool: string): string {
  const name = `${server}__${tool}`;
  if (/^[A-Za-z0-9_-]+$/.test(tool) && name.length <= gatewayLimits.gatewayToolName && !changed.test(name))
    return name;
  const hash = createHash("sha256").update(tool).digest("hex").slice(0, hashLetters);
  const room = gatewayLimits.gatewayToolName - hashLetters - 1;
  return `${name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, room)}_${hash}`;
}

const hashLetters = 12;
const changed = /_[0-9a-f]{12}$/;
