import type { Conversations } from "../conversations/conversations.ts";
import type { Peer } from "./skill-server.ts";

/** The `_meta` key for the activation that a request belongs to. */
export const activationKey = "skillwright/activation";

export const activationOver =
  "The activation that this call names is not active. Load the skill again with skills_load, or omit `activation`.";

type Serving = { readonly peer: Peer; readonly conversations: Conversations };

/**
 * The caller in the conversation of an activation, or in its own if none is named; undefined if the activation
 * has ended.
 */
export function findPeer(activation: unknown, { peer, conversations }: Serving): Peer | undefined {
  // Models send empty strings for omitted values.
  if (activation === undefined || activation === "") return peer;
  return typeof activation === "string" ? conversations.find(activation, peer) : undefined;
}
