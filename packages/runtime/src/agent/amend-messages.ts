import type { JSONValue, ModelMessage } from "ai";

export type Amendments = {
  /** Answers that replace the SDK's, by call id. */
  readonly answers: ReadonlyMap<string, string>;
  /** Notes to append to answers. */
  readonly notes: ReadonlyMap<string, string>;
  readonly isTool: (name: string) => boolean;
};

/** The messages of a step as the next step gets them. */
export function amendMessages(
  messages: readonly ModelMessage[],
  amendments: Amendments,
): readonly ModelMessage[] {
  return messages.map((message) => {
    if (message.role === "assistant" && typeof message.content !== "string")
      return { ...message, content: message.content.map((part) => rename(part, amendments)) };
    if (message.role !== "tool") return message;
    return {
      ...message,
      content: message.content.map((part) => amend(rename(part, amendments), amendments)),
    };
  });
}

/** Providers reject a conversation with invalid tool names, even if a model made them up. */
function rename<Part extends { readonly type: string }>(part: Part, { isTool }: Amendments): Part {
  if (!("toolName" in part) || typeof part.toolName !== "string" || isTool(part.toolName)) return part;
  const toolName = part.toolName.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64);
  return { ...part, toolName: toolName === "" ? "unnamed" : toolName };
}

type ToolPart = Extract<ModelMessage, { role: "tool" }>["content"][number];
type Output = Extract<ToolPart, { type: "tool-result" }>["output"];

function amend(part: ToolPart, { answers, notes }: Amendments): ToolPart {
  if (part.type !== "tool-result") return part;
  const answer = answers.get(part.toolCallId);
  const output: Output = answer === undefined ? part.output : { type: "error-text", value: answer };
  const note = notes.get(part.toolCallId);
  return { ...part, output: note === undefined ? output : withNote(output, note) };
}

function withNote(output: Output, note: string): Output {
  switch (output.type) {
    case "text":
    case "error-text":
      return { ...output, value: `${output.value}\n\n${note}` };
    case "json":
    case "error-json":
      return { ...output, value: noteInside(output.value, note) };
    case "content":
      return { ...output, value: [...output.value, { type: "text", text: note }] };
    case "execution-denied":
      return { ...output, reason: [output.reason, note].filter(Boolean).join("\n\n") };
  }
}

function noteInside(value: JSONValue, note: string): JSONValue {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? { ...value, note } : { result: value, note };
}
