import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { createChoosingModel, createRequest, hostOf, measureWith } from "../triggers/test-triggers.ts";
import { createColorModel, createJudgeModel } from "./test-eval-models.ts";
import { createBench } from "./test-evals.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** The place for temporary files, which a test has for itself. */
function createTemporary(): string {
  const folder = join(createTestFolder(), "tmp");
  mkdirSync(folder);
  vi.stubEnv("TMPDIR", folder);
  return folder;
}

test.each([1, 2, 3])("evals that are aborted at call %i of the agent leave no copies", async (at) => {
  const bench = createBench();
  const temporary = createTemporary();
  const stop = new AbortController();
  let calls = 0;
  const model = createColorModel(() => {
    calls += 1;
    if (calls === at) stop.abort();
  });
  const outcome = await bench.run({}, { model, signal: stop.signal, jobs: 2 });
  expect(outcome.isComplete).toBe(false);
  expect(readdirSync(temporary)).toEqual([]);
  expect(bench.files().filter((file) => /^\.(?:unfinished|lock)/.test(file))).toEqual([]);
});

test("evals that are aborted at the judge, or fail, leave no copies", async () => {
  const bench = createBench();
  const temporary = createTemporary();
  const stop = new AbortController();
  const judge = createJudgeModel(() => {
    stop.abort();
    return { passed: false };
  });
  await bench.run({}, { judge: { model: judge, label: "j" }, signal: stop.signal });
  expect(readdirSync(temporary)).toEqual([]);
  const onProgress = (): void => {
    throw new Error("a bug");
  };
  await expect(bench.run({ fresh: true }, { onProgress })).rejects.toThrow("a bug");
  expect(readdirSync(temporary)).toEqual([]);
});

test("an aborted measurement leaves no copies", async () => {
  const request = createRequest();
  const temporary = createTemporary();
  const stop = new AbortController();
  const tested = createChoosingModel(() => {
    stop.abort();
    return "reader";
  });
  expect(await measureWith(request, hostOf(tested, { signal: stop.signal }))).toMatchObject({
    status: "aborted",
  });
  expect(readdirSync(temporary)).toEqual([]);
});
