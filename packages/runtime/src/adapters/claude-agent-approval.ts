import type { Session } from "../session/session.ts";

/** The part of `canUseTool`'s options and answers that we read. */
type Asked = { readonly toolUseID: string };
type Answer = { readonly behavior: string; readonly updatedInput?: Record<string, unknown> } | null;
type Refusal = { behavior: "deny"; message: string };

/**
 * For `canUseTool`: asks with the host's own function, then checks again. A person takes time to answer and may
 * change a tool's input, and Claude Code calls no hook after that.
 */
export function canUseTool<Options extends Asked, Given extends Answer>(
  session: Session,
  own: (tool: string, input: Record<string, unknown>, options: Options) => Promise<Given>,
): (tool: string, input: Record<string, unknown>, options: Options) => Promise<Given | Refusal> {
  return async (tool, input, options) => {
    const answer = await own(tool, input, options);
    if (answer?.behavior !== "allow") return answer;
    const final = answer.updatedInput ?? input;
    if (session.review(tool, final).effect !== "deny") return answer;
    // Refuse through the guard, so that the refusal is recorded and worded as everywhere.
    const outcome = await session.guard(tool, final, () => undefined, { call: options.toolUseID });
    return outcome.ok ? answer : { behavior: "deny", message: outcome.denial.text };
  };
}
