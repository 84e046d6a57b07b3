import type { Decision } from "@skillwright/core/policy";

/**
 * Whether an implied action may happen: a rule that asks is not satisfied by it, but asking by default is, since the
 * call itself may have been asked about.
 */
export function isOpenDecision({ effect, reason }: Decision): boolean {
  return effect === "allow" || (effect === "ask" && reason === "by-default");
}
