import { execFileSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { trialsLimits } from "../trials/limits.ts";
import { createForeign, link } from "../trials/test-foreign.ts";
import { createColorModel, evalsText } from "./test-eval-models.ts";
import { createBench, type EvalBench } from "./test-evals.ts";

const run = "iteration-1/eval-the-file/with_skill/run-1";

/** Runs once, replaces a file or folder, and runs again; returns the number of agent calls in the second run. */
async function runAgain(
  change: (bench: EvalBench) => void,
  more: Parameters<EvalBench["run"]>[0] = {},
): Promise<{ readonly bench: EvalBench; readonly asked: number; readonly error: unknown }> {
  const bench = createBench();
  await bench.run({ only: [1] });
  change(bench);
  let asked = 0;
  const model = createColorModel(() => {
    asked += 1;
  });
  const error = await bench.run({ only: [1], ...more }, { model }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { bench, asked, error };
}

test.each([
  ["the workspace", "", {}],
  ["an iteration to come", "iteration-2", { fresh: true }],
  ["the folder of an eval", "iteration-1/eval-the-file", {}],
  ["the folder of a configuration", "iteration-1/eval-the-file/with_skill", {}],
  ["staging runs", ".unfinished", { fresh: true }],
])("%s that is a link is refused by name, before an agent runs", async (_, place, more) => {
  const foreign = createForeign();
  let before = {};
  const { bench, asked, error } = await runAgain(({ workspace }) => {
    const path = join(workspace, place);
    // The original content is behind the link now.
    if (existsSync(path)) cpSync(path, foreign.path, { recursive: true });
    rmSync(path, { recursive: true, force: true });
    link(foreign.path, path);
    before = foreign.content();
  }, more);
  expect(error).toMatchObject({ code: "file-is-link", details: { path: join(bench.workspace, place) } });
  expect(asked).toBe(0);
  expect(foreign.content()).toEqual(before);
});

test.each([
  ...["iteration-1/plan.json", "iteration-1/benchmark.json", "iteration-1/benchmark.md"],
  ...["iteration-1/eval-the-file/eval_metadata.json", `${run}/grading.json`, `${run}/timing.json`],
  ...[`${run}/run.json`, `${run}/trial.json`, run],
])("a link at %s is neither read nor written through", async (file) => {
  const foreign = createForeign();
  let before = {};
  const { error } = await runAgain(({ workspace }) => {
    const path = join(workspace, file);
    cpSync(path, join(foreign.path, "taken"), { recursive: true });
    rmSync(path, { recursive: true });
    link(join(foreign.path, "taken"), path);
    before = foreign.content();
  });
  expect(error).toBeUndefined();
  expect(foreign.content()).toEqual(before);
});

test.each(["plan.json", "eval-the-file/eval_metadata.json"])("a link at %s makes room", async (file) => {
  const foreign = createForeign();
  const { bench } = await runAgain(({ workspace }) => {
    const path = join(workspace, "iteration-1", file);
    rmSync(path);
    link(join(foreign.path, "keep.txt"), path);
  });
  expect(Object.values(foreign.content())).toEqual(["precious"]);
  const places = ["iteration-1", "iteration-2"].map((one) => join(bench.workspace, one, file));
  expect(places.filter((path) => existsSync(path) && lstatSync(path).isFile())).toHaveLength(1);
});

test("a reused run leaves links, pipes and huge files behind", async () => {
  const foreign = createForeign();
  const before = foreign.content();
  const bench = createBench();
  await bench.run({ only: [1] });
  const outputs = join(bench.workspace, run, "outputs");
  link(join(foreign.path, "keep.txt"), join(outputs, "link.txt"));
  link(foreign.path, join(outputs, "folder"));
  execFileSync("mkfifo", [join(outputs, "pipe")]);
  writeFileSync(join(outputs, "giant"), "");
  truncateSync(join(outputs, "giant"), trialsLimits.trialKeptBytes + 1);
  bench.write({ "evals/evals.json": evalsText({ name: "the file", files: ["evals/files/notes.txt"] }) });
  const outcome = await bench.run({ only: [1] }, { model: createColorModel(() => expect.unreachable()) });
  expect(outcome).toMatchObject({ iteration: 2, isComplete: true });
  const copied = join(bench.workspace, run.replace("iteration-1", "iteration-2"), "outputs");
  expect(readdirSync(copied)).toEqual(["answer.md", "color.txt"]);
  expect(foreign.content()).toEqual(before);
});

test("outputs that are a link are not reused", async () => {
  const foreign = createForeign();
  const bench = createBench();
  await bench.run({ only: [1] });
  rmSync(join(bench.workspace, run, "outputs"), { recursive: true });
  link(foreign.path, join(bench.workspace, run, "outputs"));
  bench.write({ "evals/evals.json": evalsText({ name: "the file", files: ["evals/files/notes.txt"] }) });
  await bench.run({ only: [1] });
  expect(bench.files().filter((file) => /^iteration-2.*keep\.txt/.test(file))).toEqual([]);
});
