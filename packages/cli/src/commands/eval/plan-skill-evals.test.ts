import { afterAll, expect, test } from "vitest";
import { removeTestMachines, type TestIoOptions } from "../../test-io.ts";
import { confirmPlan } from "./plan-skill-evals.ts";
import { openTestEvaluation, testPlan, testRun } from "./test-evaluation.ts";

afterAll(removeTestMachines);

const asks = { agentCalls: 1, inputTokens: 1000 };
const grades = { judgeCalls: 1, judgeInputTokens: 1000, inputTokens: 1000 };

async function confirm(words: readonly string[], options: TestIoOptions = {}, estimate: object = asks) {
  const evaluation = await openTestEvaluation(words, options);
  const outputs = testPlan([testRun()], { estimate });
  const answer = await confirmPlan({ outputs, triggers: undefined }, evaluation);
  const { written, asked } = evaluation.io;
  return { answer, asked: asked.length, out: written.out !== "", err: written.err.split("\n")[0] };
}

const title = "Evals of greeter";

test.each<[answer: string, code: "begin" | number]>([
  ["y", "begin"],
  [" YES ", "begin"],
  ["n", 3],
  ["", 3],
  ["yesterday", 3],
  ["no, y", 3],
])("only a yes starts the run: %j", async (answer, code) => {
  expect(await confirm(["--model", "sonnet"], { answers: [answer] })).toEqual({
    ...{ answer: code, asked: 1, out: false, err: title },
  });
});

test.each<[words: readonly string[], estimate: object, err: string]>([
  [["--model", "sonnet", "--yes"], asks, title],
  [["--model", "sonnet", "--yes", "--quiet"], asks, ""],
  [["--offline"], asks, title],
  [["--model", "sonnet", "--quiet"], {}, ""],
])("no question is asked if it costs nothing or is already confirmed: %j", async (words, estimate, err) => {
  expect(await confirm(words, {}, estimate)).toEqual({ answer: "begin", asked: 0, out: false, err });
});

test("a question is always preceded by the plan, even with --quiet", async () => {
  const { asked, err } = await confirm(["--model", "sonnet", "--quiet"], { answers: ["n"] });
  expect({ asked, err }).toEqual({ asked: 1, err: title });
});

test("grading alone costs something too", async () => {
  expect(await confirm(["--model", "sonnet"], { answers: ["n"] }, grades)).toMatchObject({
    answer: 3,
    asked: 1,
  });
});

test("--plan goes to standard output, and nothing is asked", async () => {
  expect(await confirm(["--model", "sonnet", "--plan"])).toEqual({ answer: 0, asked: 0, out: true, err: "" });
});
