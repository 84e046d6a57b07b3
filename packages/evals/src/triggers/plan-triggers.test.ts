import { join } from "node:path";
import { limits, SkillError } from "@skillwright/core";
import { describe, expect, test } from "vitest";
import { createTurnModel } from "../turns/create-turn-model.ts";
import { estimateOptimization } from "./estimate-triggers.ts";
import { planTriggers } from "./plan-triggers.ts";
import { runTriggers } from "./run-triggers.ts";
import { createRequest, hostOf, planReady, queries, write } from "./test-triggers.ts";

const problemsOf = (text: string): readonly unknown[] => {
  const plan = planTriggers(createRequest({ queries: text }));
  return plan.status === "faulty"
    ? plan.problems.map(({ file, range: { start }, message }) => [file, start.line, start.column, message])
    : [plan.status];
};

describe("reading the queries", () => {
  const file = "evals/eval_queries.json";
  const contains = (words: string): unknown => expect.stringContaining(words);

  test.each<[string, readonly unknown[]]>([
    ["", [[file, 1, 1, contains("")]]],
    ["[]", [[file, 1, 1, contains("1 to 1000 queries, found 0")]]],
    ['{"query": "x"}', [[file, 1, 1, contains("list")]]],
    ['[{"query": "x", "should_trigger": tru}]', [[file, 1, 35, contains("")]]],
    [
      '[\n  {"query": "x"},\n  {"query": "y", "should_trigger": "false"}\n]',
      [
        [file, 2, 3, contains("should_trigger")],
        [file, 3, 36, contains("without quotes")],
      ],
    ],
    [
      '[{"query": "x", "should_trigger": true},\n {"query": "x", "should_trigger": false}]',
      [[file, 2, 12, contains("with the opposite answer")]],
    ],
  ])("%j is reported with line and column", (text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  test("a skill without queries has none to measure", () => {
    const request = createRequest();
    const directory = join(request.skill.directory, "../other");
    write(join(directory, "SKILL.md"), "---\nname: other\ndescription: Other.\n---\n");
    expect(planTriggers({ ...request, skill: { ...request.skill, directory } }).status).toBe("none");
  });

  test.each(["eval_set.json", "trigger_eval.json"])("skill-creator's name is found too: %s", (name) => {
    const request = createRequest();
    const directory = join(request.skill.directory, "../other");
    write(join(directory, "SKILL.md"), "---\nname: other\ndescription: Other.\n---\n");
    write(join(directory, "evals", name), '[{"query": "x", "should_trigger": true}]');
    const skill = { name: "other", directory, description: "Other." };
    expect(planReady({ ...request, skill })).toMatchObject({
      file: `evals/${name}`,
      queries: [{ query: "x" }],
    });
  });

  test("if both files exist, the guide's is read and the other is reported", () => {
    const request = createRequest();
    write(join(request.skill.directory, "evals/eval_set.json"), "[]");
    const { file: read, notes } = planReady(request);
    expect(read).toBe(file);
    expect(notes).toMatchObject([{ file: "evals/eval_set.json", message: contains("Ignored") }]);
  });

  test("a skill that is hidden from models cannot be measured", () => {
    const request = createRequest({ frontmatter: "disable-model-invocation: true\n" });
    expect(planTriggers(request)).toMatchObject({
      status: "faulty",
      problems: [{ file: "SKILL.md", message: contains("disable-model-invocation") }],
    });
  });

  test.each<[string, string]>([
    ["the name of the skill", "---\nname: reader\ndescription: Twice.\n---\n"],
    ["no description", "no frontmatter"],
  ])("a neighbor with %s is refused", (_, manifest) => {
    const request = createRequest({ neighbors: { twin: "Twin." } });
    write(join(request.skill.directory, "../twin/SKILL.md"), manifest);
    expect(() => planTriggers(request)).toThrow(SkillError);
  });
});

describe("the plan", () => {
  test("every query is run once before any is run twice", () => {
    const { runs } = planReady(createRequest());
    expect(runs.map(({ query, run }) => [query, run])).toEqual([
      ...queries.map(({ query }) => [query, 1]),
      ...queries.map(({ query }) => [query, 2]),
    ]);
    expect(new Set(runs.map(({ key }) => key)).size).toBe(8);
  });

  test("calls are counted at most, and tokens grow with the neighbors and the steps", () => {
    const alone = planReady(createRequest()).estimate;
    expect(alone).toMatchObject({ trials: 8, calls: 24 });
    const neighbors = { archive: "Stores papers.".repeat(20) };
    const beside = planReady(createRequest({ neighbors })).estimate;
    expect(beside.inputTokens).toBeGreaterThan(alone.inputTokens);
    const longer = planReady(createRequest({}, { maxSteps: 5 })).estimate;
    expect(longer).toMatchObject({ trials: 8, calls: 40 });
    expect(longer.inputTokens).toBeGreaterThan((alone.inputTokens * 5) / 3);
  });

  test("the estimate of one call is within a fifth of the model's actual input", async () => {
    const given: number[] = [];
    const model = createTurnModel(async ({ prompt, tools }) => {
      given.push(JSON.stringify([prompt, tools]).length / limits.charactersPerToken);
      return { text: "Done.", calls: [] };
    });
    const neighbors = { archive: "Stores papers, letters and all that was read. ".repeat(20) };
    const request = createRequest({ neighbors, queries: queries.slice(0, 1) }, { runs: 1, maxSteps: 1 });
    const plan = planReady(request);
    await runTriggers(plan, hostOf({ model, asked: [] }));
    const [tokens = 0] = given;
    expect(Math.abs(plan.estimate.inputTokens / tokens - 1)).toBeLessThan(0.2);
  });

  test("a search for a better description measures up to its limit, with one request in between", () => {
    const plan = planReady(createRequest());
    expect(estimateOptimization(plan, { iterations: 1 })).toEqual(plan.estimate);
    expect(estimateOptimization(plan, { iterations: 3 })).toMatchObject({ trials: 24, calls: 24 * 3 + 2 });
  });
});
