import { ToolMessage } from "@langchain/core/messages";
import { type ClientTool, tool as createTool, type ServerTool } from "@langchain/core/tools";
import { compact, isJsonObject } from "@skillwright/core/text";
import type { AgentMiddleware, ToolCallRequest } from "langchain";
import type { Session } from "../session/session.ts";
import type { GuardedTool } from "../tools/tool.ts";
import { isGuarded, markGuarded } from "./guarded-tool.ts";

/**
 * Everything for `createAgent`: adds the session's tools, offers the model what may run, and guards each tool
 * call. Make it the first middleware, so that it is the outermost: an outer one that answers by itself bypasses
 * the guard. A session is one conversation, so an agent that serves several needs one middleware each.
 * Subagents need it too.
 */
export async function skillMiddleware(
  session: Session,
  { model, approvals = "session" }: SkillMiddlewareOptions = {},
): Promise<SkillMiddleware> {
  const own = await session.tools();
  return {
    name: "Skillwright",
    tools: own.map((tool) => toStructuredTool(session, tool)),
    wrapModelCall: (request, handler) => {
      const preferred = session.model();
      return handler({
        ...request,
        model: (preferred === undefined ? undefined : model?.(preferred)) ?? request.model,
        tools: request.tools.filter((tool) => isOffered(session, tool)),
      });
    },
    // A call must reach the session before the first await: calls of one turn are decided in order of arrival.
    wrapToolCall: async (request, handler) => {
      const { toolCall, tool } = request;
      if (approvals === "run" && isRejected(session, request))
        return toMessage(toolCall, rejected(toolCall), "error");
      const ours = own.find(({ name }) => name === toolCall.name);
      if (ours !== undefined) return callOwn(ours, toolCall);
      if (isClientTool(tool) && isGuarded(session, tool.invoke)) return handler(request);
      const run = (args: unknown): ReturnType<typeof handler> =>
        handler({ ...request, toolCall: { ...toolCall, args: Object(args) } });
      const answer = await session.guard(toolCall.name, toolCall.args, run, callId(toolCall));
      return answer.ok
        ? withNote(answer.value, answer.note)
        : toMessage(toolCall, answer.denial.text, "error");
    },
  };
}

/** Tools with a guarded `invoke`, for places without `skillMiddleware`, such as your own `ToolNode`. */
export function wrapTools<Tool extends ClientTool>(session: Session, tools: readonly Tool[]): Tool[] {
  return tools.map((tool) => {
    if (isGuarded(session, tool.invoke)) return tool;
    return heirOf(session, tool, async (input, config) => {
      const toolCall = isToolCall(input) ? input : undefined;
      const called = toolCall === undefined ? input : toolCall.args;
      const run = (args: unknown): Promise<unknown> =>
        Reflect.apply(tool.invoke, tool, [toolCall === undefined ? args : { ...toolCall, args }, config]);
      const answer = await session.guard(tool.name, called, run, callId(toolCall));
      if (answer.ok) return withNote(answer.value, answer.note);
      return toolCall === undefined ? answer.denial.text : toMessage(toolCall, answer.denial.text, "error");
    });
  });
}

/** The session's own tools, for the same places. */
export async function skillTools(session: Session): Promise<ClientTool[]> {
  const tools = await session.tools();
  return tools.map((tool) => toStructuredTool(session, tool));
}

/** Without its own state or context, so that it combines with every other middleware. */
export type SkillMiddleware = AgentMiddleware<undefined, undefined, unknown, readonly ClientTool[]>;

export type SkillMiddlewareOptions = {
  /** The chat model for the name that a skill prefers; undefined keeps the agent's model. */
  readonly model?: (name: string) => Model | undefined;
  /**
   * Who asks a person if the policy requires it: the session's approver, or an interrupt of the graph, which
   * needs a checkpointer. It has the format of `humanInTheLoopMiddleware` and is answered in the same way.
   */
  readonly approvals?: "session" | "run";
};
type Model = Parameters<NonNullable<SkillMiddleware["wrapModelCall"]>>[0]["model"];
type ToolCall = ToolCallRequest["toolCall"];

/** Tools that run at the model's provider bypass the guard, so every use must be allowed beforehand. */
function isOffered(session: Session, tool: ClientTool | ServerTool): boolean {
  if (isClientTool(tool)) return session.mayOffer(tool.name);
  const { type, name = type } = tool;
  return session.review(String(name), undefined).effect === "allow";
}

function isClientTool(tool: ClientTool | ServerTool | undefined): tool is ClientTool {
  return tool !== undefined && typeof tool.invoke === "function";
}

/**
 * Whether a person refused a call that the policy asks about. The graph stops here the first time; when
 * resumed, it returns with the answer. Only stopping registers an expected approval, so an answer counts once.
 */
function isRejected(session: Session, { toolCall, runtime }: ToolCallRequest): boolean {
  const { name, args, id: call = "" } = toolCall;
  if (runtime.interrupt === undefined || session.review(name, args).effect !== "ask") return false;
  try {
    const reviewConfigs = [{ actionName: name, allowedDecisions: ["approve", "reject"] }];
    return !isApproval(runtime.interrupt({ actionRequests: [{ name, args }], reviewConfigs }));
  } catch (error) {
    const isStopping = error instanceof Error && error.name === "GraphInterrupt";
    if (isStopping) session.expectApproval({ tool: name, input: args, call });
    throw error;
  }
}

function isApproval(answer: unknown): boolean {
  const { decisions } = isJsonObject(answer) ? answer : {};
  const decision: unknown = Array.isArray(decisions) ? decisions[0] : undefined;
  return isJsonObject(decision) && decision.type === "approve";
}

function rejected({ name }: ToolCall): string {
  return `Tool '${name}' was not run\nThe person asked did not approve it.`;
}

function toStructuredTool(session: Session, tool: GuardedTool): ClientTool {
  const { name, description, inputSchema } = tool;
  const run = async (args: unknown): Promise<string> => JSON.stringify(await tool.call(args));
  const structured = createTool(run, { name, description, schema: { ...inputSchema, type: "object" } });
  return heirOf(session, structured, async (input) =>
    isToolCall(input) ? callOwn(tool, input) : run(input),
  );
}

async function callOwn(tool: GuardedTool, toolCall: ToolCall): Promise<ToolMessage> {
  const answer = await tool.call(toolCall.args, callId(toolCall));
  // The skill tools return `ok`, all others `success`.
  const isFailed = answer.ok === false || answer.success === false;
  return toMessage(toolCall, JSON.stringify(answer), isFailed ? "error" : "success");
}

type Invoke = (input: unknown, config?: unknown) => Promise<unknown>;

/**
 * The same tool with another `invoke`, and `call` for old code. Inherits from the tool, since a copy would lose
 * what its class provides.
 */
function heirOf<Tool extends ClientTool>(session: Session, tool: Tool, invoke: Invoke): Tool {
  return Object.assign(Object.create(tool), { invoke: markGuarded(session, invoke), call: invoke });
}

function isToolCall(input: unknown): input is ToolCall {
  return isJsonObject(input) && input.type === "tool_call";
}

function callId(toolCall: ToolCall | undefined): { call?: string } {
  return compact({ call: toolCall?.id });
}

function toMessage({ id = "", name }: ToolCall, content: string, status: "success" | "error"): ToolMessage {
  return new ToolMessage({ tool_call_id: id, name, content, status });
}

/** A result with a hook's note. */
function withNote<Value>(value: Value, note: string | undefined): Value | ToolMessage {
  if (note === undefined || !ToolMessage.isInstance(value) || typeof value.content !== "string") return value;
  return new ToolMessage({ ...value, content: `${value.content}\n\n${note}` });
}
