import { printable } from "@skillwright/core/text";
import type { ActiveSkills } from "./active-skills.ts";
import type { Approvals } from "./approvals.ts";
import { digestCall } from "./digest-call.ts";
import { sessionLimits } from "./limits.ts";
import type { Approver, MadeCall } from "./session.ts";

/** A person's approval of one request. */
export type Approval = { readonly digest: string; readonly by: string };

export type AskPerson = {
  /** What an approval of this call, under the currently active skills, is bound to. */
  digest(call: MadeCall): string;
  /** A person's approval, or why there is none. */
  ask(call: MadeCall): Promise<Approval | { readonly because: string }>;
};

export function createAskPerson(
  approver: Approver | undefined,
  approvals: Approvals,
  active: ActiveSkills,
): AskPerson {
  const digest = ({ tool, input }: MadeCall): string => digestCall({ tool, input, skills: active.labels() });
  return {
    digest,
    ask: async (call) => {
      const bound = digest(call);
      if (approvals.use(call.id, bound)) return { digest: bound, by: "host" };
      if (approver === undefined)
        return { because: "It needs a person's approval, and there is no one to ask here." };
      const question = {
        call: call.id,
        tool: call.tool,
        input: call.input,
        text: describeCall(call),
        skills: active.labels().map(({ name }) => printable(name)),
        digest: bound,
      };
      try {
        const { approved, by = "approver" } = await approver(question);
        // Only an explicit `true` counts.
        if (approved === true) return { digest: bound, by };
        return { because: "The person asked did not approve it." };
      } catch (error) {
        // Host code: if it fails, no one has approved.
        return {
          because: `Approval failed: ${printable(error instanceof Error ? error.message : String(error))}`,
        };
      }
    },
  };
}

/** The call as data on one line: nothing in it can look like our own question, and the end is always visible. */
function describeCall({ tool, input }: MadeCall): string {
  const text = printable(`${tool} ${JSON.stringify(input) ?? ""}`);
  const left = text.length - sessionLimits.questionCharacters;
  if (left <= 0) return text;
  const half = sessionLimits.questionCharacters / 2;
  return `${text.slice(0, half)} … (${left} characters left out) … ${text.slice(-half)}`;
}
