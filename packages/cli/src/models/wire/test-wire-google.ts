import type { JsonObject } from "@skillwright/core/text";
import {
  inHalves,
  objectsIn,
  refuseSchema,
  toEvent,
  type WireFormat,
  type WireReply,
  type WireRequest,
} from "./test-wire-format.ts";

/** Google's Gemini. */
export const googleWire: WireFormat = {
  refuse,
  model: (path) => pathParts.exec(path)?.[1] ?? "",
  tools: declarations,
  streams: (path) => pathParts.exec(path)?.[2] === "streamGenerateContent?alt=sse",
  events,
  whole: (reply) => chunk(reply, parts(reply), true),
  failure: (status, message) => ({
    error: { code: status, message, status: statusNames[status] ?? "INTERNAL" },
  }),
  errorEvent: toEvent({ error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } }),
};

const pathParts = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent\?alt=sse)$/;

const statusNames: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
};

function declarations({ tools }: JsonObject): readonly JsonObject[] {
  return objectsIn(tools).flatMap(({ functionDeclarations }) => objectsIn(functionDeclarations));
}

function refuse({ path, body }: WireRequest): string | undefined {
  if (!pathParts.test(path)) return `no such path: ${path}`;
  for (const { name, parameters, parametersJsonSchema } of declarations(body)) {
    const refused = refuseSchema(name, parametersJsonSchema ?? parameters);
    if (refused !== undefined) return refused;
  }
  const contents = objectsIn(body.contents);
  const calls = contents.map(({ parts: list }) => objectsIn(list).find((part) => "functionCall" in part));
  if (calls.some((part) => part !== undefined && part.thoughtSignature !== thoughtSignature))
    return "Function call is missing a thought_signature in functionCall parts.";
  const uneven = contents.some(
    (content, index) => countOf(content, "functionCall") !== answersAfter(contents, index),
  );
  return uneven
    ? "the number of function response parts must equal that of the function call parts"
    : undefined;
}

function answersAfter(contents: readonly JsonObject[], index: number): number {
  const next = contents[index + 1];
  return next === undefined ? 0 : countOf(next, "functionResponse");
}

function countOf({ parts: list }: JsonObject, key: string): number {
  return objectsIn(list).filter((part) => key in part).length;
}

function events(reply: WireReply): readonly string[] {
  const pieces = parts(reply);
  return pieces.map((part, index) => toEvent(chunk(reply, [part], index === pieces.length - 1)));
}

/** The signed thought before a model's first call; it must be sent back with that call. */
const thoughtSignature = "c2VhbGVk";

/** A call comes whole; one without text and calls has a part nevertheless. */
function parts({ text, calls }: WireReply): readonly JsonObject[] {
  const found = [
    ...inHalves(text).map((half) => ({ text: half })),
    ...calls.map(({ id, tool: name, input: args }, index) => ({
      functionCall: { id, name, args },
      ...(index === 0 ? { thoughtSignature } : {}),
    })),
  ];
  return found.length === 0 ? [{ text: "" }] : found;
}

function chunk({ model, usage }: WireReply, found: readonly JsonObject[], last: boolean): JsonObject {
  const { input, cached = 0, output } = usage;
  return {
    candidates: [
      { index: 0, content: { role: "model", parts: found }, ...(last ? { finishReason: "STOP" } : {}) },
    ],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
      cachedContentTokenCount: cached,
    },
    modelVersion: model,
    responseId: "response_test",
  };
}
