import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ScriptedCall } from "../../packages/runtime/src/adapters/contract.ts";

/** For each turn of the model the calls that it makes at once. After the last it says a word and ends. */
export type Turns = readonly (readonly ScriptedCall[])[];

export type ScriptedApi = {
  readonly url: string;
  /** The text that the model got for each call, by the call's id. */
  results(): Record<string, string>;
  close(): Promise<void>;
};

type Message = { readonly role: string; readonly content: string | readonly Block[] };
type Block = { readonly type: string; readonly tool_use_id?: string; readonly content?: unknown };
type Request = {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly Message[];
  readonly tools?: readonly unknown[];
};

/**
 * The Messages API on this machine, with a model that makes the calls it is told to. `subagent` is what it does in
 * conversations that begin with that word.
 */
export async function startScriptedApi(turns: Turns, subagent: Turns = []): Promise<ScriptedApi> {
  const results: Record<string, string> = {};
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (!isMessages(request)) return void response.writeHead(404).end("{}");
    const asked: Request = JSON.parse(body);
    Object.assign(results, readResults(asked));
    const script = beginsWith(asked, "subagent") ? subagent : turns;
    answer(response, asked, nextCalls(asked, script));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    results: () => results,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isMessages({ method, url = "" }: IncomingMessage): boolean {
  return method === "POST" && /^\/v1\/messages(\?|$)/.test(url);
}

function beginsWith({ messages }: Request, word: string): boolean {
  return JSON.stringify(messages[0]?.content).includes(`"${word}`);
}

/** Requests without tools are those of Claude Code itself, for titles and the like. */
function nextCalls({ messages, tools = [] }: Request, turns: Turns): readonly ScriptedCall[] {
  if (tools.length === 0) return [];
  return turns[messages.filter(({ role }) => role === "assistant").length] ?? [];
}

function readResults({ messages }: Request): Record<string, string> {
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  return Object.fromEntries(
    blocks
      .filter(({ type }) => type === "tool_result")
      .map(({ tool_use_id = "", content }) => [
        tool_use_id,
        typeof content === "string" ? content : JSON.stringify(content),
      ]),
  );
}

function answer(response: ServerResponse, { model, stream }: Request, calls: readonly ScriptedCall[]): void {
  const blocks = calls.map(({ id, tool, input }) => ({ type: "tool_use", id, name: tool, input }));
  const content = blocks.length > 0 ? blocks : [{ type: "text", text: "done" }];
  const stop_reason = blocks.length > 0 ? "tool_use" : "end_turn";
  const usage = { input_tokens: 1, output_tokens: 1 };
  // Claude Code takes messages of one id for parts of one message.
  const message = {
    id: `msg_${randomUUID()}`,
    type: "message",
    role: "assistant",
    model,
    stop_sequence: null,
    usage,
  };
  if (stream !== true) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...message, content, stop_reason }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const events = [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    ...content.flatMap(toEvents),
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
}

type StreamEvent = { readonly type: string; readonly [field: string]: unknown };

function toEvents(block: { type: string; text?: string; input?: unknown }, index: number): StreamEvent[] {
  const isText = block.type === "text";
  const start = isText ? { ...block, text: "" } : { ...block, input: {} };
  const delta = isText
    ? { type: "text_delta", text: block.text }
    : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  return [
    { type: "content_block_start", index, content_block: start },
    { type: "content_block_delta", index, delta },
    { type: "content_block_stop", index },
  ];
}
