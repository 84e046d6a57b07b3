import { writeFileSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { evalsText } from "./test-eval-models.ts";
import { createBench } from "./test-evals.ts";

test("a plan states what will be run and what it costs, and writes nothing", async () => {
  const bench = createBench();
  const plan = await bench.plan({ runs: 3, judgeLabel: "judge-1" });
  expect(plan).toMatchObject({ iteration: 1, resumes: false, problems: [], comparisons: 0 });
  expect(plan.tasks.map(({ id, folder, files }) => [id, folder, files.map(({ to }) => to)])).toEqual([
    [1, "eval-the-file", ["notes.txt"]],
    [2, "eval-which-color", []],
  ]);
  expect(plan.runs).toHaveLength(12);
  expect(new Set(plan.runs.map(({ key }) => key)).size).toBe(12);
  expect(plan.runs[0]?.folder).toBe(`${bench.workspace}/iteration-1/eval-the-file/with_skill/run-1`);
  expect(plan.estimate).toMatchObject({ agentRuns: 12, judgeCalls: 6, comparisonCalls: 0, basis: "assumed" });
  expect(bench.files()).toEqual([]);
});

test("remaining work is estimated from earlier runs in the workspace", async () => {
  const bench = createBench();
  await bench.run();
  const { estimate } = await bench.plan({ runs: 3 });
  expect(estimate).toEqual({
    ...{ agentRuns: 8, agentCalls: 16, judgeCalls: 0, comparisonCalls: 0 },
    ...{ inputTokens: 1600, outputTokens: 160, judgeInputTokens: 0, judgeOutputTokens: 0 },
    basis: "measured",
  });
});

test("evals are chosen by their ids, as numbers or as texts", async () => {
  const bench = createBench();
  expect((await bench.plan({ only: ["2"] })).tasks.map(({ id }) => id)).toEqual([2]);
  await expect(bench.plan({ only: [7] })).rejects.toMatchObject({
    details: { name: "only", reason: "no eval 7; available: 1, 2" },
  });
});

test.each([
  ["no runs", { runs: 0 }],
  ["half a run", { runs: 1.5 }],
  ["too many runs", { runs: 101 }],
  ["a blind comparison without a judge", { blind: true }],
  ["a blind comparison with nothing", { blind: true, judgeLabel: "j", baseline: { kind: "none" as const } }],
])("%s is not a request", async (_, more) => {
  await expect(createBench().plan(more)).rejects.toThrow(SkillError);
});

test("results inside of the skill would be a part of it", async () => {
  const bench = createBench();
  await expect(bench.plan({ workspace: `${bench.directory}/results` })).rejects.toMatchObject({
    details: { name: "workspace" },
  });
});

const problemsOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { problems, runs, estimate } = await createBench(files).plan();
  expect(runs).toEqual([]);
  expect(estimate.agentRuns).toBe(0);
  return problems.map(
    ({ file, range, message }) => `${file}:${range.start.line}:${range.start.column} ${message}`,
  );
};

const aCase = (more: string): string =>
  `name: a-case\ninput:\n  prompt: Go.\n${more}judge:\n  criteria: It is good.\n`;

test.each<[string, Record<string, string>, readonly RegExp[]]>([
  ["evals that are no JSON", { "evals/evals.json": '{\n  "evals": [,]\n}' }, [/^evals\/evals\.json:2:\d+ /]],
  [
    "evals without prompts",
    { "evals/evals.json": '{"skill_name":"tried","evals":[{"id":1}]}' },
    [/prompt/, /expected_output/],
  ],
  [
    "two evals with one id",
    { "evals/evals.json": evalsText({}, { id: 1 }) },
    [/evals\[1\]\.id: 1 is already used/],
  ],
  [
    "a missing file",
    { "evals/evals.json": evalsText({ files: ["evals/files/none.txt"] }) },
    [/no such file/],
  ],
  ["a file outside of the skill", { "evals/evals.json": evalsText({ files: ["../x"] }) }, [/without \.\./]],
  [
    "a folder instead of a file",
    { "evals/evals.json": evalsText({ files: ["evals/files"] }) },
    [/no such file/],
  ],
  [
    "a case without criteria",
    { "evals/cases/01.yaml": "name: x\ninput:\n  prompt: Go.\n" },
    [/^evals\/cases\/01\.yaml:1:1 .*judge/],
  ],
  [
    "a case with a missing fixture",
    { "evals/cases/01.yaml": aCase("  files: [none.txt]\n") },
    [/^evals\/cases\/01\.yaml:4:\d+ /],
  ],
  [
    "a path that is a file and a folder",
    { "evals/cases/01.yaml": aCase("  workspace-files: [x, x/y, x/z]\n") },
    [/^evals\/cases\/01\.yaml:1:1 Eval a-case: x cannot be both a file and the folder of x\/y\.$/],
  ],
  [
    "an engine that cannot be run",
    { "evals/eval-config.json": '{"version":1,"engine":"cursor"}' },
    [/cursor is reserved/],
  ],
  ["another version", { "evals/eval-config.json": '{"version":2,"engine":"codex"}' }, [/version/]],
  [
    "two evals by one name",
    { "evals/cases/01.yaml": aCase(""), "evals/cases/02.yaml": aCase("") },
    [/Duplicate eval a-case, also in evals\/cases\/01\.yaml/],
  ],
])("%s: all mistakes are reported, with their position", async (_, files, expected) => {
  const found = await problemsOf(files);
  expect(found).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern);
});

test("mistakes of all files are reported at once", async () => {
  const files = { "evals/evals.json": "[]", "evals/eval-config.json": "{}", "evals/cases/01.yaml": "- x" };
  expect((await problemsOf(files)).map((problem) => problem.split(":")[0])).toEqual([
    "evals/evals.json",
    ...["evals/eval-config.json", "evals/eval-config.json"],
    "evals/cases/01.yaml",
  ]);
});

test("a skill without evals states what is expected", async () => {
  const { problems } = await createBench({ "evals/evals.json": undefined }).plan();
  expect(problems.map(({ message }) => message)).toEqual([
    "No evals found: expected this file, or cases in evals/cases.",
  ]);
});

test("an eval for a skill of another name is noted", async () => {
  const text = evalsText({}).replace("tried", "other");
  const { notes } = await createBench({ "evals/evals.json": text }).plan();
  expect(notes[0]).toBe("evals/evals.json: skill_name is other, but the skill's name is tried.");
});

test("files have their names in the agent's folder, or their paths if the prompt or a duplicate requires it", async () => {
  const files = ["evals/a/one.txt", "evals/b/one.txt", "evals/a/two.txt", "evals/a/three.txt"];
  const content = Object.fromEntries(files.map((file) => [file, file]));
  const text = evalsText({ prompt: "Look at evals/a/two.txt.", files });
  const { tasks } = await createBench({ ...content, "evals/evals.json": text }).plan();
  expect(tasks[0]?.files.map(({ to }) => to)).toEqual([
    ...["evals/a/one.txt", "evals/b/one.txt", "evals/a/two.txt", "three.txt"],
  ]);
});

test("other files in the workspace do no harm", async () => {
  const bench = createBench();
  writeFileSync(`${bench.directory}-workspace`, "no folder");
  expect(await bench.plan()).toMatchObject({ iteration: 1 });
  await expect(bench.run()).rejects.toThrow(SkillError);
});
