import type { SignedState } from "./state-document.ts";

/** Whether an Ed25519 signature in Base64 of a text is by a key, `key:…`. */
export type VerifyText = (text: string, key: string, signature: string) => boolean;

/** Put before the text when it is signed, so that no other signature of the key can be taken for it. */
export const stateContext = "skillwright state 1\n";

/** Whether a document is by a key. Apart from the schemas, which hooks do not load. */
export function isSignedBy({ document, signature }: SignedState, key: string, verify: VerifyText): boolean {
  return verify(stateContext + document, key, signature);
}
