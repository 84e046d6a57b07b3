import Anthropic from "@anthropic-ai/sdk";
import type { BetaContentBlockParam, BetaMessageParam } from "@anthropic-ai/sdk/resources/beta";
import type { JsonObject } from "@skillwright/core/text";
import type { ScriptedCall, Transcript } from "./contract.ts";

/** A call of a toolset's member names the toolset. */
type AnthropicCall = ScriptedCall & { readonly toolset_name?: string };
type Turns = readonly (readonly AnthropicCall[])[];
export type Request = {
  readonly stream?: boolean;
  readonly messages: readonly BetaMessageParam[];
  readonly tools?: readonly { readonly name?: string; readonly type?: string }[];
};

/** The Messages API as far as the SDK needs it: each request is answered with the next turn of the script. */
export function scriptedApi(turns: Turns): { readonly client: Anthropic; readonly requests: Request[] } {
  const requests: Request[] = [];
  const fetch = async (_: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
    const request: Request = JSON.parse(String(init?.body));
    const calls = turns[requests.push(request) - 1] ?? [];
    const blocks = calls.map(({ tool: name, ...call }) => ({ type: "tool_use", name, ...call }));
    const content = blocks.length === 0 ? [{ type: "text", text: "Done." }] : blocks;
    const reply = {
      id: `msg_${requests.length}`,
      type: "message",
      role: "assistant",
      model: "scripted",
      content,
      stop_reason: blocks.length === 0 ? "end_turn" : "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
    return request.stream === true ? streamed(reply) : Response.json(reply);
  };
  return { client: new Anthropic({ apiKey: "none", maxRetries: 0, fetch }), requests };
}

type Reply = { readonly content: readonly JsonObject[]; readonly stop_reason: string } & JsonObject;

function streamed({ content, stop_reason, ...message }: Reply): Response {
  const events: JsonObject[] = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    ...content.flatMap((block, index) => [
      { type: "content_block_start", index, content_block: { ...block, ...emptied(block) } },
      { type: "content_block_delta", index, delta: deltaOf(block) },
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function emptied({ type }: JsonObject): JsonObject {
  return type === "text" ? { text: "" } : { input: {} };
}

function deltaOf({ type, text, input }: JsonObject): JsonObject {
  return type === "text"
    ? { type: "text_delta", text }
    : { type: "input_json_delta", partial_json: JSON.stringify(input) };
}

export function blocksOf({ messages }: Request): readonly BetaContentBlockParam[] {
  return messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
}

export function transcriptOf(requests: readonly Request[]): Transcript {
  const results = requests.flatMap(blocksOf).filter((block) => block.type === "tool_result");
  return {
    results: Object.fromEntries(results.map(({ tool_use_id, content }) => [tool_use_id, textOf(content)])),
    shown: requests.map((request) => {
      const removals = blocksOf(request).filter((block) => block.type === "tool_removal");
      const removed = removals.map(({ tool }) => ("name" in tool ? tool.name : ""));
      return (request.tools ?? []).map(({ name = "" }) => name).filter((name) => !removed.includes(name));
    }),
  };
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
