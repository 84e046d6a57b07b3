import type { JsonObject } from "@skillwright/core/text";

/** What the demo model does next: says something and calls a tool, or says its last words. */
export type Turn = { readonly text: string; readonly call?: Call };
export type Call = { readonly tool: string; readonly input: JsonObject };
