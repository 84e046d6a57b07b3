import type { Session } from "../session/session.ts";

/** What is read of the SDK's options and answers of `canUseTool`. */
type Asked = { readonly toolUseID: string };
type Answer = { readonly behavior: string; readonly updatedInput?: Record<string, unknown> } | null;
type Refusal = { behavior: "deny"; message: string };

/**
 * For `canUseTool`: asks by the host's own function, then looks again. A person takes time to answer and may change what a
 * tool is to do, and Claude Code calls no hook after that.
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
    // Made through the guard, the refusal is written down and worded as everywhere.
    const outcome = await session.guard(tool, final, () => undefined, { call: options.toolUseID });
    return outcome.ok ? answer : { behavior: "deny", message: outcome.denial.text };
  };
}
