import { parseHost } from "./parse-host.ts";
import { parsePort } from "./parse-port.ts";

/** What a request wants to reach. */
export type Target = { readonly host: string; readonly port: number };

/** A target with a path, for a request that is forwarded instead of tunneled. */
export type RequestTarget = Target & { readonly path: string };

/** Parses the target of `CONNECT`, such as `example.org:443`; the port is required. */
export function readAuthority(text: string): Target | undefined {
  const match = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(text);
  return match ? toTarget(match[1], match[2]) : undefined;
}

/** Parses the target of other proxy requests, such as `http://example.org/path`; port 80 by default. */
export function readAbsoluteForm(text: string): RequestTarget | undefined {
  const match = /^http:\/\/(\[[^\]]*\]|[^:/?]*)(?::(\d+))?([/?][\x21-\x22\x24-\x7e]*)?$/i.exec(text);
  if (!match) return undefined;
  const target = toTarget(match[1], match[2] ?? "80");
  const path = match[3] ?? "/";
  return target && { ...target, path: path.startsWith("?") ? `/${path}` : path };
}

function toTarget(hostText = "", portText = ""): Target | undefined {
  const host = parseHost(hostText);
  const port = parsePort(portText);
  return host && port !== undefined ? { host: host.name, port } : undefined;
}
