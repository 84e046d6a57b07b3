import { isIP } from "node:net";
import type { HubSettings } from "../config/settings.ts";

/** The hub's own origin: the public one, else the one that the request was sent to. */
export function ownOrigin(request: Request, { publicUrl }: Pick<HubSettings, "publicUrl">): string {
  return new URL(publicUrl ?? request.url).origin;
}

/** Browsers say where a request comes from. Requests with a cookie and forms count only from the hub's own pages. */
export function isFromOwnPage(request: Request, settings: Pick<HubSettings, "publicUrl">): boolean {
  const site = request.headers.get("sec-fetch-site") ?? "same-origin";
  return request.headers.get("origin") === ownOrigin(request, settings) && site === "same-origin";
}

/**
 * Whether a host name is the hub's. Another site could let its own name point to the hub's address, and would then read
 * answers that need no credentials, or are for this machine only. Addresses cannot be pointed elsewhere, so they are always fine.
 */
export function createHostCheck({
  publicUrl,
  host,
  trustProxy,
}: Pick<HubSettings, "publicUrl" | "host" | "trustProxy">): (header: string | undefined) => boolean {
  const known = new Set(["localhost", host]);
  if (publicUrl !== undefined) known.add(new URL(publicUrl).hostname);
  return (header) => {
    if (trustProxy) return true;
    const name = header === undefined ? undefined : hostName(header);
    return name !== undefined && (known.has(name) || isIP(name) !== 0);
  };
}

/** `hub.example:7330` → `hub.example`, `[::1]:7330` → `::1`. */
function hostName(header: string): string | undefined {
  const [, bracketed, plain] =
    /^(?:\[([0-9a-fA-F:.]{2,45})\]|([\w.-]{1,253}))(?::\d{1,5})?$/.exec(header) ?? [];
  return bracketed ?? plain?.toLowerCase();
}
