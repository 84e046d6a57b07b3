import { jsonSchema, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Session } from "../session/session.ts";
import { createTestSession } from "../session/test-session.ts";
import { waitForRetry } from "./retry.ts";
import { runAgent } from "./run-agent.ts";
import { call, runScripted, say, scriptModel, text, use } from "./test-agent.ts";

const inputSchema = jsonSchema<Record<string, unknown>>({ type: "object" });

test("an agent aborted before it starts calls no model", async () => {
  const model = scriptModel([say("Done.")]);
  const { result } = await runScripted(model, { signal: AbortSignal.abort() });
  expect(result).toEqual({ status: "aborted", text: "", steps: 0, usage: [] });
  expect(model.doStreamCalls).toEqual([]);
});

test("an agent aborted while the model streams ends at once", async () => {
  const stopping = new AbortController();
  const model = scriptModel([{ parts: text("I was say"), ends: "silence" }]);
  const { result } = await runScripted(model, {
    signal: stopping.signal,
    onEvent: () => stopping.abort(),
  });
  expect(result).toMatchObject({ status: "aborted", steps: 0 });
});

test("a model that ignores the abort leaves no timer that would keep the process alive", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const stopping = new AbortController();
  const doStream = vi.fn(() => new Promise<never>(() => {}));
  const running = runScripted(new MockLanguageModelV4({ doStream }), { signal: stopping.signal });
  await vi.waitUntil(() => doStream.mock.calls.length === 1);
  stopping.abort();
  expect((await running).result.status).toBe("aborted");
  expect(vi.getTimerCount()).toBe(0);
});

test("an agent aborted while a tool runs aborts the tool, and ends after it", async () => {
  const stopping = new AbortController();
  const log: string[] = [];
  const work = tool({
    inputSchema,
    execute: async (_, { abortSignal }): Promise<string> => {
      stopping.abort();
      log.push(`told: ${abortSignal?.aborted}`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push("cleaned up");
      throw new Error("stopped");
    },
  });
  const model = scriptModel([use(call("work", {})), say("Never.")]);
  const { result } = await runScripted(model, { tools: { work }, signal: stopping.signal });
  log.push("ended");
  expect(result).toMatchObject({ status: "aborted" });
  expect(log).toEqual(["told: true", "cleaned up", "ended"]);
  expect(model.doStreamCalls).toHaveLength(1);
});

test("an agent stopped during a failing step counts as stopped, not as a model failure", async () => {
  const stopping = new AbortController();
  const work = {
    ...tool({ inputSchema, execute: async (): Promise<string> => "worked" }),
    toModelOutput: () => {
      stopping.abort();
      throw new TypeError("fetch failed");
    },
  };
  const model = scriptModel([use(call("work", {})), say("Never.")]);
  const { result } = await runScripted(model, { tools: { work }, signal: stopping.signal });
  expect(result).toEqual({ status: "aborted", text: "", steps: 0, usage: [] });
});

test("an agent aborted while it waits for a retry does not make it", async () => {
  const stopping = new AbortController();
  const model = scriptModel([{ error: new TypeError("fetch failed") }]);
  const { result } = await runScripted(model, {
    signal: stopping.signal,
    onEvent: () => stopping.abort(),
    wait: waitForRetry,
  });
  expect(result).toMatchObject({ status: "aborted" });
  expect(model.doStreamCalls).toHaveLength(1);
});

test("an agent that has ended no longer listens to its session", async () => {
  const { session } = createTestSession({});
  let listening = 0;
  const events: Session["events"] = {
    ...session.events,
    subscribe: (listener) => {
      listening++;
      const stop = session.events.subscribe(listener);
      return () => {
        listening--;
        stop();
      };
    },
  };
  const watched = { ...session, events };
  const onEvent = (): void => expect(listening).toBe(1);
  await runAgent({ session: watched, model: scriptModel([say("Done.")]), task: "Go.", onEvent });
  expect(listening).toBe(0);
  await session.close();
});
