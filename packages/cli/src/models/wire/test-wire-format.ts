import type { IncomingHttpHeaders } from "node:http";
import type { JsonObject } from "@skillwright/core/text";

/** One answer of the model. */
export type WireTurn = {
  readonly text?: string;
  readonly calls?: readonly WireCall[];
  readonly usage?: WireUsage;
  /** The error to simulate in this answer. */
  readonly fault?: WireFault;
  /** Bytes per chunk; chunks end inside lines and characters. If absent, the answer is sent whole. */
  readonly pieces?: number;
};
export type WireCall = { readonly id: string; readonly tool: string; readonly input: JsonObject };
/** `cached` tokens are among those of `input`. */
type WireUsage = { readonly input: number; readonly cached?: number; readonly output: number };

export type WireFault =
  /** An answer of HTTP alone, such as 401, 404, 429, 500 and 529; headers such as `retry-after`. */
  | { readonly kind: "status"; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** The connection breaks in the middle of an event. */
  | { readonly kind: "cut" }
  /** Nothing comes after the first bytes, and the connection stays. */
  | { readonly kind: "silence" }
  /** An event that is not JSON. */
  | { readonly kind: "malformed" }
  /** The provider's own event for trouble in the middle of an answer. */
  | { readonly kind: "error-event" }
  /** Status 200 and not a byte more. */
  | { readonly kind: "empty" };

export type WireRequest = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
  readonly model: string;
  /** Names of the tools that the model is shown. */
  readonly tools: readonly string[];
};

/** An answer with everything that a wire format needs to know. */
export type WireReply = Required<Pick<WireTurn, "text" | "calls" | "usage">> &
  Pick<WireRequest, "model" | "body">;

/** How one provider talks. */
export type WireFormat = {
  /** The error with which the provider would refuse a request, for common mistakes of agents. */
  refuse(request: WireRequest): string | undefined;
  model(path: string, body: JsonObject): string;
  tools(body: JsonObject): readonly JsonObject[];
  streams(path: string, body: JsonObject): boolean;
  /** The answer as server-sent events. */
  events(reply: WireReply): readonly string[];
  /** The answer in one piece. */
  whole(reply: WireReply): JsonObject;
  /** The body that comes with a status other than 200. */
  failure(status: number, message: string): JsonObject;
  /** The event for trouble in the middle. */
  errorEvent: string;
};

export function toEvent(data: JsonObject, name?: string): string {
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Halves, so that deltas are more than one. */
export function inHalves(text: string): readonly string[] {
  const letters = [...text];
  const middle = Math.ceil(letters.length / 2);
  return [letters.slice(0, middle).join(""), letters.slice(middle).join("")].filter((half) => half !== "");
}

/** A field that should hold a list of objects. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}

/** The error for a schema that no provider accepts for a tool. */
export function refuseSchema(name: unknown, schema: unknown): string | undefined {
  if (typeof name !== "string" || !/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(name)) return `tool name ${name}`;
  if (typeof schema !== "object" || schema === null) return `${name}: no schema`;
  if (!("type" in schema) || schema.type !== "object") return `${name}: schema type must be object`;
  const forbidden = ["oneOf", "anyOf", "allOf", "enum", "not"].find((key) => key in schema);
  return forbidden === undefined ? undefined : `${name}: ${forbidden} at the top level of a schema`;
}
