import {
  APICallError,
  JSONParseError,
  LoadAPIKeyError,
  NoSuchModelError,
  RetryError,
  TypeValidationError,
} from "ai";
import { expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { ModelFailure, type ModelFaultKind } from "./model-fault.ts";
import { readFault } from "./read-fault.ts";
import { apiError } from "./test-agent.ts";

function network(code: string): Error {
  const cause = Object.assign(new Error(`connect ${code}`), { code });
  return Object.assign(new TypeError("fetch failed"), { cause });
}

function withBody(statusCode: number, body: object): APICallError {
  const responseBody = JSON.stringify(body);
  return new APICallError({
    message: "Bad Request",
    url: "",
    requestBodyValues: {},
    statusCode,
    responseBody,
  });
}

const google = { error: { code: 400, message: "API key not valid.", status: "INVALID_ARGUMENT" } };
const azure = { error: { code: "content_filter", message: "The response was filtered" } };
const openai = { error: { code: "context_length_exceeded", message: "maximum context length is 128000" } };

const faults: readonly (readonly [string, unknown, ModelFaultKind, boolean])[] = [
  ["401", apiError(401, "x"), "unauthorized", false],
  ["403", apiError(403, "x"), "unauthorized", false],
  ["Google's 400 on a wrong key", withBody(400, google), "unauthorized", false],
  ["a key that is not set", new LoadAPIKeyError({ message: "no key" }), "unauthorized", false],
  ["404", apiError(404, "x"), "unknown-model", false],
  [
    "a model that the SDK does not know",
    new NoSuchModelError({ modelId: "x", modelType: "languageModel" }),
    "unknown-model",
    false,
  ],
  ["400 with model_not_found", withBody(400, { error: { code: "model_not_found" } }), "unknown-model", false],
  ["429", apiError(429, "x"), "rate-limited", true],
  ["429 for tokens in a minute", apiError(429, "too many tokens per minute"), "rate-limited", true],
  ["429 without credit", withBody(429, { error: { code: "insufficient_quota" } }), "rate-limited", false],
  [
    "Google's word in a stream",
    { code: 8, status: "RESOURCE_EXHAUSTED", message: "x" },
    "rate-limited",
    true,
  ],
  ["Anthropic's error in a stream", { type: "overloaded_error", message: "Overloaded" }, "overloaded", true],
  [
    "an error inside an error event",
    { type: "error", error: { type: "rate_limit_error", message: "x" } },
    "rate-limited",
    true,
  ],
  ["500", apiError(500, "x"), "overloaded", true],
  ["529", apiError(529, "x"), "overloaded", true],
  ["504", apiError(504, "x"), "timed-out", true],
  ["408", apiError(408, "x"), "timed-out", true],
  ["a time-out of the network", network("UND_ERR_HEADERS_TIMEOUT"), "timed-out", true],
  ["413", apiError(413, "x"), "too-long", false],
  [
    "Anthropic's 400 on a long prompt",
    apiError(400, "prompt is too long: 210000 tokens > 200000 maximum"),
    "too-long",
    false,
  ],
  ["OpenAI's 400 on a long prompt", withBody(400, openai), "too-long", false],
  ["Azure's filter", withBody(400, azure), "refused", false],
  ["400", apiError(400, "tools.0: service unavailable is no valid name"), "failed", false],
  ["a refused connection", network("ECONNREFUSED"), "unreachable", true],
  ["a name without an address", network("ENOTFOUND"), "unreachable", true],
  ["a connection that was reset", network("ECONNRESET"), "broken-stream", true],
  [
    "a connection that ended",
    Object.assign(new TypeError("terminated"), { cause: new Error("other side closed") }),
    "broken-stream",
    true,
  ],
  ["invalid JSON", new JSONParseError({ text: "{", cause: new Error("x") }), "broken-stream", true],
  [
    "JSON that is another",
    new TypeValidationError({ value: {}, cause: new Error("x") }),
    "broken-stream",
    true,
  ],
  [
    "what the SDK wrapped",
    new RetryError({ message: "x", reason: "maxRetriesExceeded", errors: [apiError(503, "x")] }),
    "overloaded",
    true,
  ],
  [
    "Anthropic's package on a first chunk that is not JSON",
    new Error("Expected a normalized Anthropic stream error"),
    "broken-stream",
    true,
  ],
  ["anything else", new Error("x"), "failed", false],
  ["a text", "no", "failed", false],
  ["nothing", undefined, "failed", false],
];

for (const [name, error, kind, mayRetry] of faults)
  test(`${name} is ${kind}`, () => {
    const failure = readFault(error);
    expect([failure.fault.kind, failure.mayRetry]).toEqual([kind, mayRetry]);
    expect(failure.fault.message).toMatch(/^[A-Z].*\.$/);
  });

test("an unknown error gets the fallback kind", () => {
  expect(readFault(new Error("x"), { otherwise: "broken-stream" })).toMatchObject({
    fault: { kind: "broken-stream" },
    mayRetry: true,
  });
});

test("a classified error is not classified again", () => {
  const failure = new ModelFailure({ kind: "refused", message: "No." }, { mayRetry: false });
  expect(readFault(failure)).toBe(failure);
});

test("the message states what happened, the provider's message, and what to do", () => {
  expect(readFault(apiError(404, "model 'llama9' not found, try pulling it first")).fault.message).toBe(
    "The provider has no such model, or this key cannot use it (status 404). It says: model 'llama9' not found, try pulling it first. Check the name of the model and the address.",
  );
  expect(readFault(network("ECONNREFUSED")).fault.message).toBe(
    "The provider cannot be reached (ECONNREFUSED). Is it running? Check the address and the network.",
  );
});

test.each([
  ["http://127.0.0.1:11434/v1/chat/completions", "127.0.0.1:11434"],
  ["https://user:hunter2@api.example.com/v1?key=hunter2", "api.example.com:443"],
  ["http://[::1]/v1", "[::1]:80"],
])("a missing server is named by host and port alone: %s", (url, server) => {
  const cause = network("ECONNREFUSED");
  const error = new APICallError({
    message: "Cannot connect to API: ",
    url,
    requestBodyValues: {},
    cause,
    isRetryable: true,
  });
  expect(readFault(error).fault.message).toBe(
    `The provider cannot be reached at ${server} (ECONNREFUSED). Is it running? Check the address and the network.`,
  );
});

test.each(["", "no address", "data:text/plain,x"])(
  "an address that names no server is left out: %j",
  (url) => {
    const error = new APICallError({
      message: "x",
      url,
      requestBodyValues: {},
      cause: network("ECONNREFUSED"),
    });
    expect(readFault(error).fault.message).toMatch(/^The provider cannot be reached \(ECONNREFUSED\)\./);
  },
);

test("a server that answers is not named, since its address is the host's concern", () => {
  expect(readFault(apiError(503, "x")).fault.message).not.toContain("api.example.com");
});

test.each([
  [{ "retry-after-ms": "1500" }, 2],
  [{ "retry-after": "7" }, 7],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "Thu, 01 Jan 1970 00:01:00 GMT" }, 50],
  [{ "retry-after": "Thu, 01 Jan 1970 00:00:01 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "-5" }, undefined],
  [{ "retry-after-ms": "", "retry-after": "" }, undefined],
  [{}, undefined],
])("%j means to wait %s seconds", (headers, seconds) => {
  const clock = { ...systemClock, now: () => 10_000 };
  const { fault } = readFault(apiError(429, "x", headers), { clock });
  expect(fault.retryAfterSeconds).toBe(seconds);
});
