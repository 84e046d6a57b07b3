import { randomUUID } from "node:crypto";

export type Json = { readonly [field: string]: unknown };

/** What a request tells about its conversation. */
export type Asked = {
  readonly model: string;
  readonly isStream: boolean;
  readonly hasTools: boolean;
  /** How many messages the model has sent before. */
  readonly turn: number;
  /** What users, and agents that start sub-agents, have said. */
  readonly userText: string;
};

type Call = { readonly id: string; readonly tool: string; readonly input: Json };
type Manner = { readonly model: string; readonly isStream: boolean };

/** One provider's format. */
type Wire = {
  readonly path: RegExp;
  read(body: Json): Asked;
  /** The body of the answer with these calls, or with a word if there are none. */
  write(calls: readonly Call[], manner: Manner): string;
};

const anthropic: Wire = {
  path: /\/v1\/messages(\?|$)/,
  read: readMessages,
  write: (calls, { model, isStream }) => {
    const uses = calls.map(({ id, tool, input }) => ({ type: "tool_use", id, name: tool, input }));
    const content = uses.length > 0 ? uses : [{ type: "text", text: "done" }];
    const stop_reason = uses.length > 0 ? "tool_use" : "end_turn";
    const usage = { input_tokens: 1, output_tokens: 1 };
    const base = { id: `msg_${randomUUID()}`, type: "message", role: "assistant", model, usage };
    const message = { ...base, stop_sequence: null };
    if (!isStream) return JSON.stringify({ ...message, content, stop_reason });
    return toEvents([
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      ...content.flatMap(toBlockEvents),
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
      { type: "message_stop" },
    ]);
  },
};

/** As in Anthropic's format and in OpenAI's older one. */
function readMessages(body: Json): Asked {
  const messages = listOf(body.messages);
  return {
    ...about(body),
    turn: messages.filter(({ role }) => role === "assistant").length,
    userText: saidByUsers(messages),
  };
}

function saidByUsers(messages: readonly Json[]): string {
  const ofUsers = messages.filter(({ role }) => role === "user");
  return ofUsers.map(saidIn).join("\n");
}

/** Text of a message without the results of calls. */
function saidIn({ content }: Json): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map(({ text }) => (typeof text === "string" ? text : ""))
    .join("\n");
}

function toBlockEvents(block: Json, index: number): readonly Json[] {
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

const openAiResponses: Wire = {
  path: /\/responses(\?|$)/,
  read: (body) => {
    const items = listOf(body.input);
    const isModels = items.map(
      (item) => !/_output$|^message$/.test(String(item.type)) || item.role === "assistant",
    );
    return {
      ...about(body),
      turn: isModels.filter((isModel, at) => isModel && isModels[at - 1] !== true).length,
      userText: saidByUsers(items),
    };
  },
  write: (calls) => {
    const id = `resp_${randomUUID()}`;
    const word = { type: "output_text", text: "done", annotations: [] };
    const items: readonly Json[] =
      calls.length > 0
        ? calls.map(toResponsesItem)
        : [{ type: "message", role: "assistant", id: "m1", status: "completed", content: [word] }];
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    return toEvents([
      { type: "response.created", response: { id, status: "in_progress", output: [] } },
      ...items.map((item, output_index) => ({ type: "response.output_item.done", output_index, item })),
      { type: "response.completed", response: { id, status: "completed", output: items, usage } },
    ]);
  },
};

/** Input as a text is that of a free-form tool. A name may start with its namespace: `mcp__server.tool`. */
function toResponsesItem({ id, tool, input }: Call): Json {
  const [namespace, name] = tool.includes(".") ? tool.split(".") : [undefined, tool];
  const base = { id: `item_${id}`, call_id: id, name, ...(namespace === undefined ? {} : { namespace }) };
  if (typeof input.freeform === "string") return { type: "custom_tool_call", ...base, input: input.freeform };
  return { type: "function_call", ...base, arguments: JSON.stringify(input) };
}

const gemini: Wire = {
  path: /:(stream)?[gG]enerateContent/,
  read: (body) => {
    const contents = listOf(body.contents);
    return {
      ...about(body),
      turn: contents.filter(({ role }) => role === "model").length,
      userText: saidByUsers(contents.map(({ role, parts }) => ({ role, content: parts }))),
    };
  },
  write: (calls, { isStream }) => {
    const parts =
      calls.length > 0
        ? calls.map(({ id, tool, input }) => ({ functionCall: { id, name: tool, args: input } }))
        : [{ text: "done" }];
    const candidates = [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }];
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const answer = JSON.stringify({ candidates, usageMetadata, modelVersion: "gemini" });
    return isStream ? `data: ${answer}\n\n` : answer;
  },
};

const openAiChat: Wire = {
  path: /\/chat\/completions(\?|$)/,
  read: readMessages,
  write: (calls, { model, isStream }) => {
    const tool_calls = calls.map(({ id, tool, input }, index) => ({
      ...{ index, id, type: "function" },
      function: { name: tool, arguments: JSON.stringify(input) },
    }));
    const message =
      calls.length > 0
        ? { role: "assistant", content: null, tool_calls }
        : { role: "assistant", content: "done" };
    const finish_reason = calls.length > 0 ? "tool_calls" : "stop";
    const base = { id: `chat_${randomUUID()}`, created: 1, model };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    if (!isStream)
      return JSON.stringify({
        ...{ ...base, object: "chat.completion", usage },
        choices: [{ index: 0, message, finish_reason }],
      });
    const chunk = { ...base, object: "chat.completion.chunk" };
    const events = [
      { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage },
    ];
    return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`;
  },
};

export const wires: readonly Wire[] = [anthropic, openAiResponses, openAiChat, gemini];

function about({ model, stream, tools }: Json): Pick<Asked, "model" | "isStream" | "hasTools"> {
  const name = typeof model === "string" ? model : "scripted";
  return { model: name, isStream: stream === true, hasTools: listOf(tools).length > 0 };
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function toEvents(events: readonly Json[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
