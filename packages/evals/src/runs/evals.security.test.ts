import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { createTurnModel } from "../turns/create-turn-model.ts";
import { createColorModel, createJudgeModel, evalsText, promptOf, say } from "./test-eval-models.ts";
import { createBench } from "./test-evals.ts";

test.each([
  ["a file", "evals/files/out.txt", "evals/files/out.txt"],
  ["a folder", "evals/out", "evals/out/secret.txt"],
])("%s that is a link out of the skill is not given to agents", async (_, link, file) => {
  const outside = createTestFolder();
  writeFileSync(join(outside, "secret.txt"), "secret");
  const target = file.startsWith(`${link}/`) ? outside : join(outside, "secret.txt");
  const bench = createBench({ "evals/evals.json": evalsText({ files: [file] }), [link]: `->${target}` });
  const { problems, runs } = await bench.plan();
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining("no such file in the skill"),
  ]);
  expect(runs).toEqual([]);
});

test("evals that are a link out of the skill are not read", async () => {
  const outside = createTestFolder();
  writeFileSync(join(outside, "evals.json"), evalsText({}));
  const bench = createBench();
  const other = join(dirname(bench.directory), "linked");
  mkdirSync(other);
  writeFileSync(join(other, "SKILL.md"), readFileSync(join(bench.directory, "SKILL.md")));
  symlinkSync(outside, join(other, "evals"));
  const { problems } = await bench.plan({ skill: { name: "tried", directory: other } });
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.every(({ message }) => message.includes("link"))).toBe(true);
});

test("a case's fixtures are those in evals, and links do not lead out of there", async () => {
  const text = "name: a-case\ninput:\n  prompt: Go.\n  files: [up.md]\njudge:\n  criteria: Good.\n";
  const bench = createBench({ "evals/cases/01.yaml": text, "evals/up.md": "->../SKILL.md" });
  expect((await bench.plan()).problems).toHaveLength(1);
});

test("an agent cannot see what is expected of it", async () => {
  const text = evalsText({ expected_output: "The word is Xyzzy.", assertions: ["contains: Plugh"] });
  const bench = createBench({ "evals/evals.json": text });
  const asked: string[] = [];
  const model = createTurnModel(async (request) => {
    asked.push(promptOf(request));
    if (request.prompt.at(-1)?.role === "tool") return say("Done.");
    return {
      calls: [{ tool: "bash", input: { command: "cat ../*/*/evals/* /tmp/skillwright-*/*/*/evals/*" } }],
    };
  });
  await bench.run({}, { model });
  expect(asked.join()).not.toMatch(/Xyzzy|Plugh/);
});

test("files that an agent names like ours do not replace them", async () => {
  const bench = createBench();
  const model = createTurnModel(async ({ prompt }) => {
    if (prompt.at(-1)?.role === "tool") return say("Done.");
    const write = (path: string) => ({ tool: "write", input: { path, content: "mine" } });
    return { calls: ["answer.md", "metrics.json", "grading.json", "run-2/grading.json"].map(write) };
  });
  await bench.run({ dialect: "skill-creator", only: [1], baseline: { kind: "none" } }, { model });
  const run = "iteration-1/eval-the-file/with_skill/run-1";
  for (const name of ["answer.md", "metrics.json", "grading.json"])
    expect(bench.read(`${run}/outputs/${name}`)).toBe("mine");
  expect(JSON.parse(bench.read(`${run}/grading.json`))).toMatchObject({ summary: { total: 2 } });
});

test("names of evals cannot lead out of the workspace", async () => {
  const evals = ["../../../x", "/etc/x", "..", "con\u0000"].map((name, index) => ({
    id: `${index}/../..`,
    name,
  }));
  const bench = createBench({ "evals/evals.json": evalsText(...evals) });
  const outcome = await bench.run({ baseline: { kind: "none" } });
  for (const { planned } of outcome.runs)
    expect(planned.folder).toMatch(
      new RegExp(`^${bench.workspace}/iteration-1/eval-[a-z0-9-]+/with_skill/run-1$`),
    );
  expect(existsSync(join(bench.workspace, "..", "x"))).toBe(false);
});

test("a link in place of a workspace's iteration is not followed", async () => {
  const bench = createBench();
  await bench.run({ only: [1] });
  const outside = createTestFolder();
  symlinkSync(outside, join(bench.workspace, "iteration-7"));
  expect(await bench.plan({ only: [1] })).toMatchObject({ iteration: 1 });
});

test("an agent's text for its judge is between markers that the agent cannot know", async () => {
  const marks: string[] = [];
  const judge = createJudgeModel(() => ({ passed: false }));
  const model = createColorModel((request) => void marks.push(promptOf(request)));
  const bench = createBench();
  await bench.run({ only: [2] }, { model, judge: { model: judge, label: "judge-1" } });
  const used = judge.questions.map((question) => /<material-(\w+)>/.exec(question)?.[1] ?? "");
  expect(new Set(used).size).toBe(2);
  for (const mark of used) {
    expect(mark).toMatch(/^\w{24}$/);
    expect(marks.join()).not.toContain(mark);
  }
});
