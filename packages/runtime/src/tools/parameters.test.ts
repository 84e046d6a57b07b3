import { expect, test } from "vitest";
import { type Parameters, type ParametersOf, readInput, toInputSchema } from "./parameters.ts";

test("S3-35: a parameter list becomes a JSON Schema, with float as number", () => {
  const parameters: Parameters = {
    path: { type: "string", description: "Where.", required: true, maxLength: 9, aliases: ["file"] },
    ratio: { type: "float", description: "How much.", minimum: 0, maximum: 1, default: 0.5 },
    args: { type: ["array", "object"], items: "string", description: "Words.", maxLength: 4 },
  };
  expect(toInputSchema(parameters)).toEqual({
    type: "object",
    properties: {
      path: { type: "string", description: "Where.", maxLength: 9 },
      ratio: { type: "number", description: "How much.", minimum: 0, maximum: 1, default: 0.5 },
      args: { type: ["array", "object"], items: { type: "string" }, description: "Words.", maxItems: 4 },
    },
    required: ["path"],
  });
});

test("a tool without parameters says so", () => {
  expect(toInputSchema({})).toEqual({ type: "object", properties: {} });
});

type Input = {
  readonly path: string;
  readonly limit: number;
  readonly ratio?: number;
  readonly all?: boolean;
  readonly words?: readonly string[];
  readonly flags?: Readonly<Record<string, unknown>>;
};

const parameters: ParametersOf<Input> = {
  path: { type: "string", description: "", required: true, aliases: ["file"], maxLength: 5 },
  limit: { type: "integer", description: "", default: 10, minimum: 1, maximum: 20 },
  ratio: { type: "float", description: "" },
  all: { type: "boolean", description: "" },
  words: { type: "array", items: "string", description: "", maxLength: 2 },
  flags: { type: "object", description: "" },
};

const read = (sent: unknown): unknown => readInput<Input>(parameters, sent);

const problem = (sent: unknown): unknown => {
  try {
    return read(sent);
  } catch (error) {
    return error instanceof Error && "details" in error ? error.details : error;
  }
};

test("an input is read with defaults filled in", () => {
  expect(read({ path: "a", ratio: 1, all: false, words: ["x"], flags: { y: 1 } })).toEqual({
    input: { path: "a", limit: 10, ratio: 1, all: false, words: ["x"], flags: { y: 1 } },
    ignored: [],
  });
});

test("models send null for omitted values, other names, and unknown keys", () => {
  expect(read({ file: "a", limit: null, color: "red", constructor: 1 })).toEqual({
    input: { path: "a", limit: 10 },
    ignored: ["color", "constructor"],
  });
});

test.each([
  [{}, "Missing required parameter: path"],
  [{ path: null }, "Missing required parameter: path"],
  [{ path: 7 }, "Invalid parameter type: expected string, got integer (parameter: path)"],
  [{ path: "a", limit: 1.5 }, "Invalid parameter type: expected integer, got float (parameter: limit)"],
  [{ path: "a", limit: "7" }, "Invalid parameter type: expected integer, got string (parameter: limit)"],
  [{ path: "a", ratio: Number.NaN }, "Invalid parameter type: expected float, got float (parameter: ratio)"],
  [{ path: "a", all: "yes" }, "Invalid parameter type: expected boolean, got string (parameter: all)"],
  [{ path: "a", words: "x" }, "Invalid parameter type: expected array, got string (parameter: words)"],
  [{ path: "a", words: [1] }, "Invalid parameter type: expected string, got integer (parameter: words[])"],
  [{ path: "a", flags: [] }, "Invalid parameter type: expected object, got array (parameter: flags)"],
  ["path", "Invalid parameter type: expected object, got string"],
  [null, "Invalid parameter type: expected object, got null"],
  [[], "Invalid parameter type: expected object, got array"],
])("S3-35: %j is refused: %s", (sent, reason) => {
  expect(problem(sent)).toEqual({ reason });
});

test.each([
  [{ path: "abcdef" }, "Invalid parameter value: the length of path is 6, the limit is 5"],
  [{ path: "a", limit: 0 }, "Invalid parameter value: limit must be at least 1"],
  [{ path: "a", limit: 21 }, "Invalid parameter value: limit must be at most 20"],
  [
    { path: "a", words: ["a", "b", "c"] },
    "Invalid parameter value: the length of words is 3, the limit is 2",
  ],
  [{ path: "\ud800" }, "Invalid parameter value: path is not well-formed text"],
])("%j is out of bounds: %s", (sent, reason) => {
  expect(problem(sent)).toEqual({ reason });
});

test("inherited properties were not sent", () => {
  expect(problem(Object.create({ path: "a" }))).toEqual({ reason: "Missing required parameter: path" });
  expect(problem(JSON.parse('{"__proto__": {"path": "a"}}'))).toEqual({
    reason: "Missing required parameter: path",
  });
});

test("only a few of a thousand made-up keys are named", () => {
  const sent = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1]));
  expect(readInput<Input>(parameters, { ...sent, path: "a" }).ignored).toHaveLength(10);
});
