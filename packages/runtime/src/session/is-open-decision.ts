import type { Decision } from "@skillwright/core";

/** What somebody wants to be asked about is not done by the way; the call as such may have been asked about. */
export function isOpenDecision({ effect, reason }: Decision): boolean {
  return effect === "allow" || (effect === "ask" && reason === "by-default");
}
