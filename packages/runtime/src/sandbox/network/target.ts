import { isIPv4, isIPv6 } from "node:net";

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

/** A host in the normalized form for comparison: lower case, punycode, shortest address. */
export type Host = { readonly kind: "name" | "ipv4" | "ipv6"; readonly name: string };

/**
 * Parses the host of a rule or request. Undefined if it is ambiguous: `0x7f.1`, `::ffff:10.0.0.1`, `a%2eb`, a
 * trailing dot. IPv6 addresses need brackets.
 */
export function parseHost(text: string): Host | undefined {
  if (text.startsWith("[")) return parseBracketed(text);
  if (isIPv4(text)) return { kind: "ipv4", name: text };
  const name = text.toLowerCase();
  // Node and browsers parse a last label that starts like a number as a number: 127.1, 0x7f000001, 1.2.3.08.
  const endsInNumber = /(?:^|\.)(?:\d+|0x[\da-f]*)$/.test(name);
  return isPlainName(name) && !endsInNumber ? { kind: "name", name } : undefined;
}

function parseBracketed(text: string): Host | undefined {
  const inner = text.slice(1, -1);
  // Dotted and mapped forms are a second notation of an IPv4 address; `%` starts a zone.
  if (!text.endsWith("]") || !isIPv6(inner) || /[.%]/.test(inner)) return undefined;
  const name = canonicalAddress(inner);
  return name.startsWith("::ffff:") ? undefined : { kind: "ipv6", name };
}

/** Shortens a valid IPv6 address. */
export function canonicalAddress(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

const label = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/;

/** RFC 1035: at most 253 characters, labels of at most 63. */
function isPlainName(name: string): boolean {
  return name.length <= 253 && name.split(".").every((part) => label.test(part));
}

/** Parses a port from 1 to 65535, without sign or leading zero. */
export function parsePort(text: string): number | undefined {
  if (!/^[1-9]\d{0,4}$/.test(text)) return undefined;
  const port = Number(text);
  return port <= 65_535 ? port : undefined;
}
