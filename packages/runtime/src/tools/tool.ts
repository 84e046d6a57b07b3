import type { JsonObject } from "@skillwright/core/text";
import type { CallRequest } from "../admission/admit.ts";
import type { ToolCall } from "../admission/tool-call.ts";

/** What a model sees of a tool. */
export type ToolDefinition = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input object. */
  readonly inputSchema: JsonObject;
};

/** OmniForge's tool answer. */
export type ToolResult = {
  readonly success: boolean;
  /** Only with `success`. */
  readonly result?: JsonObject;
  /** Only without `success`. */
  readonly error?: string;
  readonly duration_ms: number;
  readonly tokens_used: number;
  readonly cost_usd: number;
  readonly cached: boolean;
  readonly retry_count: number;
};

/** A tool as agents get it: each call passes the session's guard, and a refusal is an ordinary answer. */
export type GuardedTool = ToolDefinition & {
  /** The answer as plain JSON data. Never rejects because of the input. */
  call(input: unknown, options?: GuardOptions): Promise<JsonObject>;
};

export type GuardOptions = {
  /** The SDK's call id. */
  readonly call?: string;
  readonly signal?: AbortSignal;
};

/** What a tool does. It takes a call that only the admission engine can make. */
type ToolRunner = (input: unknown, call: ToolCall) => Promise<JsonObject>;
export type Tool = ToolDefinition & {
  readonly run: ToolRunner;
  /** It changes what is active, so the calls after it wait for its end. */
  readonly isOrdered?: boolean;
};

/** A tool that activates a skill. It runs nothing itself: the session admits the activation in its order. */
export type ActivationTool = ToolDefinition & {
  readonly activate: (input: unknown, request: ActivationCall) => Promise<JsonObject>;
};
export type ActivationCall = { readonly call: CallRequest; readonly signal?: AbortSignal | undefined };
