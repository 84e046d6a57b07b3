import type {
  ModelMessage,
  SingleToolApprovalFunction,
  ToolApprovalConfiguration,
  ToolApprovalStatus,
  ToolSet,
} from "ai";
import type { Session } from "../session/session.ts";
import { isGuarded, requireTools } from "./guarded-tool.ts";

/**
 * Makes the SDK ask a person where the session's policy says so, and denies what no guard stands before. The SDK
 * calls this for all calls of a step before it runs the first, so a guarded tool is decided when it runs: an
 * earlier call may have loaded or left a skill by then. The host's `own` settings and its tools' `needsApproval`, which
 * the SDK would skip for these, are evaluated first, and the stricter result wins. An approval is valid for one run of
 * exactly the call that was shown.
 */
export function toolApproval<Tools extends ToolSet, Runtime>(
  session: Session,
  tools: Tools,
  own?: ToolApprovalConfiguration<Tools, Runtime>,
): ToolApprovalConfiguration<Tools, Runtime> {
  requireTools("toolApproval", tools);
  if (typeof own === "function")
    return async (options) => {
      const { toolName: tool, input, toolCallId: call } = options.toolCall;
      const decidesLater = isGuardedTool(session, tools[tool]);
      return combine(
        session,
        { tool, input, call, messages: options.messages, decidesLater },
        await own(options),
      );
    };
  // What each function takes depends on its tool; the SDK passes exactly that, and we only forward it.
  const words = own as Readonly<Record<string, ToolApprovalStatus | Approval>> | undefined;
  const approvals = Object.entries(tools).map(([name, tool]): [string, Approval] => [
    name,
    async (input, options) => {
      const { toolCallId: call, messages } = options;
      const status = await ownStatus(words?.[name], tool, [input, options]);
      const decidesLater = isGuardedTool(session, tool);
      return combine(session, { tool: name, input, call, messages, decidesLater }, status);
    },
  ]);
  return Object.fromEntries(approvals) as ToolApprovalConfiguration<Tools, Runtime>;
}

type Approval = SingleToolApprovalFunction<unknown, never, never>;

/** As the SDK resolves it: the host's setting for the tool, else the tool's own. */
async function ownStatus(
  own: ToolApprovalStatus | Approval,
  { needsApproval }: ToolSet[string],
  [input, options]: Parameters<Approval>,
): Promise<ToolApprovalStatus> {
  if (typeof own === "function") return own(input, options);
  if (own !== undefined) return own;
  const { toolCallId, messages, toolContext: context } = options;
  const isNeeded =
    typeof needsApproval === "function"
      ? await needsApproval(input, { toolCallId, messages, context })
      : needsApproval;
  return isNeeded === true ? "user-approval" : undefined;
}

type Call = {
  readonly tool: string;
  readonly input: unknown;
  readonly call: string;
  readonly messages: readonly ModelMessage[];
  /** The guard decides about it when it runs. */
  readonly decidesLater: boolean;
};

function isGuardedTool(session: Session, tool: ToolSet[string] | undefined): boolean {
  return tool?.execute !== undefined && isGuarded(session, tool.execute);
}

async function combine(session: Session, call: Call, own: ToolApprovalStatus): Promise<ToolApprovalStatus> {
  const kind = typeof own === "object" ? own.type : own;
  if (kind === "denied") return own;
  const { tool, input, call: id } = call;
  const { effect } = session.review(tool, input);
  if (effect === "allow") return own;
  if (effect === "deny") {
    if (call.decidesLater && kind !== "user-approval") return own;
    // Refuse through the guard, so that the refusal is recorded and worded as everywhere.
    const outcome = await session.guard(tool, input, () => undefined, { call: id });
    return outcome.ok ? own : { type: "denied", reason: outcome.denial.text };
  }
  // The SDK asks again about a call that it resumes after the person's answer; that is not a new question.
  if (!call.messages.some((message) => isAbout(message, id)))
    session.expectApproval({ tool, input, call: id });
  return kind === "user-approval" ? own : "user-approval";
}

function isAbout({ role, content }: ModelMessage, call: string): boolean {
  if (role !== "assistant" || typeof content === "string") return false;
  return content.some((part) => part.type === "tool-call" && part.toolCallId === call);
}
