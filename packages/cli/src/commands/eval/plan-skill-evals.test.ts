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
])("only a yes begins: %j", async (answer, code) => {
  expect(await confirm(["--model", "sonnet"], { answers: [answer] })).toEqual({
    ...{ answer: code, asked: 1, out: false, err: title },
  });
});

test.each<[words: readonly string[], estimate: object, err: string]>([
  [["--model", "sonnet", "--yes"], asks, title],
  [["--model", "sonnet", "--yes", "--quiet"], asks, ""],
  [["--offline"], asks, title],
  [["--model", "sonnet", "--quiet"], {}, ""],
])("no one is asked where it costs nothing or is agreed to: %j", async (words, estimate, err) => {
  expect(await confirm(words, {}, estimate)).toEqual({ answer: "begin", asked: 0, out: false, err });
});

test("no one is asked about what they have not seen, however quiet it is to be", async () => {
  const { asked, err } = await confirm(["--model", "sonnet", "--quiet"], { answers: ["n"] });
  expect({ asked, err }).toEqual({ asked: 1, err: title });
});

test("grading alone costs something too", async () => {
  expect(await confirm(["--model", "sonnet"], { answers: ["n"] }, grades)).toMatchObject({
    answer: 3,
    asked: 1,
  });
});

test("a plan alone goes to standard output, and nothing is asked", async () => {
  expect(await confirm(["--model", "sonnet", "--plan"])).toEqual({ answer: 0, asked: 0, out: true, err: "" });
});
