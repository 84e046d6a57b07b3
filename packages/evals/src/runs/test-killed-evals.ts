import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { homedir } from "node:os";
import { createNodeFileSystem } from "@skillwright/core/node";
import { planEvals } from "./plan-evals.ts";
import { runEvals } from "./run-evals.ts";
import { createColorModel, createJudgeModel, decideFairly, usualRequest } from "./test-eval-models.ts";

/**
 * A process that runs evals and is killed, without a chance to do anything, at its n-th call of a model, its n-th file of a run, or
 * its n-th file of grades and results.
 * It says how many agents it began, one letter each.
 */
const [directory = "", what = "", count = "0"] = process.argv.slice(2);
let left = Number(count);

function come(to: string): void {
  if (to !== what) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
}

const { writeFile } = promises;
promises.writeFile = async (...file) => {
  come("file");
  await writeFile(...file);
};
syncBuiltinESMExports();

const disk = createNodeFileSystem();
const fs: typeof disk = {
  ...disk,
  write: (...file) => {
    come("write");
    disk.write(...file);
  },
};
const model = createColorModel(({ prompt }) => {
  if (prompt.at(-1)?.role !== "tool") process.stdout.write("a");
  come("model");
});
const judge = createJudgeModel((...judged) => {
  come("model");
  return decideFairly(...judged);
});
const plan = await planEvals({ ...usualRequest(directory), fs, judgeLabel: "judge-1" });
const host = { fs, model, jobs: 1, environment: { PATH: "/usr/bin:/bin", HOME: homedir() } };
const { isComplete } = await runEvals(plan, { ...host, judge: { model: judge, label: "judge-1" } });
process.stdout.write(isComplete ? "!" : "?");
