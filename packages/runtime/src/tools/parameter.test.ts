import { expect, test } from "vitest";
import { type Parameters, toInputSchema } from "./parameter.ts";

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
