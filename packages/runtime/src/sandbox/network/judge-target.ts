import { isIP } from "node:net";
import { sandboxLimits } from "../limits.ts";
import { findRule, type HostRule } from "./host-rules.ts";
import { isPublicAddress } from "./is-public-address.ts";
import type { Target } from "./read-target.ts";

/** All addresses of a name; fails or answers with none when it has none. */
export type Lookup = (name: string) => Promise<readonly string[]>;

export type Denial = "not-listed" | "port-not-listed" | "unresolvable" | "private-address";

/** What was decided of a target; only the addresses named here may be dialled for it. */
export type Verdict =
  | { readonly allowed: true; readonly addresses: readonly string[] }
  | { readonly allowed: false; readonly reason: Denial };

/**
 * Decides whether a target may be reached. A name is looked up once, after it was found in the list, and all that it
 * stands for is judged: one private address among public ones refuses them all.
 */
export async function judgeTarget(
  target: Target,
  { rules, lookup }: { readonly rules: readonly HostRule[]; readonly lookup: Lookup },
): Promise<Verdict> {
  const found = findRule(target, rules);
  if (found !== "listed") return { allowed: false, reason: found };
  if (isIP(target.host) !== 0) return { allowed: true, addresses: [target.host] };
  // Always this machine, whatever a name server says (RFC 6761); who lists it means that.
  if (target.host === "localhost") return { allowed: true, addresses: ["127.0.0.1", "::1"] };
  const addresses = (await lookup(target.host).catch(() => [])).slice(0, sandboxLimits.networkAddresses);
  if (addresses.length === 0) return { allowed: false, reason: "unresolvable" };
  // A name of an internal host is reached by listing its address too, which the program could then dial anyway.
  const isFine = (host: string): boolean =>
    isPublicAddress(host) || findRule({ host, port: target.port }, rules) === "listed";
  return addresses.every(isFine)
    ? { allowed: true, addresses }
    : { allowed: false, reason: "private-address" };
}
