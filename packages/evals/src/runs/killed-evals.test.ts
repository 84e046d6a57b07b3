import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createBench, type EvalBench } from "./test-evals.ts";

const program = fileURLToPath(new URL("test-killed-evals.ts", import.meta.url));

/** Runs evals in a separate process; returns its output until it exited or was killed. */
function start(
  bench: EvalBench,
  what: string,
  count: number,
): Promise<{ said: string; signal: string | undefined }> {
  const command = ["--conditions=@skillwright/source", "--no-warnings", program, bench.directory, what];
  return new Promise((resolve) => {
    // A killed process leaves its copies behind; here they are removed with the test.
    const env = { ...process.env, TMPDIR: dirname(bench.directory) };
    execFile(process.execPath, [...command, String(count)], { env }, (error, said, faults) => {
      // A fault of the program itself must be seen.
      if (error && error.signal !== "SIGKILL") throw new Error(faults, { cause: error });
      resolve({ said, signal: error?.signal });
    });
  });
}

/** Folders of runs that are in their places. */
function placesIn(bench: EvalBench): readonly string[] {
  return [...new Set(bench.files().flatMap((path) => /^iteration-1\/.*\/run-1(?=\/)/.exec(path)?.[0] ?? []))];
}

const isFinished = (path: string): boolean => /^iteration-1\/.*\/run-1\/run\.json$/.test(path);

test.each([
  ["at its fifth call of a model", "model", 5],
  ["while it writes what a run was", "file", 12],
  ["while it writes grades", "write", 7],
])(
  "evals that are repeatedly killed %s still finish, and rerun no agent that had finished",
  async (_, what, at) => {
    const bench = createBench();
    let begun = 0;
    let kills = 0;
    for (let starts = 0; starts < 20; starts++) {
      const finished = bench.files().filter(isFinished).length;
      const { said, signal } = await start(bench, what, at);
      begun += said.match(/a/g)?.length ?? 0;
      // Whatever moment it was, what had been finished before is still there.
      expect(bench.files().filter(isFinished).length).toBeGreaterThanOrEqual(finished);
      expect(bench.files()).toEqual(
        expect.arrayContaining(placesIn(bench).map((place) => `${place}/run.json`)),
      );
      const unfinished = bench.files().flatMap((path) => /^\.unfinished\/[^/]+/.exec(path)?.[0] ?? []);
      expect(new Set(unfinished).size).toBeLessThanOrEqual(1);
      if (signal === undefined) break;
      kills += 1;
      expect(bench.files()).not.toContain("iteration-1/benchmark.json");
    }
    expect(kills).toBeGreaterThan(0);
    // At most the run that was under way is lost at each.
    expect(begun).toBeLessThanOrEqual(4 + kills);
    const outcome = await bench.plan({ judgeLabel: "judge-1" });
    expect(outcome).toMatchObject({ iteration: 1, resumes: true, estimate: { agentRuns: 0, judgeCalls: 0 } });
    expect(bench.files()).toContain("iteration-1/benchmark.json");
    expect(bench.files().filter((path) => !path.startsWith("iteration-1/"))).toEqual([]);
  },
  // A handful of processes, each of which loads everything.
  180_000,
);
