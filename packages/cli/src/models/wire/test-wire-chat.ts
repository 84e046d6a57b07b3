import type { JsonObject } from "@skillwright/core/text";
import {
  inHalves,
  objectsIn,
  toEvent,
  type WireCall,
  type WireFormat,
  type WireReply,
  type WireRequest,
} from "./test-wire-format.ts";
import { openaiFailure, refuseFunction } from "./test-wire-openai.ts";

/** OpenAI's Chat Completions, which Ollama, vLLM and many others support too. */
export const chatWire: WireFormat = {
  refuse,
  model: (_, body) => String(body.model),
  tools: (body) => objectsIn(body.tools).map(functionOf),
  streams: (_, body) => body.stream === true,
  events,
  whole: (reply) => ({
    ...head(reply),
    object: "chat.completion",
    choices: [{ index: 0, message: message(reply), finish_reason: finishReason(reply) }],
    usage: usageOf(reply),
  }),
  failure: openaiFailure,
  errorEvent: toEvent({ error: { message: "The server had an error", type: "server_error", code: 500 } }),
};

function refuse({ path, body }: WireRequest): string | undefined {
  if (path !== "/v1/chat/completions") return `no such path: ${path}`;
  const refused = objectsIn(body.tools).map((tool) => refuseFunction(functionOf(tool)));
  const messages = objectsIn(body.messages);
  const answers = messages.map(({ tool_call_id }) => tool_call_id);
  const calls = messages.flatMap(({ tool_calls }) => objectsIn(tool_calls));
  const missing = calls.find(({ id }) => !answers.includes(id));
  return (
    refused.find((reason) => reason !== undefined) ??
    (missing === undefined ? undefined : `tool call ${missing.id} did not have a response message`)
  );
}

function functionOf(tool: JsonObject): JsonObject {
  return { ...Object(tool.function) };
}

function events(reply: WireReply): readonly string[] {
  const deltas: readonly JsonObject[] = [
    { role: "assistant", content: "" },
    ...inHalves(reply.text).map((content) => ({ content })),
    ...reply.calls.flatMap(callDeltas),
  ];
  const choices: readonly JsonObject[] = [
    ...deltas.map((delta) => ({ index: 0, delta, finish_reason: null })),
    { index: 0, delta: {}, finish_reason: finishReason(reply) },
  ];
  return [
    ...choices.map((choice) => toEvent({ ...head(reply), choices: [choice], usage: null })),
    // Only if requested.
    ...(isAskedFor(reply) ? [toEvent({ ...head(reply), choices: [], usage: usageOf(reply) })] : []),
    "data: [DONE]\n\n",
  ];
}

function isAskedFor({ body }: WireReply): boolean {
  return Object(body.stream_options).include_usage === true;
}

function callDeltas({ id, tool: name, input }: WireCall, index: number): readonly JsonObject[] {
  const first = { index, id, type: "function", function: { name, arguments: "" } };
  const rest = inHalves(JSON.stringify(input)).map((half) => ({ index, function: { arguments: half } }));
  return [first, ...rest].map((call) => ({ tool_calls: [call] }));
}

function message({ text, calls }: WireReply): JsonObject {
  const tool_calls = calls.map(({ id, tool: name, input }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  return {
    role: "assistant",
    content: text === "" ? null : text,
    ...(calls.length === 0 ? {} : { tool_calls }),
  };
}

function head({ model }: WireReply): JsonObject {
  return { id: "chatcmpl-test", object: "chat.completion.chunk", created: 1_700_000_000, model };
}

function usageOf({ usage: { input, cached = 0, output } }: WireReply): JsonObject {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

function finishReason({ calls }: WireReply): string {
  return calls.length === 0 ? "stop" : "tool_calls";
}
