import { isIP } from "node:net";
import { sandboxLimits } from "../limits.ts";
import { findRule, type HostRule } from "./host-rules.ts";
import { isPublicAddress } from "./is-public-address.ts";
import type { Target } from "./read-target.ts";

/** All addresses of a name; rejects or returns none if it has none. */
export type Lookup = (name: string) => Promise<readonly string[]>;

export type Denial = "not-listed" | "port-not-listed" | "unresolvable" | "private-address";

/** The decision about a target; we may connect only to the addresses listed here. */
export type Verdict =
  | { readonly allowed: true; readonly addresses: readonly string[] }
  | { readonly allowed: false; readonly reason: Denial };

/**
 * Decides whether a target may be reached. Resolves a name once, after it matched a rule, and checks all its
 * addresses: one private address refuses them all.
 */
export async function judgeTarget(
  target: Target,
  { rules, lookup }: { readonly rules: readonly HostRule[]; readonly lookup: Lookup },
): Promise<Verdict> {
  const found = findRule(target, rules);
  if (found !== "listed") return { allowed: false, reason: found };
  if (isIP(target.host) !== 0) return { allowed: true, addresses: [target.host] };
  // Always this machine, whatever DNS says (RFC 6761); a rule for it means that.
  if (target.host === "localhost") return { allowed: true, addresses: ["127.0.0.1", "::1"] };
  const addresses = (await lookup(target.host).catch(() => [])).slice(0, sandboxLimits.networkAddresses);
  if (addresses.length === 0) return { allowed: false, reason: "unresolvable" };
  // To reach an internal host by name, list its address too; the program could then use the address anyway.
  const isFine = (host: string): boolean =>
    isPublicAddress(host) || findRule({ host, port: target.port }, rules) === "listed";
  return addresses.every(isFine)
    ? { allowed: true, addresses }
    : { allowed: false, reason: "private-address" };
}
