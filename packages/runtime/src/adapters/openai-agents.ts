import { SkillError } from "@skillwright/core";
import { compact, isJsonObject, type JsonObject, parseJson } from "@skillwright/core/text";
import type { Session } from "../session/session.ts";
import type { GuardedTool } from "../tools/tool.ts";
import { isGuarded, markGuarded, toResult } from "./guarded-tool.ts";

/**
 * Wraps an agent's tools in the session's guard. A refusal is the tool's result. Everything that can call a
 * tool needs this: wrap the tools of agents used as tools and of handoff agents with the same session, and pass
 * an MCP server's tools as `getAllMcpTools(…)`, not as `mcpServers`. Throws for tools that this process does
 * not run through `invoke`, because they cannot be guarded.
 */
export function wrapTools<Tool extends AnyTool>(
  session: Session,
  tools: readonly Tool[],
  options: ApprovalOptions = {},
): Tool[] {
  const unguardable = tools.filter((tool) => !isFunctionTool(tool)).map(({ name }) => name);
  if (unguardable.length > 0) throw new SkillError("tool-unguardable", { names: unguardable.join(", ") });
  return tools.filter(isFunctionTool).map((tool) => {
    if (isGuarded(session, tool.invoke)) return tool;
    const invoke: FunctionTool["invoke"] = async (context, text, details) => {
      const run = (input: unknown): Promise<unknown> => tool.invoke(context, toText(input), details);
      return toResult(await session.guard(tool.name, toInput(text), run, toGuardOptions(details)));
    };
    return { ...tool, ...switches(session, tool, options), invoke: markGuarded(session, invoke) };
  });
}

/** The session's own tools: the skill tools, and others that it was opened with. */
export async function skillTools(session: Session, options: ApprovalOptions = {}): Promise<SessionTool[]> {
  const tools = await session.tools();
  return tools.map((tool) => ({
    type: "function",
    name: tool.name,
    description: tool.description,
    parameters: toParameters(tool),
    strict: false,
    ...switches(session, { ...alwaysOffered, name: tool.name }, options),
    invoke: markGuarded(session, async (_context: unknown, text: string, details?: CallDetails) =>
      JSON.stringify(await tool.call(toInput(text), toGuardOptions(details))),
    ),
  }));
}

/**
 * Options for `run` and `Runner`. By default the SDK ends the run if a model calls a tool that it was not
 * offered; with these, the call is refused and recorded like any other, and the run continues.
 */
export function runOptions(session: Session): RunOptions {
  return {
    toolNotFoundBehavior: "return_error_to_model",
    toolErrorFormatter: async ({ kind, toolName, callId }) => {
      if (kind !== "tool_not_found" || session.mayOffer(toolName)) return undefined;
      const answer = await session.guard(toolName, undefined, () => undefined, { call: callId });
      return answer.ok ? undefined : answer.denial.text;
    },
  };
}

export type ApprovalOptions = {
  /**
   * Who asks a person if the policy requires it: the session's approver, or this SDK, which interrupts the run
   * and resumes it after the answer. Approvals do not outlive the session; in a run saved as text, an agent
   * that is a guarded tool loses the approvals of its own calls, which then ask again.
   */
  readonly approvals?: "session" | "run";
};

/** The part of the SDK's tools that we use; its own types are assignable. */
type AnyTool = { readonly type: string; readonly name: string };
type FunctionTool = AnyTool & {
  invoke(context: unknown, input: string, details?: CallDetails): Promise<unknown>;
  needsApproval(context: unknown, input: unknown, call?: string): Promise<boolean>;
  isEnabled(context: unknown, agent: unknown): Promise<boolean>;
};
type CallDetails = { readonly toolCall?: { readonly callId: string }; readonly signal?: AbortSignal };

export type SessionTool = FunctionTool & {
  readonly type: "function";
  readonly description: string;
  readonly parameters: ParametersSchema;
  readonly strict: false;
};
type ParametersSchema = {
  readonly type: "object";
  readonly properties: JsonObject;
  readonly required: string[];
  readonly additionalProperties: true;
};

export type RunOptions = {
  readonly toolNotFoundBehavior: "return_error_to_model";
  readonly toolErrorFormatter: (error: {
    readonly kind: string;
    readonly toolName: string;
    readonly callId: string;
  }) => Promise<string | undefined>;
};

function isFunctionTool<Tool extends AnyTool>(tool: Tool): tool is Tool & FunctionTool {
  return tool.type === "function";
}

type Switches = Pick<FunctionTool, "needsApproval" | "isEnabled">;
const alwaysOffered: Switches = { needsApproval: async () => false, isEnabled: async () => true };

/**
 * Whether a call asks a person, and whether the tool is offered. Replaces `needsApproval` even if there is
 * nothing to add: with a fixed value the SDK takes a shorter path to `invoke`, but the calls of one turn must
 * arrive there in the model's order, or one could overtake a skill. In exchange, the SDK asks a person about
 * arguments that are not a JSON object.
 */
function switches(
  session: Session,
  tool: Switches & { readonly name: string },
  { approvals = "session" }: ApprovalOptions,
): Switches {
  let isAwaited = false;
  return {
    needsApproval: async (context, input, call) => {
      const isAsked = approvals === "run" && session.review(tool.name, input).effect === "ask";
      const isNeeded = (await tool.needsApproval(context, input, call)) || isAsked;
      if (isNeeded && call !== undefined) session.expectApproval({ tool: tool.name, input, call });
      isAwaited ||= isNeeded;
      return isNeeded;
    },
    // A saved run cannot be resumed if the tool of a pending call is hidden by then.
    isEnabled: async (context, agent) =>
      (isAwaited || session.mayOffer(tool.name)) && (await tool.isEnabled(context, agent)),
  };
}

function toGuardOptions({ toolCall, signal }: CallDetails = {}): { call?: string; signal?: AbortSignal } {
  return compact({ call: toolCall?.callId, signal });
}

/** The parsed arguments, or the text itself if it is not a JSON object. */
function toInput(text: string): unknown {
  const input = parseJson(text);
  return isJsonObject(input) ? input : text;
}

function toText(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

function toParameters({ inputSchema }: GuardedTool): ParametersSchema {
  const { properties, required } = inputSchema;
  return {
    ...inputSchema,
    type: "object",
    properties: isJsonObject(properties) ? properties : {},
    required: Array.isArray(required) ? required.map(String) : [],
    additionalProperties: true,
  };
}
