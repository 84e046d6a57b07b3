import { isIP } from "node:net";
import { limits } from "@skillwright/core";
import { sandboxLimits } from "../limits.ts";
import type { ConnectionDecision } from "../sandbox.ts";
import { findRule, type HostRule } from "./host-rules.ts";
import { isPublicAddress } from "./is-public-address.ts";
import type { Refusal } from "./refusal-response.ts";
import type { Target } from "./target.ts";

/** We may connect only to the target and addresses that were checked. */
type Admitted<T extends Target> = {
  readonly allowed: true;
  readonly target: T;
  readonly addresses: readonly string[];
};

type Refused = {
  readonly allowed: false;
  readonly refusal: Refusal;
  /** Safe to display. */
  readonly host: string;
};

export type GatekeeperOptions = {
  readonly rules: readonly HostRule[];
  readonly lookup: Lookup;
  readonly onDecision: (decision: ConnectionDecision) => void;
};

export type Gatekeeper = {
  /** `stated` is the target as written in the request; `target` is its parsed form, if it could be parsed. */
  admit<T extends Target>(stated: string, target: T | undefined): Promise<Admitted<T> | Refused>;
  refuse(stated: string, refusal: Refusal): Refused;
};

/** Decides about requests, and reports each decision before we connect. */
export function createGatekeeper({ rules, lookup, onDecision }: GatekeeperOptions): Gatekeeper {
  let left: number = sandboxLimits.networkRequests;
  const decide = ({ host, port }: Target, refusal?: Refusal): void => {
    // Past the limit, refuse everything and report it once, so that a program cannot flood the log.
    if (left >= 0) onDecision({ host, port, allowed: !refusal, reason: refusal ?? "listed" });
    left -= 1;
  };
  const refuse = (target: Target, refusal: Refusal): Refused => {
    const reason = left > 0 ? refusal : "too-many-requests";
    decide(target, reason);
    return { allowed: false, refusal: reason, host: showTarget(target) };
  };
  return {
    admit: async (stated, target) => {
      if (!target) return refuse({ host: printable(stated), port: 0 }, "malformed");
      if (left <= 0) return refuse(target, "too-many-requests");
      const verdict = await checkTarget(target, { rules, lookup });
      if (!verdict.allowed) return refuse(target, verdict.reason);
      if (left <= 0) return refuse(target, "too-many-requests");
      decide(target);
      return { ...verdict, target };
    },
    refuse: (stated, refusal) => refuse({ host: printable(stated), port: 0 }, refusal),
  };
}

/** For people and logs: ASCII only and bounded, without control characters or lookalike letters. */
function printable(text: string): string {
  return text
    .slice(0, limits.detailCharacters)
    .replace(/[^\x21-\x7e]/g, (found) => `\\x${found.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

function showTarget({ host, port }: Target): string {
  return port === 0 ? host : `${host}:${port}`;
}

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
export async function checkTarget(
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
