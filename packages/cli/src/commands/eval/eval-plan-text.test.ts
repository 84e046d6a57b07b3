import { afterAll, expect, test } from "vitest";
import { removeTestMachines } from "../../test-io.ts";
import type { EvalModels } from "./eval-models.ts";
import { formatPlan, type PlannedEvals, totalsOf } from "./eval-plan-text.ts";
import { openTestEvaluation, testPlan, testRun, testTriggerPlan } from "./test-evaluation.ts";

afterAll(removeTestMachines);

const { models: priced } = await openTestEvaluation(["--model", "sonnet", "--judge", "opus"]);
const { models: free } = await openTestEvaluation();
const nothing: PlannedEvals = { outputs: undefined, triggers: undefined };
const both = [testRun("with_skill"), testRun("without_skill")];

function format(planned: Partial<PlannedEvals>, models: EvalModels = free, columns = 80): string {
  return formatPlan({ ...nothing, ...planned }, models, { columns, place: "w/iteration-1" });
}

/** Of the first line only. */
function firstLine(planned: Partial<PlannedEvals>): string {
  return format(planned, free, 200).split("\n")[0]?.trim() ?? "";
}

test.each<[kind: string, plan: Partial<PlannedEvals>, text: string]>([
  [
    "new",
    { outputs: testPlan(both) },
    "1 eval, with skill and without skill, 1 run each: 2 runs (iteration 1)",
  ],
  ["one side", { outputs: testPlan([testRun()]) }, "1 eval, with skill, 1 run each: 1 run (iteration 1)"],
  [
    "kept",
    { outputs: testPlan([testRun("with_skill", { state: "kept" }), testRun("old_skill")]) },
    "1 eval, with skill and old skill, 1 run each: 2 runs, 1 of them reused (iteration 1)",
  ],
  [
    "to be graded again, which is not kept",
    { outputs: testPlan([testRun("with_skill", { state: "ungraded" })]) },
    "1 eval, with skill, 1 run each: 1 run (iteration 1)",
  ],
  [
    "resumed",
    { outputs: testPlan([testRun()], { resumes: true, iteration: 3 }) },
    "1 eval, with skill, 1 run each: 1 run (resuming iteration 3)",
  ],
  ["queries alone", { triggers: testTriggerPlan(["a"], { runs: 3 }) }, "1 query alone, 3 runs each: 3 tries"],
  [
    "queries among others",
    { triggers: testTriggerPlan(["a", "b"], { neighbors: 2, runs: 3, kept: 4 }) },
    "2 queries among 2 other skills, 3 runs each: 6 tries, 4 of them reused",
  ],
])("a plan states what is run: %s", (_, plan, text) => {
  expect(firstLine(plan)).toBe(text);
});

const estimate = {
  ...{ agentRuns: 2, agentCalls: 10, judgeCalls: 2, comparisonCalls: 1 },
  ...{
    inputTokens: 3_000_000,
    outputTokens: 300_000,
    judgeInputTokens: 1_000_000,
    judgeOutputTokens: 100_000,
  },
};

test("the judge's part of a plan is paid at the judge's price", () => {
  // Sonnet: 2 million in for $2 each, 200,000 out for $10 a million. Opus: half as much at $4 and $20.
  const planned = { outputs: testPlan(both, { estimate }), triggers: undefined };
  expect(totalsOf(planned, priced)).toEqual({
    ...{ calls: 10, judgeCalls: 3, inputTokens: 3_000_000, outputTokens: 300_000, basis: "assumed" },
    cost: expect.closeTo(2 * 2 + 0.2 * 10 + 4 + 0.1 * 20, 9),
  });
});

test("a plan adds up runs and tries", () => {
  const planned = { outputs: testPlan(both, { estimate }), triggers: testTriggerPlan(["a"], { calls: 4 }) };
  expect(totalsOf(planned, priced)).toMatchObject({
    ...{ calls: 14, judgeCalls: 3, inputTokens: 3_004_000, outputTokens: 300_400 },
    cost: expect.closeTo(12 + 0.004 * 2 + 0.0004 * 10, 9),
  });
});

test("the whole plan, for a terminal of 80 columns", () => {
  const outputs = testPlan(both, { estimate, notes: ["eval 1 has no statements."] });
  const planned = { outputs, triggers: testTriggerPlan(["a", "b"]), descriptions: 5 };
  expect(`\n${format(planned, priced)}`).toMatchInlineSnapshot(`
    "
      1 eval, with skill and without skill, 1 run each: 2 runs (iteration 1)
      2 queries alone, 1 run each: 2 tries
      for each of up to 5 descriptions
      About 10 calls to anthropic/claude-sonnet-5-5 and 3 calls to the judge
        anthropic/claude-opus-5-5: 3,000,000 tokens in, 300,000 out, $12.00 (a rough
        guess; nothing has been measured yet)
      Results go to w/iteration-1.
      note: eval 1 has no statements.
    "
  `);
});

const costly = { outputs: testPlan(both, { estimate }) };
const regraded = { judgeCalls: 1, judgeInputTokens: 9, inputTokens: 9 };

test.each<[what: string, of: readonly [Partial<PlannedEvals>, EvalModels], text: string]>([
  [
    "measured",
    [{ outputs: testPlan(both, { estimate: { ...estimate, basis: "measured" } }) }, priced],
    "$12.00 (based on earlier runs)",
  ],
  ["a guess", [costly, priced], "$12.00 (a rough guess; nothing has been measured yet)"],
  ["free", [costly, free], "300,000 out, $0 (a rough guess"],
  ["not known", [costly, { ...priced, cost: () => undefined }], "price unknown (a rough guess"],
  [
    "without a judge",
    [{ triggers: testTriggerPlan(["a"], { calls: 1 }) }, free],
    `About 1 call to ${free.agent.label}: 1,000 tokens in, 100 out`,
  ],
  [
    "a judge with nothing to do",
    [{ triggers: testTriggerPlan(["a"], { calls: 1 }) }, priced],
    "About 1 call to anthropic/claude-sonnet-5-5: 1,000",
  ],
  [
    "graded again",
    [{ outputs: testPlan(both, { estimate: regraded }) }, priced],
    "About 0 calls to anthropic/claude-sonnet-5-5 and 1 call to the judge anthropic/claude-opus-5-5: 9 tokens in",
  ],
  ["all there", [{ outputs: testPlan(both) }, priced], "All results exist; no model is called."],
])("a plan states what it may cost: %s", (_, [plan, models], text) => {
  expect(format(plan, models, 300)).toContain(text);
});
