import type { Conversations } from "../conversations/conversations.ts";
import type { Peer } from "./skill-server.ts";

/** Where a host, in `_meta`, names the activation that a request belongs to. */
export const activationKey = "skillwright/activation";

export const activationOver =
  "The activation that this call names is not active, or no longer. Load the skill again with skills_load, or leave `activation` out.";

type Serving = { readonly peer: Peer; readonly conversations: Conversations };

/** The caller in the conversation that an activation belongs to, or in its own when none is named; undefined when that is over. */
export function findPeer(activation: unknown, { peer, conversations }: Serving): Peer | undefined {
  // Models send empty texts for what they leave out.
  if (activation === undefined || activation === "") return peer;
  return typeof activation === "string" ? conversations.find(activation, peer) : undefined;
}
