import type { Match } from "./match-name.ts";

/** The host of a web address. */
export type Host = {
  /** As browsers normalize it. */
  readonly name: string;
  /** Written exactly like that in the address, and a name rather than a number. */
  readonly isPlain: boolean;
  readonly stated: string;
};

/** `domain:example.com` or `domain:*.example.com` of a rule, compiled. */
export type HostPattern = { readonly name: string; readonly isWildcard: boolean; readonly stated: string };

/**
 * The host of an address; undefined unless it is a plain web address on its usual port. Checks the raw text, because
 * programs differ in what they drop, decode and split at.
 */
export function readHost(address: string): Host | undefined {
  const stated = /^https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::(?:80|443))?(?:[/?#]|$)/i.exec(
    address,
  )?.[1];
  if (stated === undefined || /[\s\p{Cc}\\]/u.test(address)) return undefined;
  const url = URL.parse(address);
  if (url?.port !== "") return undefined;
  const { hostname: name } = url;
  const isPlain = name === stated.toLowerCase() && isDomain(name);
  return { name: name.replace(/\.$/, ""), isPlain, stated: stated.toLowerCase() };
}

/** Undefined for a pattern that is not a domain. */
export function compileHostPattern(pattern: string): HostPattern | undefined {
  const stated = /^\s*domain:\s*(\S+)\s*$/i.exec(pattern)?.[1]?.toLowerCase();
  if (stated === undefined) return undefined;
  if (stated === "*") return { name: "", isWildcard: true, stated };
  const isWildcard = stated.startsWith("*.");
  const host = isWildcard ? stated.slice("*.".length) : stated;
  if (/[*?/\\@#%\s:]/.test(host.replace(/^\[[0-9a-f:.]+\]/, ""))) return undefined;
  const name = URL.parse(`https://${host}/`)?.hostname.replace(/\.$/, "");
  return name === undefined || name === "" ? undefined : { name, isWildcard, stated };
}

/** A number might be the address of any host, so only a rule with the same number matches it. */
export function matchHost(pattern: HostPattern, host: Host): Match {
  if (!host.isPlain && pattern.stated === host.stated) return "yes";
  if (!isDomain(host.name)) return "unknown";
  const isMeant = pattern.isWildcard ? isBelow(pattern.name, host.name) : host.name === pattern.name;
  if (!isMeant) return "no";
  return host.isPlain ? "yes" : "unknown";
}

/** Label by label: `evil-example.com` is not below `example.com`. */
function isBelow(domain: string, name: string): boolean {
  return domain === "" || name.endsWith(`.${domain}`);
}

/** Names that end in a number are addresses, per the URL standard. */
function isDomain(name: string): boolean {
  return /^(?=.*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(name) && !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(name);
}
