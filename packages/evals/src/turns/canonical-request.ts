import { hash } from "node:crypto";
import { createSecretMask, redactText } from "@skillwright/core/audit";
import { evalsLimits } from "../limits.ts";
import type { TurnRequest } from "./create-turn-model.ts";
import { mapTexts } from "./model-turn.ts";
import { createPlaceNames, type Place } from "./place-names.ts";
import type { RecordedRequest } from "./recording.ts";

export type CanonicalRequest = {
  readonly request: RecordedRequest;
  /** Converts a text of the answer to its recorded form. */
  toRecorded(text: string): string;
  /** Converts a recorded text to its current form. */
  restore(text: string): string;
};

export type CanonicalOptions = { readonly places: readonly Place[]; readonly secrets: readonly string[] };

/** Normalizes requests, so that the same one on another machine and day has the same digest. */
export function createCanonicalizer({
  places,
  secrets,
}: CanonicalOptions): (request: TurnRequest) => CanonicalRequest {
  const { mask } = createSecretMask(secrets);
  const createNames = createPlaceNames(places);
  return ({ prompt, tools = [] }) => {
    const names = createNames();
    const toStable = (text: string): string => names.nameRequest(withoutTimes(mask(text)));
    const messages = mapTexts(toPlainMessages(prompt), toStable);
    const stableTools = mapTexts(tools.map(toPlainTool).toSorted(byName), toStable);
    const system = prompt.filter(({ role }) => role === "system").map(({ content }) => content);
    return {
      request: {
        digest: digestOf([messages, stableTools]),
        system: digestOf(mapTexts(system, toStable)),
        tools: digestOf(stableTools),
        excerpt: excerptOf(toPlainMessages(prompt).at(-1), toStable),
      },
      toRecorded: (text) => names.nameAnswer(mask(text)),
      restore: names.restore,
    };
  };
}

/** Removes durations and dates that our own prompts and results contain. */
function withoutTimes(text: string): string {
  return text
    .replace(/(?<!\\)(\\*"duration(?:_m|M)s\\*"\s{0,8}:\s{0,8})\d+(?:\.\d+)?/g, (_, key: string) => `${key}0`)
    .replace(/\bToday is \d{4}-\d{2}-\d{2}\b/g, "Today is a day");
}

type Tool = NonNullable<TurnRequest["tools"]>[number];
type PlainTool = {
  readonly name: string;
  readonly description?: string | undefined;
  readonly input: unknown;
};

function toPlainTool(tool: Tool): PlainTool {
  if (tool.type !== "function") return { name: tool.name, input: tool.args };
  // One tool lists the skills with their descriptions.
  return { name: tool.name, description: tool.description, input: tool.inputSchema };
}

function byName(one: PlainTool, other: PlainTool): number {
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}

function digestOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value));
}

/**
 * Redact what looks like a secret, since this text is only for people. Cut last, so that no part of one is
 * left.
 */
function excerptOf(message: PlainMessage | undefined, toStable: (text: string) => string): string {
  if (message === undefined) return "";
  const most = evalsLimits.recordingExcerptCharacters;
  const words = redactText(toStable(`${message.role}: ${wordsOf(message)}`));
  return words.length > most ? `${words.slice(0, most - 1).toWellFormed()}…` : words;
}

function wordsOf(message: PlainMessage): string {
  if (message.role === "tool")
    return message.results.map(({ tool, output }) => `${tool} ${output}`).join("\n");
  if (message.role !== "assistant") return message.text;
  return [message.text, ...message.calls.map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`)].join(
    "\n",
  );
}

/**
 * A message without provider metadata and without what a turn does not record: reasoning, and the order of
 * text and calls. Calls are numbered.
 */
type PlainMessage =
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

function toPlainMessages(prompt: TurnRequest["prompt"]): readonly PlainMessage[] {
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
