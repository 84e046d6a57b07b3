import { webFields } from "./input-fields.ts";
import { readHost } from "./match-host.ts";
import type { ToolName } from "./match-tool.ts";
import { readFields } from "./read-fields.ts";
import { type RequestPart, unreadablePart } from "./request-part.ts";
import type { ToolRequest } from "./tool-request.ts";

/** The addresses a call would fetch. */
export function readWebParts(tool: ToolName, { input }: ToolRequest): readonly RequestPart[] {
  const reading = readFields(input, webFields);
  if (!reading.ok) return [unreadablePart(tool, reading.problem)];
  const addresses = reading.fields.flatMap(({ purpose, text }) => {
    if (purpose === "address") return [text];
    return purpose === "prompt" && fetchesPrompt(tool) ? addressesIn(text) : [];
  });
  if (addresses.length === 0) return [unreadablePart(tool, "it does not name an address")];
  return addresses.map((text) => {
    const host = readHost(text);
    return host ? { tool, subject: { kind: "host", host }, text } : unreadablePart(tool, text);
  });
}

/** Gemini CLI fetches the addresses in the prompt and ignores `url`; elsewhere the prompt is about the fetched page. */
function fetchesPrompt({ asked }: ToolName): boolean {
  return /^web_fetch$/i.test(asked);
}

/** Anything that might be taken for an address, readable or not. */
function addressesIn(prompt: string): readonly string[] {
  return prompt.split(/\s+/).filter((word) => /:\/\/|\bwww\./i.test(word));
}
