import type { AuditSkill } from "@skillwright/core/audit";
import { sha256Hex } from "@skillwright/core/discover";
import { printable } from "@skillwright/core/text";
import type { Clock } from "../clock.ts";
import { sessionLimits } from "../session/limits.ts";
import type { Approval, CallRequest } from "./admit.ts";

/** Asks a person about a call. It must not wait for calls or activations of the same session: they may be waiting for it. */
export type Approver = (question: ApprovalQuestion) => Promise<ApprovalAnswer>;
export type ApprovalQuestion = {
  /** Id of the waiting call. */
  readonly call: string;
  readonly tool: string;
  readonly input: unknown;
  /**
   * The call on one printable line, with nothing written by a skill except the command or path itself. Commands are whole; a
   * longer input, such as a file to write, says how much is left out: show `input` if that matters.
   */
  readonly text: string;
  readonly skills: readonly string[];
  /** Binds the answer to this request. */
  readonly digest: string;
};
export type ApprovalAnswer = { readonly approved: boolean; readonly by?: string };

/** A call the host itself is asking a person about. */
export type ExpectedApproval = { readonly tool: string; readonly input: unknown; readonly call: string };

/** Approvals in one session: those its host collects, and those its approver is asked for. */
export type Approvals = {
  /** What an approval of this call, under the currently active skills, is bound to. */
  digest(call: CallRequest): string;
  /** A person's approval, or why there is none. */
  ask(call: CallRequest): Promise<Approval | { readonly because: string }>;
  /** The host is asking about this call: its approval counts for this content, once, and with an expiry. */
  expect(request: ExpectedApproval): void;
};

export type ApprovalParts = {
  readonly approver: Approver | undefined;
  readonly clock: Clock;
  /** The active skills: an approval under some skills does not hold under others. */
  readonly skills: () => readonly AuditSkill[];
  /** Aborted when the session closes. */
  readonly closing: AbortSignal;
};

export function createApprovals({ approver, clock, skills, closing }: ApprovalParts): Approvals {
  const expected = createExpectedApprovals(clock);
  const digest = ({ tool, input }: Omit<CallRequest, "id">): string =>
    digestCall({ tool, input, skills: skills() });
  return {
    digest,
    expect: ({ call, tool, input }) => expected.add(call, digest({ tool, input })),
    ask: async (call) => {
      const bound = digest(call);
      if (expected.use(call.id, bound)) return { digest: bound, by: "host" };
      if (approver === undefined)
        return { because: "It needs a person's approval, and there is no one to ask here." };
      const question = {
        call: call.id,
        tool: call.tool,
        input: call.input,
        text: describeCall(call),
        skills: skills().map(({ name }) => printable(name)),
        digest: bound,
      };
      try {
        const answer = await unlessClosed(approver(question), closing);
        if ("because" in answer) return answer;
        const { approved, by = "approver" } = answer;
        // Only an explicit `true` counts.
        if (approved === true) return { digest: bound, by };
        return { because: "The person asked did not approve it." };
      } catch (error) {
        // Host code: if it fails, the call is not approved.
        return {
          because: `Approval failed: ${printable(error instanceof Error ? error.message : String(error))}`,
        };
      }
    },
  };
}

/** A closing session does not wait for a person. */
async function unlessClosed<Answer>(
  answer: Promise<Answer>,
  closing: AbortSignal,
): Promise<Answer | { readonly because: string }> {
  const closed = Promise.withResolvers<{ readonly because: string }>();
  const stop = (): void => closed.resolve({ because: "The session was closed." });
  if (closing.aborted) stop();
  closing.addEventListener("abort", stop);
  try {
    return await Promise.race([answer, closed.promise]);
  } finally {
    closing.removeEventListener("abort", stop);
  }
}

type ExpectedApprovals = {
  add(call: string, digest: string): void;
  /** Whether a call with this content was put to a person; consumes the approval. */
  use(call: string, digest: string): boolean;
};

function createExpectedApprovals(clock: Clock): ExpectedApprovals {
  const expected = new Map<string, { readonly digest: string; readonly until: number }>();
  return {
    add: (call, digest) => {
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

/** The call as data on one line: nothing in it can look like our own question, and the end is always visible. */
function describeCall({ tool, input }: CallRequest): string {
  const text = printable(`${tool} ${JSON.stringify(input) ?? ""}`);
  const left = text.length - sessionLimits.questionCharacters;
  if (left <= 0) return text;
  const half = sessionLimits.questionCharacters / 2;
  return `${text.slice(0, half)} … (${left} characters left out) … ${text.slice(-half)}`;
}

export type DigestedCall = {
  readonly tool: string;
  readonly input: unknown;
  readonly skills: readonly AuditSkill[];
};

/** Identifies a request by its content: the same for the same request, in any order of its fields. */
export function digestCall({ tool, input, skills }: DigestedCall): string {
  return sha256Hex(encoder.encode(JSON.stringify([tool, sortKeys(input), skills])));
}

const encoder = new TextEncoder();

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Tagged, so that an object does not look like a list of its entries.
  return { entries: entries.map(([key, inner]) => [key, sortKeys(inner)]) };
}
