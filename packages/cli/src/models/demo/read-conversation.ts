import { searchLimits } from "@skillwright/core/catalog";
import type { JsonObject } from "@skillwright/core/text";
import type { ModelCall } from "../language-model.ts";

/** The input of the demo model's decisions. */
export type Conversation = {
  /** The user's last message. */
  readonly task: string;
  /** A skill that is already loaded: a sub-agent's own, or one the user requested. */
  readonly loaded: LoadedSkill | undefined;
  /** Result of a forked skill that the user requested. */
  readonly forked: ForkedSkill | undefined;
  /** Absolute folder of the user's files, if known. */
  readonly workspace: string | undefined;
  /** Steps since then, in order. */
  readonly steps: readonly Step[];
  /** Available tools: names and descriptions. */
  readonly tools: ReadonlyMap<string, string>;
};

export type LoadedSkill = { readonly skill: string; readonly text: string };

export type ForkedSkill = { readonly skill: string; readonly answer: string };

export type Step = { readonly tool: string; readonly input: JsonObject; readonly outcome: Outcome };

type Outcome =
  | { readonly ok: true; readonly data: JsonObject }
  | { readonly ok: false; readonly reason: string };

type Message = ModelCall["prompt"][number];
type ResultPart = Extract<
  Extract<Message, { readonly role: "tool" }>["content"][number],
  { readonly type: "tool-result" }
>;

/** Reads the conversation from the user's last message on. */
export function readConversation({ prompt, tools = [], toolChoice }: ModelCall): Conversation {
  const last = prompt.findLastIndex(({ role }) => role === "user");
  const system = prompt.flatMap((message) => (message.role === "system" ? message.content : [])).join("\n\n");
  const said = textOf(prompt[last]);
  const shown = toolChoice?.type === "none" ? [] : tools;
  return {
    task: (said.split(`\n${skillEnd}`).at(-1) ?? "").trim().slice(0, searchLimits.searchQueryLength),
    loaded: findLoaded(`${system}\n${said}`),
    forked: findForked(said),
    // Matches the system prompt of `run`.
    workspace: /\bYou work in the folder (\/.+?) on (?:Linux|macOS)\./.exec(system)?.[1],
    steps: readSteps(prompt.slice(last + 1)),
    tools: new Map(
      shown.map((tool) => [tool.name, tool.type === "function" ? (tool.description ?? "") : ""]),
    ),
  };
}

const skillEnd = "</skill_content>";

/** The last one, which is the innermost of nested skills. */
function findLoaded(text: string): LoadedSkill | undefined {
  const begin = [...text.matchAll(/^<skill_content name="([^"]+)">$/gm)].at(-1);
  const skill = begin?.[1];
  if (begin === undefined || skill === undefined) return undefined;
  const end = text.indexOf(`\n${skillEnd}`, begin.index);
  return { skill, text: text.slice(begin.index, end === -1 ? undefined : end) };
}

/** Matches the text of a forked activation; the user's message follows as a paragraph. */
function findForked(said: string): ForkedSkill | undefined {
  const begin = /^The "(.+)" skill ran in a sub-agent, which has ended\. Its answer.*:\n\n/m.exec(said);
  const skill = begin?.[1];
  if (begin === null || skill === undefined) return undefined;
  const answer = said.slice(begin.index + begin[0].length, said.lastIndexOf("\n\n"));
  return { skill, answer };
}

function textOf(message: Message | undefined): string {
  if (message?.role !== "user") return "";
  return message.content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}

function readSteps(messages: readonly Message[]): readonly Step[] {
  const results = messages.flatMap((message) => (message.role === "tool" ? message.content : []));
  const calls = messages.flatMap((message) => (message.role === "assistant" ? message.content : []));
  return calls.flatMap((call) => {
    if (call.type !== "tool-call") return [];
    const result = results.find((part) => part.type === "tool-result" && part.toolCallId === call.toolCallId);
    const outcome = result?.type === "tool-result" ? readOutcome(result.output) : unanswered;
    return [{ tool: call.toolName, input: asObject(call.input), outcome }];
  });
}

const unanswered: Outcome = { ok: false, reason: "there was no answer" };

/** A result in OmniForge's or VibeTavern's format, or a textual refusal. */
function readOutcome(output: ResultPart["output"]): Outcome {
  if (output.type === "execution-denied")
    return { ok: false, reason: output.reason ?? "it was not approved" };
  if (output.type === "content") return { ok: false, reason: "its answer has an unknown format" };
  if (output.type === "error-text") return { ok: false, reason: output.value };
  const answer = asObject(output.value);
  if (answer.success === true) return { ok: true, data: asObject(answer.result) };
  if (answer.ok === true) return { ok: true, data: asObject(answer.data) };
  return { ok: false, reason: reasonOf(answer) ?? String(JSON.stringify(output.value)) };
}

function reasonOf({ error, errors }: JsonObject): string | undefined {
  if (typeof error === "string") return error;
  const [first] = Array.isArray(errors) ? errors : [];
  return first === undefined ? undefined : String(asObject(first).message);
}

/** Inputs and answers may arrive as JSON text. */
function asObject(value: unknown): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  if (typeof value !== "string" || !value.startsWith("{")) return {};
  try {
    return asObject(JSON.parse(value));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
