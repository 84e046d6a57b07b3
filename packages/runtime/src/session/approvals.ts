import type { Clock } from "../clock.ts";
import { sessionLimits } from "./limits.ts";

/** Approvals the host is collecting from a person: each for one call with one content, once, and with an expiry. */
export type Approvals = {
  expect(call: string, digest: string): void;
  /** Whether a call with this content was put to a person; consumes the approval. */
  use(call: string, digest: string): boolean;
};

export function createApprovals(clock: Clock): Approvals {
  const expected = new Map<string, { readonly digest: string; readonly until: number }>();
  return {
    expect: (call, digest) => {
      for (const [id, { until }] of expected) if (until < clock.now()) expected.delete(id);
      expected.set(call, { digest, until: clock.now() + sessionLimits.approvalMs });
    },
    use: (call, digest) => {
      const approval = expected.get(call);
      expected.delete(call);
      return approval !== undefined && approval.digest === digest && clock.now() <= approval.until;
    },
  };
}
