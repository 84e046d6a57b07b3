import { generateKeyPairSync, sign } from "node:crypto";
import type { HubPin } from "../lease/lease.ts";
import type { SignedState, StateDocument } from "./state-document.ts";
import { stateContext } from "./verify-signed.ts";

/** A key as hubs have one. */
export type TestKey = { readonly id: string; sign(state: object): SignedState };

export function createTestKey(): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const id = `key:${publicKey.export({ format: "jwk" }).x}`;
  return {
    id,
    sign: (state) => {
      const document = JSON.stringify(state);
      const signature = sign(null, Buffer.from(stateContext + document), privateKey).toString("base64");
      return { document, key: id, signature };
    },
  };
}

/** The time at which test documents are issued; they hold for a day. */
export const issuedMs: number = Date.parse("2026-03-01T12:00:00Z");
export const dayMs = 86_400_000;

export function testState(change: Partial<StateDocument> = {}): StateDocument {
  return {
    ...{ version: 1, tenant: "acme", sequence: 1, mode: "best-effort", deployments: [], revocations: [] },
    issuedAt: new Date(issuedMs).toISOString(),
    expiresAt: new Date(issuedMs + dayMs).toISOString(),
    ...change,
  };
}

export function testPin(key: string): HubPin {
  const subject = { agent: "agent-1", tenant: "acme", user: "ann", environment: "production" };
  return { hub: "https://hub.example", key, subject, isStrict: false, sequence: 0 };
}
