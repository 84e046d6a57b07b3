import { SkillError } from "@skillwright/core";
import type { HttpOptions } from "./http-options.ts";

export type Place = { readonly host: string; readonly port: number; readonly path: string };

/** Where to listen; fails with `option-invalid` when that is no place, or one that others reach under names nobody told. */
export function checkPlace(options: HttpOptions): Place {
  const { host = "127.0.0.1", port = 0, path = "/mcp" } = options;
  const isPort = Number.isInteger(port) && port >= 0 && port <= 65_535;
  requireOption(isPort, "port", "it is a whole number from 0 to 65535");
  requireOption(
    /^\/[\w\-.~/]*$/.test(path),
    "path",
    "it begins with / and has letters, digits and - . _ ~ /",
  );
  const isReachable = isOwnAddress(host) || (options.allowedHosts ?? []).length > 0;
  requireOption(isReachable, "host", `with ${host}, name the hosts under which clients reach this server`);
  return { host, port, path };
}

/** Whether only programs of this machine reach an address. */
export function isOwnAddress(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

function requireOption(holds: boolean, name: string, reason: string): void {
  if (!holds) throw new SkillError("option-invalid", { name, reason });
}
