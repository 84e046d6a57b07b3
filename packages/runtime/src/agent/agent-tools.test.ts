import { jsonSchema, tool } from "ai";
import { expect, test } from "vitest";
import { createRunningCalls } from "./agent-tools.ts";

const inputSchema = jsonSchema<Record<string, unknown>>({ type: "object" });
const options = { toolCallId: "c", messages: [], context: {} };

test("calls are counted when they start, and awaited until they succeed or fail", async () => {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const { tools, begun, settled } = createRunningCalls({
    first: tool({ inputSchema, execute: () => first.promise }),
    second: tool({ inputSchema, execute: () => second.promise }),
  });
  const log: string[] = [];
  void tools.first?.execute?.({}, options);
  const failing = Promise.resolve(tools.second?.execute?.({}, options)).catch(() => log.push("failed"));
  expect(begun()).toBe(2);
  const waiting = settled().then(() => log.push("settled"));
  first.resolve("done");
  second.reject(new Error("gone"));
  await Promise.all([waiting, failing]);
  expect(log).toEqual(["failed", "settled"]);
});

test("a generator is passed on unchanged", async () => {
  async function* stream(): AsyncGenerator<string> {
    yield "half";
    yield "whole";
  }
  const streaming = stream();
  const read = tool({ inputSchema, execute: () => streaming });
  const { tools, begun, settled } = createRunningCalls({ read });
  expect(tools.read?.execute?.({}, options)).toBe(streaming);
  expect(begun()).toBe(1);
  await settled();
});

test("tools without a function are left alone", () => {
  const pick = { inputSchema, outputSchema: inputSchema };
  expect(createRunningCalls({ pick }).tools).toEqual({ pick });
});
