import { expect, test } from "vitest";
import { runScripted } from "../../../runtime/src/agent/test-agent.ts";
import { createScriptedModel, createTurnModel } from "./create-turn-model.ts";

import { asV4, partsOf, requestOf, userSays } from "./test-turns.ts";

const request = requestOf([userSays("Go.")]);
const use = { tool: "skills_list", input: {} };

test("an agent works with turns as with a model's answers", async () => {
  const usage = { inputTokens: 10, cachedInputTokens: 4, outputTokens: 2 };
  const model = createScriptedModel([
    { text: "I look.", calls: [use, { tool: "skills_search", input: { query: "x" } }], usage },
    { text: "Done.", calls: [], usage },
  ]);
  const { result, seen } = await runScripted(model);
  expect(result).toEqual({
    status: "finished",
    text: "Done.",
    steps: 2,
    usage: [{ model: "scripted", inputTokens: 20, cachedInputTokens: 8, outputTokens: 4 }],
  });
  const calls = seen.filter((event) => event.type === "tool-called");
  expect(calls.map(({ call, tool }) => [call, tool])).toEqual([
    ["call-1", "skills_list"],
    ["call-2", "skills_search"],
  ]);
});

test("both request methods give the same answer", async () => {
  const turn = { text: "Hello.", calls: [use] };
  const whole = await asV4(createTurnModel(async () => turn)).doGenerate(request);
  const parts = await partsOf(
    createTurnModel(async () => turn),
    request,
  );
  expect(whole.content).toEqual([
    { type: "text", text: "Hello." },
    { type: "tool-call", toolCallId: "call-1", toolName: "skills_list", input: "{}" },
  ]);
  expect(parts.find(({ type }) => type === "tool-call")).toEqual(whole.content[1]);
  expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified: "tool-calls" } });
});

test("a script that ends before the agent does fails the trial, and names the missing turn", async () => {
  const { result, waits } = await runScripted(createScriptedModel([{ calls: [use] }]));
  expect(result).toMatchObject({ status: "failed", steps: 1, fault: { kind: "failed" } });
  expect(result.fault?.message).toMatch(/^The script has no turn 2\. /);
  expect(waits).toEqual([]);
});

test("a turn can end in any way a model's answer can", async () => {
  const model = createScriptedModel([{ text: "And then", calls: [], finish: "length" }]);
  expect((await runScripted(model)).result).toMatchObject({ status: "failed", fault: { kind: "too-long" } });
});

test("input that is not a JSON object reaches the agent unchanged, and is answered", async () => {
  const model = createScriptedModel([
    { calls: [{ tool: "skills_list", input: '{"unfinished' }] },
    { text: "Sorry.", calls: [] },
  ]);
  const { result, seen } = await runScripted(model);
  expect(result).toMatchObject({ status: "finished", text: "Sorry." });
  expect(seen.find((event) => event.type === "tool-answered")).toMatchObject({ ok: false });
});

test("an aborted request gets no answer", async () => {
  const model = createTurnModel(async () => ({ text: "Hello.", calls: [] }));
  const stopped = { ...request, abortSignal: AbortSignal.abort(new Error("stopped")) };
  await expect(partsOf(model, stopped)).rejects.toThrow("stopped");
});
