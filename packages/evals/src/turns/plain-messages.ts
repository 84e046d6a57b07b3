import { hash } from "node:crypto";
import type { TurnRequest } from "./create-turn-model.ts";

/**
 * A message without provider metadata and without what a turn does not record: reasoning, and the order of
 * text and calls. Calls are numbered.
 */
export type PlainMessage =
  | { readonly role: "system" | "user"; readonly text: string }
  | { readonly role: "assistant"; readonly text: string; readonly calls: readonly PlainCall[] }
  | { readonly role: "tool"; readonly results: readonly PlainResult[] };

type PlainCall = { readonly call: number; readonly tool: string; readonly input: unknown };
type PlainResult = {
  readonly call: number;
  readonly tool: string;
  readonly kind: string;
  readonly output: string;
};

export function toPlainMessages(prompt: TurnRequest["prompt"]): readonly PlainMessage[] {
  const count = createCounter();
  return prompt.map((message) => toPlainMessage(message, count));
}

type Message = TurnRequest["prompt"][number];
type Content<Role> = Extract<Message, { readonly role: Role }>["content"];

function toPlainMessage(message: Message, count: Counter): PlainMessage {
  switch (message.role) {
    case "system":
      return { role: "system", text: message.content };
    case "user":
      return { role: "user", text: message.content.map(textOf).join("\n") };
    case "assistant":
      return { role: "assistant", ...readAnswer(message.content, count) };
    case "tool":
      return { role: "tool", results: readResults(message.content, count) };
  }
}

/** Providers may reuse an id in a later answer; the last call with that id is meant. */
type Counter = { begin(id: string): number; find(id: string): number };

function createCounter(): Counter {
  const numbers = new Map<string, number>();
  let calls = 0;
  return {
    begin: (id) => {
      numbers.set(id, ++calls);
      return calls;
    },
    find: (id) => numbers.get(id) ?? 0,
  };
}

function textOf(part: Content<"user">[number]): string {
  if (part.type === "text") return part.text;
  const data = JSON.stringify(part.data, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value,
  );
  return `[${part.mediaType} ${hash("sha256", data)}]`;
}

function readAnswer(
  content: Content<"assistant">,
  count: Counter,
): Omit<Extract<PlainMessage, { role: "assistant" }>, "role"> {
  const calls = content.filter((part) => part.type === "tool-call" && part.providerExecuted !== true);
  return {
    text: content.map((part) => (part.type === "text" ? part.text : "")).join(""),
    calls: calls.flatMap((part) =>
      part.type === "tool-call"
        ? [{ call: count.begin(part.toolCallId), tool: part.toolName, input: part.input }]
        : [],
    ),
  };
}

/** In the order of the calls: their order of completion is random. */
function readResults(content: Content<"tool">, count: Counter): readonly PlainResult[] {
  return content
    .flatMap((part) =>
      part.type === "tool-result"
        ? [{ call: count.find(part.toolCallId), tool: part.toolName, ...plainOutput(part.output) }]
        : [],
    )
    .toSorted((one, other) => one.call - other.call);
}

type Output = Extract<Content<"tool">[number], { readonly type: "tool-result" }>["output"];

function plainOutput(output: Output): Pick<PlainResult, "kind" | "output"> {
  if (output.type === "execution-denied") return { kind: output.type, output: output.reason ?? "" };
  const { type, value } = output;
  return { kind: type, output: typeof value === "string" ? value : JSON.stringify(value) };
}
