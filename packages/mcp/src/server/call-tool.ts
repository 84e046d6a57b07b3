import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Catalog } from "@skillwright/core/catalog";
import { isJsonObject, type JsonObject, printable } from "@skillwright/core/text";
import type { GuardedTool, Session } from "@skillwright/runtime";
import { type Conversation, sharedNote } from "../conversations/conversations.ts";
import type { Gateway, GatewayTool } from "../gateway/gateway.ts";
import { mayHave } from "../gateway/open-gateway.ts";
import { baseUri } from "../skills/skill-uri.ts";
import { skillTools } from "./skill-tools.ts";
import { toErrorResult, toToolResult } from "./tool-result.ts";

export type ToolCalling = {
  readonly name: string;
  readonly input: JsonObject;
  /** The activation that it names, in this conversation. */
  readonly activation: unknown;
  /** The id for approval questions. */
  readonly call: string;
  /** Whether the conversation may hold several chats. */
  readonly isShared: boolean;
  readonly signal: AbortSignal;
  readonly context: ServerContext;
};

type Serving = { readonly catalog: Catalog; readonly gateway?: Gateway };

/** Makes a call in a conversation. Every tool is behind the session's guard, whichever server it comes from. */
export async function callTool(
  calling: ToolCalling,
  conversation: Conversation,
  serving: Serving,
): Promise<CallToolResult> {
  const begun = await conversation.inOrder(async () => {
    const begin = await findTool(calling, conversation, serving);
    // Started here but not awaited: the next call starts after this one without waiting for its end.
    return begin === undefined ? undefined : { result: begin() };
  });
  return begun === undefined ? noSuchTool(calling.name, serving) : begun.result;
}

type Begin = () => Promise<CallToolResult>;

async function findTool(
  calling: ToolCalling,
  { session, tools }: Conversation,
  { catalog, gateway }: Serving,
): Promise<Begin | undefined> {
  const { name } = calling;
  if (skillTools.some((tool) => tool.name === name)) {
    const own = (await tools).find((tool) => tool.name === name);
    return own && (() => callSkillTool(own, aimed(calling, session), { session, catalog }));
  }
  const other = await gateway?.find(name);
  return other && (() => callGuarded(other, calling, session));
}

/** Leaving an activation means leaving its skill. */
function aimed(calling: ToolCalling, session: Session): ToolCalling {
  const { name, input, activation } = calling;
  if (name !== "skills_deactivate" || activation === undefined || input.name !== undefined) return calling;
  const skill = session.active().find((active) => active.activation === activation);
  return skill === undefined ? calling : { ...calling, input: { ...input, name: skill.id } };
}

async function callSkillTool(
  tool: GuardedTool,
  { input, call, signal, isShared }: ToolCalling,
  loading: Loading,
): Promise<CallToolResult> {
  const envelope = await tool.call(input, { call, signal });
  const result = toToolResult(completeLoad(envelope, loading));
  return isShared && loading.session.active().length > 0 ? withSharedNote(result) : result;
}

/** Says why a skill of another chat is in the way, and what to send. */
function withSharedNote(result: CallToolResult): CallToolResult {
  if (result.isError !== true) return result;
  return { ...result, content: [...result.content, { type: "text", text: sharedNote }] };
}

type Loading = { readonly session: Session; readonly catalog: Catalog };

/**
 * Adds where a host finds the loaded skill's files, and its instructions even if it was already active: several
 * chats may share a connection or token, and only one of them has seen them.
 */
function completeLoad(envelope: JsonObject, { session, catalog }: Loading): JsonObject {
  const { tool_name: tool, data } = envelope;
  if (tool !== "skills_load" || !isJsonObject(data) || typeof data.name !== "string") return envelope;
  const content = session.active().find(({ activation }) => activation === data.activation)?.content;
  const whole = content === undefined ? data : { ...data, content };
  return { ...envelope, data: { ...whole, base_uri: baseUri(catalog.find(data.name)) } };
}

async function callGuarded(
  tool: GatewayTool,
  { input, call, signal, context, isShared }: ToolCalling,
  session: Session,
): Promise<CallToolResult> {
  const work = (final: unknown): Promise<CallToolResult> =>
    tool.call(isJsonObject(final) ? final : {}, { signal, ...progressOf(context) });
  const guarded = await session.guard(tool.guardedAs, input, work, { call, signal });
  if (!guarded.ok) {
    const refusal = toErrorResult(guarded.denial.text);
    return isShared && session.active().length > 0 ? withSharedNote(refusal) : refusal;
  }
  const { value, note } = guarded;
  return note === undefined ? value : { ...value, content: [...value.content, { type: "text", text: note }] };
}

/** Forwards the other server's progress to a client that asked for it. */
function progressOf({
  mcpReq: { _meta: meta, notify },
}: ServerContext): Pick<Parameters<GatewayTool["call"]>[1], "onProgress"> {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return {};
  return {
    onProgress: (progress) =>
      void notify({ method: "notifications/progress", params: { ...progress, progressToken } }).catch(
        // The client has left; the signal ends its call.
        () => {},
      ),
  };
}

/** Models mistake a skill's name for a tool's: tell them how to load it. */
function noSuchTool(name: string, { catalog, gateway }: Serving): CallToolResult {
  const missing = gateway?.status().find((server) => server.state !== "ready" && mayHave(server.name, name));
  if (missing !== undefined)
    return toErrorResult(
      `The MCP server ${missing.name} is not available right now${missing.problem === undefined ? "" : `: it ${missing.problem}`}.`,
    );
  const isSkill = catalog.list().skills.some(({ id, enabled }) => enabled && id === name);
  if (isSkill)
    return toErrorResult(
      `${printable(name)} is a skill, not a tool. Call skills_load with ${JSON.stringify({ name })} and follow its instructions.`,
    );
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${printable(name)}.`);
}
