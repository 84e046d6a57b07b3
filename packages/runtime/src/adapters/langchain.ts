import { ToolMessage } from "@langchain/core/messages";
import { type ClientTool, tool as createTool, type ServerTool } from "@langchain/core/tools";
import { isJsonObject } from "@skillwright/core/text";
import type { AgentMiddleware, ToolCallRequest } from "langchain";
import type { Session } from "../session/session.ts";
import type { GuardedTool } from "../tools/tool.ts";
import { isGuarded, markGuarded } from "./guarded-by.ts";

/**
 * Everything for `createAgent`: brings the session's tools, shows the model what may run, and guards each call of a tool.
 *
 * Make it the first middleware, so that it is the outermost: what an outer one answers by itself is never guarded. A
 * session is one conversation, so an agent that serves several needs one of these for each. Subagents need it too.
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
    // A call must reach the session before the first await: calls of one turn are decided in the order they come in.
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

/** Tools for places where `skillMiddleware` is not at work, such as a `ToolNode` of one's own: their `invoke` is guarded. */
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

/** Without state or context of its own, so that it goes with every other middleware. */
export type SkillMiddleware = AgentMiddleware<undefined, undefined, unknown, readonly ClientTool[]>;

export type SkillMiddlewareOptions = {
  /** The chat model behind the name that a skill prefers; undefined leaves the agent its model. */
  readonly model?: (name: string) => Model | undefined;
  /**
   * Who puts a call to a person when the policy wants that: the session's approver, or an interrupt of the graph, which
   * needs a checkpointer. It looks like those of `humanInTheLoopMiddleware` and is answered in the same way.
   */
  readonly approvals?: "session" | "run";
};
type Model = Parameters<NonNullable<SkillMiddleware["wrapModelCall"]>>[0]["model"];
type ToolCall = ToolCallRequest["toolCall"];

/** What runs at the model's provider passes no guard, so each use of it must be allowed beforehand. */
function isOffered(session: Session, tool: ClientTool | ServerTool): boolean {
  if (isClientTool(tool)) return session.mayOffer(tool.name);
  const { type, name = type } = tool;
  return session.review(String(name), undefined).effect === "allow";
}

function isClientTool(tool: ClientTool | ServerTool | undefined): tool is ClientTool {
  return tool !== undefined && typeof tool.invoke === "function";
}

/**
 * Whether a person refused a call that the policy wants to be asked about. The graph stops here the first time; taken up
 * again, it comes by once more with the answer. An approval is expected only in stopping, so an answer counts once.
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
  // The skill tools say `ok`, all others `success`.
  const isFailed = answer.ok === false || answer.success === false;
  return toMessage(toolCall, JSON.stringify(answer), isFailed ? "error" : "success");
}

type Invoke = (input: unknown, config?: unknown) => Promise<unknown>;

/** The same tool but for `invoke`, and `call`, as old code says. An heir, since a copy would lose what the class gave it. */
function heirOf<Tool extends ClientTool>(session: Session, tool: Tool, invoke: Invoke): Tool {
  return Object.assign(Object.create(tool), { invoke: markGuarded(session, invoke), call: invoke });
}

function isToolCall(input: unknown): input is ToolCall {
  return isJsonObject(input) && input.type === "tool_call";
}

function callId(toolCall: ToolCall | undefined): { call?: string } {
  return toolCall?.id === undefined ? {} : { call: toolCall.id };
}

function toMessage({ id = "", name }: ToolCall, content: string, status: "success" | "error"): ToolMessage {
  return new ToolMessage({ tool_call_id: id, name, content, status });
}

/** A result with what a hook had to say about it. */
function withNote<Value>(value: Value, note: string | undefined): Value | ToolMessage {
  if (note === undefined || !ToolMessage.isInstance(value) || typeof value.content !== "string") return value;
  return new ToolMessage({ ...value, content: `${value.content}\n\n${note}` });
}
