import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { createUnconfinedSandbox } from "@skillwright/runtime/sandbox";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import type { CaseResult, TestPlan } from "./case.ts";
import { readShard, selectShard } from "./run-steps.ts";
import { commandCase, planOf, runTests, testHost } from "./test-suite.ts";

test("a shard has every nth case", () => {
  const cases = ["a", "b", "c", "d", "e"];
  expect([1, 2].map((index) => selectShard(cases, index, 2))).toEqual([
    ["a", "c", "e"],
    ["b", "d"],
  ]);
  expect(selectShard(cases, 1, 1)).toEqual(cases);
  expect(selectShard(cases, 7, 8)).toEqual([]);
});

test("all shards together have every case once, in order, and differ in size by at most one", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 30 }), (count, of) => {
      const items = Array.from({ length: count }, (_, at) => at);
      const shards = Array.from({ length: of }, (_, at) => selectShard(items, at + 1, of));
      expect(shards.flat().toSorted((a, b) => a - b)).toEqual(items);
      for (const shard of shards) expect(shard.toSorted((a, b) => a - b)).toEqual(shard);
      const sizes = shards.map(({ length }) => length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }),
  );
});

test.each([
  ["2/4", { index: 2, of: 4 }],
  ["1/1", { index: 1, of: 1 }],
  ["10/10", { index: 10, of: 10 }],
])("%s is a shard", (text, shard) => {
  expect(readShard(text)).toEqual(shard);
});

test.each(["", "2", "0/4", "5/4", "1/0", "-1/4", "1.5/4", " 1/4", "1/4/2", "a/b", "01/4", "1/9999999"])(
  "%j is invalid",
  (text) => {
    expect(readShard(text)).toBeUndefined();
  },
);

/** A plan with one case for each command, `01`, `02` and so on. */
function planFor(commands: readonly string[]): TestPlan {
  const cases = commands.map((command, index) => [
    `tests/cases/0${index + 1}.yaml`,
    commandCase(command, [], `case-${index + 1}`),
  ]);
  // Longer than any test here may take: nothing ends because its time is up.
  return planOf({ "tests/test-config.json": '{"version":1,"timeout":600}', ...Object.fromEntries(cases) });
}

function show({ cases }: { readonly cases: readonly CaseResult[] }): readonly string[] {
  return cases.map(({ skill, case: stem, status }) => `${skill} ${stem} ${status}`);
}

const unconfined = { ...testHost, sandbox: createUnconfinedSandbox() };

describe("runTests (S0-30, S0-31)", () => {
  test("runs the cases of all plans and adds them up", async () => {
    const summary = await runTests([planFor(["true", "false"]), planFor(["exit 0"])], { host: testHost });
    expect(summary).toMatchObject({ passed: 2, failed: 1, skipped: 0 });
    expect(show(summary)).toEqual(["tried 01 passed", "tried 02 failed", "tried 01 passed"]);
  });

  test("results are in the order of the plan, though the last finishes first", async () => {
    const folder = createTestFolder();
    const started: string[] = [];
    const ended: string[] = [];
    // Each waits until its successor has been reported.
    const waitFor = (stem: string): string => `while ! test -e ${folder}/${stem}; do sleep 0.01; done`;
    const summary = await runTests([planFor([waitFor("02"), waitFor("03"), "true"])], {
      host: unconfined,
      jobs: 3,
      onStart: (one) => started.push(one.case),
      onResult: (result) => {
        ended.push(result.case);
        writeFileSync(join(folder, result.case), "");
      },
    });
    expect(show(summary)).toEqual(["tried 01 passed", "tried 02 passed", "tried 03 passed"]);
    expect({ started, ended }).toEqual({ started: ["01", "02", "03"], ended: ["03", "02", "01"] });
  });

  test("a case with an invalid file fails without running, and lists its problems", async () => {
    const plan = planOf({ "tests/cases/01.yaml": "name: Bad Name\ninput: {command: ls}\n" });
    const summary = await runTests([plan], { host: testHost });
    expect(summary).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      cases: [
        {
          skill: "tried",
          case: "01",
          name: "01",
          status: "failed",
          durationMs: 0,
          failures: [],
          problems: [
            {
              file: "tests/cases/01.yaml",
              range: { start: { line: 1, column: 7 }, end: { line: 1, column: 15 } },
              message: "name: expected only a-z, 0-9 and hyphens.",
            },
          ],
          attempts: 0,
        },
      ],
    });
  });
});

describe("retries", () => {
  /** Passes at the attempt that its number says. */
  const nth = (attempt: number, file: string): string =>
    `echo x >> ${file}; test $(wc -l < ${file}) -ge ${attempt}`;

  test("a case that passes only on a retry is flaky", async () => {
    const folder = createTestFolder();
    const plan = planFor([nth(3, join(folder, "a")), "true", "false"]);
    const ended: CaseResult[] = [];
    const { cases } = await runTests([plan], {
      host: unconfined,
      retries: 2,
      onResult: (result) => ended.push(result),
    });
    expect(cases.map(({ status, attempts, flaky }) => ({ status, attempts, flaky }))).toEqual([
      { status: "passed", attempts: 3, flaky: true },
      { status: "passed", attempts: 1, flaky: undefined },
      { status: "failed", attempts: 3, flaky: undefined },
    ]);
    expect(ended.length).toBe(3);
  });

  test("a case is retried only on request", async () => {
    const plan = planFor([nth(2, join(createTestFolder(), "a"))]);
    const { cases } = await runTests([plan], { host: unconfined });
    expect(cases).toMatchObject([{ status: "failed", attempts: 1 }]);
  });
});

describe("the signal", () => {
  test("stops running cases, and skips them and all others", async () => {
    const folder = createTestFolder();
    const stop = new AbortController();
    const plan = planFor(["true", `touch ${folder}/begun; sleep 1000`, "true"]);
    const running = runTests([plan], { host: unconfined, jobs: 1, retries: 5, signal: stop.signal });
    await expect.poll(() => existsSync(join(folder, "begun")), { timeout: 20_000 }).toBe(true);
    stop.abort();
    const summary = await running;
    expect(summary).toMatchObject({ passed: 1, failed: 0, skipped: 2 });
    expect(summary.cases.map(({ case: stem, status, attempts }) => [stem, status, attempts])).toEqual([
      ["01", "passed", 1],
      ["02", "skipped", 1],
      ["03", "skipped", 0],
    ]);
  });

  test("that was given before the start skips all", async () => {
    const summary = await runTests([planFor(["true"])], { host: testHost, signal: AbortSignal.abort() });
    expect(show(summary)).toEqual(["tried 01 skipped"]);
  });
});

describe("without a sandbox", () => {
  const { sandbox: _, ...host } = testHost;

  test("S0-19: nothing runs, with a single error", async () => {
    const folder = createTestFolder();
    const started: string[] = [];
    const plan = planFor([`touch ${folder}/a`, `touch ${folder}/b`]);
    const failure = await runTests([plan], { host, onStart: (one) => started.push(one.case) }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(SkillError);
    expect(failure).toMatchObject({ code: "sandbox-missing" });
    expect({ started, files: readdirSync(folder) }).toEqual({ started: [], files: [] });
  });

  test("invalid cases still list their problems", async () => {
    const plan = planOf({ "tests/cases/01.yaml": "name: [" });
    expect(await runTests([plan], { host })).toMatchObject({ failed: 1 });
  });
});

test("a bug in one run ends the others, and is not mistaken for a failed case", async () => {
  const folder = createTestFolder();
  const { sandbox } = unconfined;
  const buggy = {
    ...sandbox,
    run: async (request: Parameters<typeof sandbox.run>[0]) => {
      if (!request.command.join(" ").includes("bug")) return sandbox.run(request);
      await expect.poll(() => existsSync(join(folder, "begun")), { timeout: 20_000 }).toBe(true);
      throw new TypeError("a bug");
    },
  };
  const plan = planFor([`touch ${folder}/begun; sleep 1000`, "echo bug", "true"]);
  await expect(runTests([plan], { host: { ...unconfined, sandbox: buggy }, jobs: 2 })).rejects.toThrow(
    "a bug",
  );
});
