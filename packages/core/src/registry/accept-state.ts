import { SkillError } from "../error.ts";
import type { HubPin, Lease } from "../lease/lease.ts";
import { findClockFault, type LeaseTime } from "../lease/lease-standing.ts";
import { parseJson } from "../text/json.ts";
import {
  type SignedState,
  type StateDocument,
  signedStateSchema,
  stateDocumentSchema,
} from "./state-document.ts";
import { isSignedBy, type VerifyText } from "./verify-signed.ts";

export type AcceptOptions = LeaseTime & {
  readonly pin: HubPin;
  /** The lease so far; nothing older is accepted. */
  readonly last?: Pick<Lease, "state"> | undefined;
  readonly verify: VerifyText;
};

export type AcceptedState = { readonly signed: SignedState; readonly state: StateDocument };

/**
 * A hub's answer as a document to act on. Refused: another key than the one of the login, a forged signature, another tenant's document,
 * one that is older than the last (a rollback), one that has expired (a freeze), and all of them while the clock is wrong.
 */
export function acceptState(answer: unknown, options: AcceptOptions): AcceptedState {
  const { pin, last, now, seenMs, verify } = options;
  const refuse = (reason: string): SkillError => new SkillError("state-refused", { hub: pin.hub, reason });
  const signed = signedStateSchema.safeParse(answer).data;
  if (signed === undefined) throw refuse("it is not a signed state document");
  if (signed.key !== pin.key)
    throw refuse(
      "it is signed with another key than the hub had at login; if the hub was replaced, log in again",
    );
  if (!isSignedBy(signed, pin.key, verify)) throw refuse("its signature is not valid");
  const state = stateDocumentSchema.safeParse(parseJson(signed.document)).data;
  if (state === undefined) throw refuse("it is not in the format of this version of Skillwright");
  if (state.tenant !== pin.subject.tenant) throw refuse(`it is for the tenant ${state.tenant}`);
  const newest = Math.max(pin.sequence, last?.state.sequence ?? 0);
  if (state.sequence < newest || (last !== undefined && isOlder(state, last.state)))
    throw refuse(`it is older (${state.sequence}) than the last one (${newest})`);
  const fault = findClockFault(Date.parse(state.issuedAt), { now, seenMs });
  if (fault !== undefined) throw refuse(clockReasons[fault]);
  if (now >= Date.parse(state.expiresAt)) throw refuse(`it expired at ${state.expiresAt}`);
  return { signed, state };
}

const clockReasons = {
  "clock-behind": "it was issued later than the clock of this machine shows; set the clock",
  "clock-set-back":
    "the clock of this machine was set back; set the clock, or log in again if it was wrong before",
} as const;

/** A hub signs the same state again to prolong it. */
function isOlder(state: StateDocument, last: StateDocument): boolean {
  if (state.sequence !== last.sequence) return state.sequence < last.sequence;
  return Date.parse(state.issuedAt) < Date.parse(last.issuedAt);
}
