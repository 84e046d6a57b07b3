import type { JsonObject } from "@skillwright/core/text";
import {
  inHalves,
  objectsIn,
  refuseSchema,
  toEvent,
  type WireCall,
  type WireFormat,
  type WireReply,
  type WireRequest,
} from "./test-wire-format.ts";

/** OpenAI's Responses. */
export const openaiWire: WireFormat = {
  refuse,
  model: (_, body) => String(body.model),
  tools: (body) => objectsIn(body.tools),
  streams: (_, body) => body.stream === true,
  events,
  whole: (reply) => ({ ...head(reply), status: "completed", output: items(reply), usage: usageOf(reply) }),
  failure: openaiFailure,
  errorEvent: toEvent(
    {
      type: "error",
      sequence_number: 3,
      code: "server_error",
      message: "The server had an error",
      param: null,
    },
    "error",
  ),
};

export function openaiFailure(status: number, message: string): JsonObject {
  const type = status === 429 ? "rate_limit_exceeded" : "invalid_request_error";
  return { error: { message, type, param: null, code: status === 404 ? "model_not_found" : null } };
}

function refuse({ path, body }: WireRequest): string | undefined {
  if (path !== "/v1/responses") return `no such path: ${path}`;
  for (const tool of objectsIn(body.tools)) {
    const refused = refuseFunction(tool);
    if (refused !== undefined) return refused;
  }
  const input = objectsIn(body.input);
  const answers = input.filter(({ type }) => type === "function_call_output").map(({ call_id }) => call_id);
  const missing = input.find(({ type, call_id }) => type === "function_call" && !answers.includes(call_id));
  return missing === undefined ? undefined : `No tool output found for function call ${missing.call_id}.`;
}

export function refuseFunction({ name, parameters, strict }: JsonObject): string | undefined {
  const refused = refuseSchema(name, parameters);
  if (refused !== undefined || strict !== true) return refused;
  const { properties = {}, required = [] } = { ...Object(parameters) };
  const open = Object.keys(properties).find((key) => !required.includes(key));
  return open === undefined ? undefined : `${name}: strict schemas must require ${open}`;
}

function events(reply: WireReply): readonly string[] {
  const started = { ...head(reply), status: "in_progress", output: [] };
  const whole = { ...head(reply), status: "completed", output: items(reply), usage: usageOf(reply) };
  const data: readonly JsonObject[] = [
    { type: "response.created", response: started },
    { type: "response.in_progress", response: started },
    ...items(reply).flatMap(itemEvents),
    { type: "response.completed", response: whole },
  ];
  return data.map((event, sequence_number) => toEvent({ ...event, sequence_number }, String(event.type)));
}

function itemEvents(item: JsonObject, output_index: number): readonly JsonObject[] {
  const { id: item_id, type } = item;
  const place = { item_id, output_index };
  const begun = {
    ...item,
    status: "in_progress",
    ...(type === "message" ? { content: [] } : { arguments: "" }),
  };
  return [
    { type: "response.output_item.added", output_index, item: begun },
    ...(type === "message" ? textEvents(item, place) : argumentEvents(item, place)),
    { type: "response.output_item.done", output_index, item },
  ];
}

function textEvents({ content }: JsonObject, place: JsonObject): readonly JsonObject[] {
  const text = String(objectsIn(content)[0]?.text);
  const at = { ...place, content_index: 0 };
  return [
    { type: "response.content_part.added", ...at, part: { type: "output_text", text: "", annotations: [] } },
    ...inHalves(text).map((delta) => ({ type: "response.output_text.delta", ...at, delta })),
    { type: "response.output_text.done", ...at, text },
    { type: "response.content_part.done", ...at, part: { type: "output_text", text, annotations: [] } },
  ];
}

function argumentEvents(item: JsonObject, place: JsonObject): readonly JsonObject[] {
  const text = String(item.arguments);
  return [
    ...inHalves(text).map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta })),
    { type: "response.function_call_arguments.done", ...place, arguments: text },
  ];
}

function items({ text, calls }: WireReply): readonly JsonObject[] {
  const content = [{ type: "output_text", text, annotations: [] }];
  const message = { id: "msg_test", type: "message", role: "assistant", status: "completed", content };
  return [...(text === "" ? [] : [message]), ...calls.map(callItem)];
}

function callItem({ id: call_id, tool: name, input }: WireCall): JsonObject {
  const id = `fc_${call_id}`;
  return { id, type: "function_call", status: "completed", call_id, name, arguments: JSON.stringify(input) };
}

function head({ model }: WireReply): JsonObject {
  return { id: "resp_test", object: "response", created_at: 1_700_000_000, model, error: null };
}

function usageOf({ usage: { input, cached = 0, output } }: WireReply): JsonObject {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}
