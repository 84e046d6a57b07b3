import { hash } from "node:crypto";
import { redactText } from "@skillwright/core/audit";
import { evalsLimits } from "../limits.ts";
import type { RecordedRequest } from "../scenarios/recording.ts";
import type { TurnRequest } from "./create-turn-model.ts";
import { mapTexts } from "./map-texts.ts";
import { createMask } from "./mask-secrets.ts";
import { createNaming } from "./names.ts";
import type { Place } from "./place.ts";
import { type PlainMessage, toPlainMessages } from "./plain-messages.ts";

export type CanonicalRequest = {
  readonly request: RecordedRequest;
  /** A text of the answer as it is recorded. */
  hide(text: string): string;
  /** A recorded text as it is here and now. */
  show(text: string): string;
};

export type CanonicalOptions = { readonly places: readonly Place[]; readonly secrets: readonly string[] };

/** Normalizes requests, so that the same one on another machine and day has the same digest. */
export function createCanonicaliser({
  places,
  secrets,
}: CanonicalOptions): (request: TurnRequest) => CanonicalRequest {
  const mask = createMask(secrets);
  const openNames = createNaming(places);
  return ({ prompt, tools = [] }) => {
    const names = openNames();
    const steady = (text: string): string => names.take(withoutTimes(mask(text)));
    const messages = mapTexts(toPlainMessages(prompt), steady);
    const offered = mapTexts(tools.map(toPlainTool).toSorted(byName), steady);
    const system = prompt.filter(({ role }) => role === "system").map(({ content }) => content);
    return {
      request: {
        digest: digestOf([messages, offered]),
        system: digestOf(mapTexts(system, steady)),
        tools: digestOf(offered),
        excerpt: excerptOf(toPlainMessages(prompt).at(-1), steady),
      },
      hide: (text) => names.hide(mask(text)),
      show: names.show,
    };
  };
}

/** Removes durations and dates that our own prompts and results contain. */
function withoutTimes(text: string): string {
  return text
    .replace(/(\\*"duration(?:_m|M)s\\*"\s{0,8}:\s{0,8})\d+(?:\.\d+)?/g, (_, key: string) => `${key}0`)
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
function excerptOf(message: PlainMessage | undefined, steady: (text: string) => string): string {
  if (message === undefined) return "";
  const most = evalsLimits.recordingExcerptCharacters;
  const words = redactText(steady(`${message.role}: ${wordsOf(message)}`));
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
