import { createRequestStateCodec, type RequestStateCodec } from "@modelcontextprotocol/server";
import { mcpLimits } from "../limits.ts";
import type { Peer } from "./skill-server.ts";

/** State that passes through a client while it asks a person: which call waits, and in which conversation. */
export type HeldCall = { readonly call: string; readonly conversation: string };

/** Signs this state for one caller; no one else can use it. */
export function createStateCodec(key: Uint8Array, peer: Peer): RequestStateCodec<HeldCall> {
  const bound = JSON.stringify([peer.user ?? null, peer.conversation]);
  return createRequestStateCodec<HeldCall>({
    key,
    ttlSeconds: mcpLimits.questionMs / 1000,
    bind: () => bound,
  });
}
