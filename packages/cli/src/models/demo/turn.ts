import type { JsonObject } from "@skillwright/core/text";

/** The demo model's next step: text and a tool call, or the final answer. */
export type Turn = { readonly text: string; readonly call?: Call };
export type Call = { readonly tool: string; readonly input: JsonObject };
