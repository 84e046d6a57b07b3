import { isIPv4, isIPv6 } from "node:net";

/** A host in the one form in which hosts are compared: lower case, punycode, addresses as short as they go. */
export type Host = { readonly kind: "name" | "ipv4" | "ipv6"; readonly name: string };

/**
 * Reads the host of a rule or a request, or nothing when it could be read in two ways: `0x7f.1`, `::ffff:10.0.0.1`,
 * `a%2eb`, a trailing dot. IPv6 addresses stand in brackets.
 */
export function parseHost(text: string): Host | undefined {
  if (text.startsWith("[")) return parseBracketed(text);
  if (isIPv4(text)) return { kind: "ipv4", name: text };
  const name = text.toLowerCase();
  // Node and browsers read a last label that begins like a number as a number: 127.1, 0x7f000001, 1.2.3.08.
  const endsInNumber = /(?:^|\.)(?:\d+|0x[\da-f]*)$/.test(name);
  return isPlainName(name) && !endsInNumber ? { kind: "name", name } : undefined;
}

function parseBracketed(text: string): Host | undefined {
  const inner = text.slice(1, -1);
  // Dotted and mapped forms write one IPv4 address in a second way; `%` begins a zone.
  if (!text.endsWith("]") || !isIPv6(inner) || /[.%]/.test(inner)) return undefined;
  const name = canonicalAddress(inner);
  return name.startsWith("::ffff:") ? undefined : { kind: "ipv6", name };
}

/** An IPv6 address as short as it goes; only after it was seen to be one. */
export function canonicalAddress(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

const label = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/;

/** RFC 1035: at most 253 characters, labels of at most 63. */
function isPlainName(name: string): boolean {
  return name.length <= 253 && name.split(".").every((part) => label.test(part));
}
