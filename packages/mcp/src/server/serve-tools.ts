import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { formatError, SkillError } from "@skillwright/core";
import type { Catalog } from "@skillwright/core/catalog";
import { isJsonObject, type JsonObject } from "@skillwright/core/text";
import {
  activationKey,
  activationOver,
  type Conversations,
  findPeer,
} from "../conversations/conversations.ts";
import { type Outcome, questionText } from "../conversations/questions.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { mcpLimits } from "../limits.ts";
import { callTool } from "./call-tool.ts";
import type { Peer } from "./skill-server.ts";
import { listTools, takesActivation } from "./skill-tools.ts";
import { toErrorResult } from "./tool-result.ts";

export type ToolServing = {
  readonly peer: Peer;
  readonly conversations: Conversations;
  readonly catalog: Catalog;
  readonly state: RequestStateCodec<HeldCall>;
  readonly gateway?: Gateway;
  /** Throws what a client may learn of a failure. */
  readonly fail: (error: unknown) => never;
};

/** Lists and calls tools: the skill tools, and those of the gateway. */
export function serveTools(mcp: McpServer, serving: ToolServing): void {
  const { server } = mcp;
  server.setRequestHandler("tools/list", ({ params }) =>
    listTools(serving.gateway, params?.cursor).catch(serving.fail),
  );
  server.setRequestHandler("tools/call", ({ params }, context) =>
    serveCall({ ...params, canAsk: canAsk(mcp, context) }, context, serving)
      .catch(toRefusal)
      .catch(serving.fail),
  );
}

/** A refusal is an answer to the model, which can do something else. */
function toRefusal(error: unknown): CallToolResult {
  if (error instanceof SkillError) return toErrorResult(formatError(error));
  throw error;
}

/** Whether the client can ask a person: declared with each request, or once at the start by older clients. */
function canAsk({ server }: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: JsonObject = mcpReq.envelope ?? {};
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  return isJsonObject(capabilities) && capabilities.elicitation !== undefined;
}

type Called = { readonly name: string; readonly arguments?: unknown; readonly canAsk: boolean };
type Served = Promise<CallToolResult | InputRequiredResult>;

async function serveCall(called: Called, context: ServerContext, serving: ToolServing): Served {
  const held = context.mcpReq.requestState<HeldCall>();
  if (held !== undefined) return goOn(held, context, serving);
  const { name, arguments: input = {}, canAsk } = called;
  if (!isJsonObject(input))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "arguments must be an object");
  const { activation, rest } = takeActivation(name, input, context);
  const peer = findPeer(activation, serving);
  if (peer === undefined) return toErrorResult(activationOver);
  return serving.conversations.within(peer, async (conversation) => {
    const outcome = await conversation.questions.start(
      (call, signal) =>
        callTool(
          { name, input: rest, activation, call, isShared: peer.isShared === true, signal, context },
          conversation,
          serving,
        ),
      { signal: context.mcpReq.signal, canAsk },
    );
    return answer(outcome, { context, serving, peer });
  });
}

/** The activation that a call names; it is not part of the tool's input. */
function takeActivation(
  tool: string,
  input: JsonObject,
  { mcpReq: { _meta: meta } }: ServerContext,
): { readonly activation: unknown; readonly rest: JsonObject } {
  const { activation: named, ...others } = input;
  if (!takesActivation(tool)) return { activation: meta?.[activationKey], rest: input };
  return { activation: named ?? meta?.[activationKey], rest: others };
}

/** A retry with a person's answer continues the waiting call; everything else in the retry is ignored. */
async function goOn(held: HeldCall, context: ServerContext, serving: ToolServing): Served {
  const peer = { ...serving.peer, conversation: held.conversation };
  return serving.conversations.within(peer, async ({ questions }) => {
    const { inputResponses, signal } = context.mcpReq;
    const response = inputResponse(inputResponses, "approval");
    const approved =
      response.kind === "elicit" && response.action === "accept" && response.content?.approve === true;
    const outcome = questions.resume(held.call, approved, signal);
    if (outcome === undefined)
      return toErrorResult("The question that this answers is no longer open. Repeat the call.");
    return answer(await outcome, { context, serving, peer });
  });
}

type Answering = { readonly context: ServerContext; readonly serving: ToolServing; readonly peer: Peer };

async function answer(outcome: Outcome, { context, serving, peer }: Answering): Served {
  if (outcome.done) return outcome.result;
  const { question } = outcome;
  return inputRequired({
    requestState: await serving.state.mint({ call: question.call, conversation: peer.conversation }, context),
    inputRequests: {
      approval: inputRequired.elicit({
        message: questionText(question),
        requestedSchema: { type: "object", properties: { approve }, required: ["approve"] },
      }),
    },
  });
}

const approve = {
  type: "boolean",
  title: "Run it",
  description: "Whether the call may run, once.",
  default: false,
} as const;

/** State that passes through a client while it asks a person: which call waits, and in which conversation. */
export type HeldCall = { readonly call: string; readonly conversation: string };

/** Signs this state for one caller; no one else can use it. */
export function createStateCodec(key: Uint8Array, peer: Peer): RequestStateCodec<HeldCall> {
  const bound = JSON.stringify([peer.user ?? null, peer.conversation]);
  return createRequestStateCodec<HeldCall>({
    key,
    ttlSeconds: mcpLimits.questionMs / 1000,
    bind: () => bound,
  });
}
