import type { ComparisonOutcome } from "@skillwright/evals";
import { afterAll, expect, test } from "vitest";
import { removeTestMachines } from "../../test-io.ts";
import type { EvaluationResult } from "./evaluate-skill.ts";
import { formatEvals } from "./format-evals.ts";
import {
  openTestEvaluation,
  testEvaluated,
  testOutcome,
  testOutputs,
  testRun,
  testTask,
  testTriggers,
  testUsage,
} from "./test-evaluation.ts";

afterAll(removeTestMachines);

const evaluation = await openTestEvaluation(["--model", "sonnet"]);

function format(more: Partial<EvaluationResult>, page?: string): string {
  return formatEvals(testEvaluated(more), evaluation, { page });
}

const named = testTask(2, { name: "Farewell", prompt: "Say goodbye." });
const runs = [
  testOutcome(testRun("with_skill"), { "It says ahoy": true, "It is short": true, "It rhymes": false }),
  testOutcome(testRun("with_skill", { run: 2 }), {
    "It says ahoy": true,
    "It is short": false,
    "It rhymes": false,
  }),
  testOutcome(testRun("without_skill"), { "It says ahoy": false, "It is short": true, "It rhymes": false }),
  testOutcome(testRun("with_skill", { task: named }), { "It waves": true }),
];

test("everything that came of evals, for a terminal of 80 columns", () => {
  const outputs = testOutputs(runs, {
    notes: ["“It rhymes” fails on both sides in every run: it is no test of the skill."],
  });
  const spent = [testUsage("claude-sonnet-5-5", 1_000_000, 100_000)];
  const triggers = testTriggers([["greet", true, 3]]);
  expect(`\n${format({ outputs, triggers, spent }, "w/report.html")}`).toMatchInlineSnapshot(`
    "
    greeter, iteration 1, anthropic/claude-sonnet-5-5

                  with skill     without skill   difference
      pass rate   67 % ± 33      33 % ± 0        +33 points
      time        13.3 s ± 5.8   10.0 s ± 0.0    +3.3 s
      tokens      1,333 ± 577    1,000 ± 0       +333

      eval 1: Do task 1.
        ✓ 2/2  0/1  It says ahoy
        ~ 1/2  1/1  It is short
        ✗ 0/2  0/1  It rhymes

      eval 2: Farewell
        ✓ 1/1  0/0  It waves

      Triggers: 1 of 1 queries behaved as expected (precision 1.00, recall 1.00)

      Notes
      - “It rhymes” fails on both sides in every run: it is no test of the skill.

    Spent: $3.00, 1,000,000 tokens in, 100,000 out. It took 4 s.
    Report: w/report.html
    "
  `);
});

test("measurements missing on one side or both are dashes", () => {
  const bare = testOutputs([testOutcome(testRun("with_skill"), {})]);
  expect(`\n${format({ outputs: bare, durationMs: 200_000 })}`).toMatchInlineSnapshot(`
    "
    greeter, iteration 1, anthropic/claude-sonnet-5-5

                  with skill
      pass rate   –
      time        10.0 s ± 0.0
      tokens      1,000 ± 0

      eval 1: Do task 1.

    Nothing was spent. It took 3 minutes.
    "
  `);
});

test("a statement that was judged only without the skill has not passed", () => {
  const outputs = testOutputs([
    testOutcome(testRun("with_skill"), { a: true }),
    testOutcome(testRun("without_skill"), { b: true }),
  ]);
  expect(format({ outputs })).toContain("    ✓ 1/1  0/0  a\n    ○ 0/0  1/1  b\n");
});

test("a difference has its sign", () => {
  const outputs = testOutputs([
    testOutcome(testRun("with_skill"), { a: false }),
    testOutcome(testRun("without_skill", { run: 2 }), { a: true }),
  ]);
  expect(format({ outputs })).toMatch(/-100 points\n.* -10\.0 s\n.* -1,000\n/);
});

const task = testTask(1);
const sides = { A: "with_skill", B: "without_skill" };
const judged = { comparison: { winner: "TIE", reasoning: "" } } as const;
function compared(...more: readonly Partial<ComparisonOutcome>[]): readonly ComparisonOutcome[] {
  return more.map((one, index) => ({ task, run: index + 1, kept: false, sides, spent: [], ...one }));
}

test.each<[what: string, comparisons: readonly ComparisonOutcome[], words: string]>([
  ["won", compared({ ...judged, winner: "with_skill" }), "of 1, with skill 1"],
  [
    "won by both",
    compared(
      { ...judged, winner: "with_skill" },
      { ...judged, winner: "without_skill" },
      { ...judged, winner: "with_skill" },
    ),
    "of 3, with skill 2, without skill 1",
  ],
  ["tied", compared(judged, { ...judged, winner: "old_skill" }), "of 2, neither 1, old skill 1"],
  ["not judged", compared({ reason: "No." }, judged, { reason: "No." }), "of 3, not judged 2, neither 1"],
])("a blind comparison is %s", (_, comparisons, words) => {
  expect(format({ outputs: testOutputs(runs, { comparisons }) })).toContain(`  Blind comparison: ${words}\n`);
});

test("without comparisons, none are mentioned", () => {
  expect(format({ outputs: testOutputs(runs) })).not.toContain("Blind");
});
