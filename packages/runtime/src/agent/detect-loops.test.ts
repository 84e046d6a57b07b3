import { jsonSchema, type ToolSet, tool } from "ai";
import fc from "fast-check";
import { expect, test } from "vitest";
import { countRepetitions } from "./detect-loops.ts";
import { call, resultsIn, runScripted, say, scriptModel, use } from "./test-agent.ts";

const inputSchema = jsonSchema<Record<string, unknown>>({ type: "object" });

function tools(...names: readonly string[]): ToolSet {
  const entries = names.map((name) => [name, tool({ inputSchema, execute: async () => `${name} again` })]);
  return Object.fromEntries(entries);
}

test("an agent that repeats the same call is warned in the result, then stopped", async () => {
  const model = scriptModel([use(call("poll", { id: 1, of: "x" })), use(call("poll", { of: "x", id: 1 }))]);
  const { result, seen } = await runScripted(model, { tools: tools("poll") });
  expect(result).toMatchObject({ status: "looping", steps: 6 });
  expect(seen.flatMap((event) => (event.type === "repeating" ? [event.count] : []))).toEqual([3, 4, 5, 6]);
  const results = resultsIn(model);
  expect(results["call-poll-2"]).toBe("poll again");
  expect(results["call-poll-3"]).toMatch(
    /^poll again\n\nYou have made this call 3 times, .* After 6 times you are stopped\.$/,
  );
});

test("an agent that changes course after the warning continues", async () => {
  const again = use(call("poll", {}));
  const model = scriptModel([again, again, again, again, say("I give up.")]);
  const { result } = await runScripted(model, { tools: tools("poll") });
  expect(result).toMatchObject({ status: "finished", text: "I give up." });
});

test("the note is added to an answer that is an object", async () => {
  const again = use(call("skills_list", {}));
  const model = scriptModel([again, again, again, say("Done.")]);
  await runScripted(model);
  expect(resultsIn(model)["call-skills_list-3"]).toMatchObject({
    ok: true,
    note: expect.stringContaining("3 times"),
  });
});

test.each([
  ["two", ["a", "b"]],
  ["three", ["a", "b", "c"]],
])("a cycle of %s calls is a loop too", async (_, names) => {
  const circle = names.map((name) => use(call(name, {})));
  const model = scriptModel(Array.from({ length: 10 }, () => circle).flat());
  const { result, seen } = await runScripted(model, { tools: tools(...names) });
  expect(result).toMatchObject({ status: "looping", steps: 6 * names.length });
  expect(seen.find(({ type }) => type === "repeating")).toMatchObject({ tool: names.at(-1), count: 3 });
});

test("repeating the same calls of one step is a loop too", async () => {
  const model = scriptModel([use(call("a", {}), call("b", {}))]);
  const { result } = await runScripted(model, { tools: tools("a", "b") });
  expect(result).toMatchObject({ status: "looping", steps: 6 });
});

test("the same call with other calls in between is progress: tests after each edit", async () => {
  const rounds = Array.from({ length: 10 }, (_, n) => [use(call("edit", { n })), use(call("test", {}))]);
  const model = scriptModel([...rounds.flat(), say("Green.")]);
  const { result, seen } = await runScripted(model, { tools: tools("edit", "test") });
  expect(result).toMatchObject({ status: "finished", steps: 21 });
  expect(seen.some(({ type }) => type === "repeating")).toBe(false);
});

test.each([
  ["", 1],
  ["a", 1],
  ["ab", 1],
  ["aa", 2],
  ["baaaa", 4],
  ["aaaab", 1],
  ["abab", 2],
  ["xababab", 3],
  ["ababa", 2],
  ["abcabcabc", 3],
  ["abcabcab", 2],
  ["abcdabcd", 1],
  ["abacada", 1],
])("the end of %j is repeated %i times", (calls, times) => {
  expect(countRepetitions([...calls])).toBe(times);
});

test("a cycle of up to three calls is counted, whatever came before it", () => {
  const letters = fc.constantFrom("a", "b", "c", "d");
  const circle = fc.array(letters, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(letters), circle, fc.integer({ min: 1, max: 8 }), (before, turn, times) => {
      const calls = [...before, ...Array.from({ length: times }, () => turn).flat()];
      expect(countRepetitions(calls)).toBeGreaterThanOrEqual(times);
    }),
  );
});
