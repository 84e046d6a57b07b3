import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { expect, test } from "vitest";
import { call, say, scriptModel, use } from "../../../runtime/src/agent/test-agent.ts";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import type { LiveModel } from "../testing/case-host.ts";
import { runSteps } from "../testing/run-steps.ts";
import { createSuite, type SuiteContent, testHost } from "../testing/test-suite.ts";
import { planScenarios } from "./plan-scenarios.ts";
import { toScenarioStep } from "./run-scenario.ts";
import { runFirst, scenarioFile } from "./test-scenarios.ts";

const live = (model: LiveModel["model"], isRecorded = false): { readonly live: LiveModel } => ({
  live: { model, isRecorded, secrets: ["key-of-a-test"] },
});

/** Reads the notes by their absolute path, as models do, and reports their content. */
const reader = (): ReturnType<typeof scriptModel> =>
  scriptModel([use(call("bash", { command: "cat notes.txt; pwd" })), say("The answer is 42.")]);

const asked = {
  name: "Reads",
  input: "What is the answer?",
  files: ["tests/fixtures/notes.txt"],
  assertions: [
    { type: "contains", value: "42" },
    { type: "command-executed", value: "cat notes.txt" },
  ],
};
const content = (one: object = asked): SuiteContent => ({
  "tests/scenarios.json": scenarioFile(one),
  "tests/fixtures/notes.txt": "The answer is 42.",
});
const recording = "tests/recordings/scenarios/reads.json";

async function record(): Promise<ReturnType<typeof createSuite>> {
  const skill = createSuite(content());
  const result = await runFirst(planScenarios({ fs: testHost.fs, skill }), live(reader(), true));
  expect(result).toMatchObject({ status: "passed", written: [recording] });
  return skill;
}

const plan = (skill: ReturnType<typeof createSuite>): ReturnType<typeof planScenarios> =>
  planScenarios({ fs: testHost.fs, skill });

test("S2-32: a model's answers are recorded, and replayed without it in other folders", async () => {
  const skill = await record();
  const text = readFileSync(`${skill.directory}/${recording}`, "utf8");
  expect(text).toContain("cat notes.txt");
  for (const path of [tmpdir(), homedir(), skill.directory, "key-of-a-test"])
    expect(text).not.toContain(path);
  expect(await runFirst(plan(skill))).toMatchObject({ status: "passed", failures: [] });
  expect(await runFirst(plan(skill))).toMatchObject({ status: "passed" });
});

test("a recording does not answer for a changed skill", async () => {
  const skill = await record();
  writeFileSync(`${skill.directory}/SKILL.md`, "---\nname: tried\ndescription: Is other.\n---\n");
  expect(await runFirst(plan(skill))).toMatchObject({
    status: "failed",
    failures: [
      {
        kind: "not-run",
        actual: expect.stringMatching(
          /skills have changed.*skillwright test tried --case scenarios\/reads --record/s,
        ),
      },
    ],
  });
});

test.each([
  ["another task", content({ ...asked, input: "And the question?" }), "--record"],
  ["another file that the agent reads", { "tests/fixtures/notes.txt": "The answer is 43." }, "--record"],
])("nor for %s", async (_, changed, words) => {
  const skill = await record();
  for (const [file, text] of Object.entries(changed)) writeFileSync(`${skill.directory}/${file}`, text);
  const { failures } = await runFirst(plan(skill));
  expect(failures).toMatchObject([
    { kind: "not-run", actual: expect.stringContaining("The recording has no answer") },
  ]);
  expect(JSON.stringify(failures)).toContain(words);
});

test("assertions can change without a new recording, and are judged again", async () => {
  const skill = await record();
  const stricter = { ...asked, assertions: [{ type: "contains", value: "forty-two" }] };
  writeFileSync(`${skill.directory}/tests/scenarios.json`, scenarioFile(stricter));
  expect(await runFirst(plan(skill))).toMatchObject({ status: "failed", failures: [{ kind: "contains" }] });
});

test("an unreadable recording is reported with its position", async () => {
  const skill = createSuite({ ...content(), [recording]: '{"version": 1,\n "model": ]}' });
  const { status, problems } = await runFirst(plan(skill));
  expect(status).toBe("failed");
  expect(problems[0]).toMatchObject({ file: recording });
  expect(problems.map(({ range }) => range.start.line)).toContain(2);
});

test("a case that fails is not recorded, and what is recorded is not written out of the skill", async () => {
  const wrong = createSuite(content({ ...asked, assertions: [{ type: "contains", value: "43" }] }));
  expect(await runFirst(plan(wrong), live(reader(), true))).toMatchObject({ status: "failed" });
  expect(existsSync(`${wrong.directory}/${recording}`)).toBe(false);
  const linked = createSuite(content());
  const outside = createTestFolder();
  symlinkSync(outside, `${linked.directory}/tests/recordings`);
  expect(await runFirst(plan(linked), live(reader(), true))).toMatchObject({
    status: "failed",
    failures: [
      { kind: "not-run", actual: expect.stringContaining("is a symbolic link that cannot be followed") },
    ],
  });
  expect(existsSync(`${outside}/scenarios`)).toBe(false);
});

test("with a model recordings are ignored; without both, the case is skipped with the reason", async () => {
  const skill = await record();
  const other = scriptModel([say("I do not know.")]);
  expect(await runFirst(plan(skill), live(other))).toMatchObject({ status: "failed" });
  rmSync(`${skill.directory}/${recording}`);
  const steps = plan(skill).cases.map((one) => toScenarioStep(one, { fs: testHost.fs, environment: {} }));
  expect(await runSteps(steps, {})).toMatchObject({
    skipped: 1,
    cases: [
      { status: "skipped", reason: "It needs a model (--model NAME) or a recording of one (--record)." },
    ],
  });
});

test("a replay is not retried, a model is", async () => {
  const skill = await record();
  const stricter = { ...asked, assertions: [{ type: "contains", value: "forty-two" }] };
  writeFileSync(`${skill.directory}/tests/scenarios.json`, scenarioFile(stricter));
  const steps = (more: object): ReturnType<typeof toScenarioStep>[] =>
    plan(skill).cases.map((one) => toScenarioStep(one, { ...testHost, ...more }));
  expect(await runSteps(steps({}), { retries: 2 })).toMatchObject({
    cases: [{ status: "failed", attempts: 1 }],
  });
  const unsteady = scriptModel([say("It is 42."), say("It is forty-two.")]);
  expect(await runSteps(steps(live(unsteady)), { retries: 2 })).toMatchObject({
    cases: [{ status: "passed", flaky: true, attempts: 2 }],
  });
});

const judged = (quote: string, passed = true): string =>
  JSON.stringify({
    grades: [{ statement: 1, reason: "It says so.", quotes: [quote], absent: [], passed }],
    claims: [],
    evalFeedback: { suggestions: [], overall: "" },
  });

const inWords = {
  name: "Reads",
  input: "What is the answer?",
  assertions: [{ type: "custom", value: "The agent names the number." }],
};

test("S2-32: text is judged by the same model, and the judgment is recorded too", async () => {
  const skill = createSuite(content(inWords));
  const model = scriptModel([say("The answer is 42."), say(judged("The answer is 42."))]);
  expect(await runFirst(plan(skill), live(model, true))).toMatchObject({ status: "passed", failures: [] });
  expect(await runFirst(plan(skill))).toMatchObject({ status: "passed" });
});

test.each([
  ["a judge that says no", [judged("The answer is 42.", false)], /It says so/],
  ["a quote that does not exist, twice", [judged("It is 43, surely."), judged("It is 43, surely.")], /./],
  ["an answer that is not a judgment, twice", ["Fine!", "Fine!"], /gave no verdict/],
])("%s is a failure", async (_, answers, evidence) => {
  const model = scriptModel([say("The answer is 42."), ...answers.map(say)]);
  expect(await runFirst(plan(createSuite(content(inWords))), live(model))).toMatchObject({
    status: "failed",
    failures: [
      { kind: "custom", expected: "The agent names the number.", actual: expect.stringMatching(evidence) },
    ],
  });
});

test("expected output in the agent's text needs no judge, and any other is judged", async () => {
  const flat = { name: "Reads", input: "What is the answer?", expectedOutput: "The answer is 42." };
  const said = scriptModel([say("The answer is 42. Bye."), { error: new Error("asked too often") }]);
  expect(await runFirst(plan(createSuite(content(flat))), live(said))).toMatchObject({ status: "passed" });
  const otherwise = scriptModel([say("It is forty-two."), say(judged("It is forty-two."))]);
  expect(await runFirst(plan(createSuite(content(flat))), live(otherwise))).toMatchObject({
    status: "passed",
  });
  expect(JSON.stringify(otherwise.doStreamCalls.at(-1)?.prompt)).toContain("The answer is 42.");
});
