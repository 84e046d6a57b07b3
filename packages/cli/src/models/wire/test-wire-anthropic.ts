import type { JsonObject } from "@skillwright/core/text";
import {
  inHalves,
  objectsIn,
  refuseSchema,
  toEvent,
  type WireFormat,
  type WireReply,
  type WireRequest,
} from "./test-wire-format.ts";

/** Anthropic's Messages. */
export const anthropicWire: WireFormat = {
  refuse,
  model: (_, body) => String(body.model),
  tools: (body) => objectsIn(body.tools),
  streams: (_, body) => body.stream === true,
  events,
  whole: (reply) => ({
    ...head(reply),
    content: blocks(reply),
    stop_reason: stopReason(reply),
    usage: usageOf(reply),
  }),
  failure: (status, message) => ({
    type: "error",
    error: { type: errorTypes[status] ?? "api_error", message },
  }),
  errorEvent: event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
};

const errorTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function refuse({ path, headers, body }: WireRequest): string | undefined {
  if (path !== "/v1/messages") return `no such path: ${path}`;
  if (headers["anthropic-version"] === undefined) return "anthropic-version: header is required";
  if (typeof body.max_tokens !== "number") return "max_tokens: Field required";
  for (const { name, input_schema } of objectsIn(body.tools)) {
    const refused = refuseSchema(name, input_schema);
    if (refused !== undefined) return refused;
  }
  const messages = objectsIn(body.messages);
  if (messages.length === 0) return "messages: at least one message is required";
  return messages.map((_, index) => unanswered(messages, index)).find((refused) => refused !== undefined);
}

/** Each call must be answered in the very next message. */
function unanswered(messages: readonly JsonObject[], index: number): string | undefined {
  const calls = objectsIn(messages[index]?.content).filter(({ type }) => type === "tool_use");
  const answers = objectsIn(messages[index + 1]?.content).map(({ tool_use_id }) => tool_use_id);
  const missing = calls.find(({ id }) => !answers.includes(id));
  return missing === undefined ? undefined : `tool_use ${missing.id} without tool_result in the next message`;
}

function events(reply: WireReply): readonly string[] {
  const { output, ...before } = { ...usageOf(reply), output: reply.usage.output };
  return [
    event({ type: "message_start", message: { ...head(reply), content: [], usage: before } }),
    event({ type: "ping" }),
    ...blocks(reply).flatMap(blockEvents),
    event({
      type: "message_delta",
      delta: { stop_reason: stopReason(reply), stop_sequence: null },
      usage: { output_tokens: output },
    }),
    event({ type: "message_stop" }),
  ];
}

function blockEvents(block: JsonObject, index: number): readonly string[] {
  const { type, text, input } = block;
  const start = type === "text" ? { ...block, text: "" } : { ...block, input: {} };
  const deltas =
    type === "text"
      ? inHalves(String(text)).map((half) => ({ type: "text_delta", text: half }))
      : inHalves(JSON.stringify(input)).map((half) => ({ type: "input_json_delta", partial_json: half }));
  return [
    event({ type: "content_block_start", index, content_block: start }),
    ...deltas.map((delta) => event({ type: "content_block_delta", index, delta })),
    event({ type: "content_block_stop", index }),
  ];
}

function blocks({ text, calls }: WireReply): readonly JsonObject[] {
  return [
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...calls.map(({ id, tool: name, input }) => ({ type: "tool_use", id, name, input })),
  ];
}

function head({ model }: WireReply): JsonObject {
  return {
    id: "msg_test",
    type: "message",
    role: "assistant",
    model,
    stop_reason: null,
    stop_sequence: null,
  };
}

/** Tokens read from the cache are counted separately. */
function usageOf({ usage: { input, cached = 0, output } }: WireReply): JsonObject {
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: output,
  };
}

function stopReason({ calls }: WireReply): string {
  return calls.length === 0 ? "end_turn" : "tool_use";
}

function event(data: JsonObject): string {
  return toEvent(data, String(data.type));
}
