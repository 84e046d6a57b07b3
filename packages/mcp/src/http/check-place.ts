import { SkillError } from "@skillwright/core";
import type { HttpOptions } from "./http-options.ts";

export type Place = { readonly host: string; readonly port: number; readonly path: string };

/** Where to listen; throws `option-invalid` for an invalid address, or for a public one without `allowedHosts`. */
export function checkPlace(options: HttpOptions): Place {
  const { host = "127.0.0.1", port = 0, path = "/mcp" } = options;
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
  requireOption(isPort, "port", "expected an integer from 0 to 65535");
  requireOption(
    /^\/[\w\-.~/]*$/.test(path),
    "path",
    "expected a path that starts with / and has only letters, digits and - . _ ~ /",
  );
  const isReachable = isOwnAddress(host) || (options.allowedHosts ?? []).length > 0;
  requireOption(
    isReachable,
    "host",
    `${host} is reachable from other machines; list the host names that clients use (allowedHosts, --public-host)`,
  );
  return { host, port, path };
}

/** Whether only programs on this machine can reach an address. */
export function isOwnAddress(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

function requireOption(holds: boolean, name: string, reason: string): void {
  if (!holds) throw new SkillError("option-invalid", { name, reason });
}
