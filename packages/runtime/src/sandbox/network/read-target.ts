import { parseHost } from "./parse-host.ts";
import { parsePort } from "./parse-port.ts";

/** Whom a request wants to reach. */
export type Target = { readonly host: string; readonly port: number };

/** The same with what it wants there, for a request that is passed on rather than tunnelled. */
export type RequestTarget = Target & { readonly path: string };

/** What `CONNECT` names: `example.org:443`, always with a port. Nothing when it is not plainly that. */
export function readAuthority(text: string): Target | undefined {
  const match = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(text);
  return match ? toTarget(match[1], match[2]) : undefined;
}

/** What other requests to a proxy name: `http://example.org/path`, port 80 unless another is given. */
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
