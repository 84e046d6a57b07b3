import { describe, expect, test } from "vitest";
import type { RunResult } from "./benchmark.ts";
import { critiqueRuns } from "./critique-runs.ts";

type Given = Partial<RunResult> & { readonly holds?: readonly boolean[] };

/** A run whose statements are called s1, s2, … */
function run({ holds = [], ...rest }: Given): RunResult {
  const grades = holds.map((passed, index) => ({ text: `s${index + 1}`, passed, evidence: "" }));
  return {
    evalId: 1,
    configuration: "with_skill",
    run: 1,
    passed: 0,
    failed: 0,
    total: 0,
    grades,
    notes: [],
    ...rest,
  };
}

const without = { configuration: "without_skill" };

describe("§4.3: statements are criticised by what they did", () => {
  test.each([
    [
      "holds on both sides",
      [
        [true, true],
        [true, true],
      ],
      ["holds in every run, with the skill and without the skill. It says nothing about the skill."],
    ],
    [
      "holds on neither side",
      [
        [false, false],
        [false, false],
      ],
      [
        "holds in no run, with the skill and without the skill. It may be wrong, too hard, or not what was asked for.",
      ],
    ],
    [
      "holds only with the skill",
      [
        [true, true],
        [false, false],
      ],
      ["holds in every run with the skill and in none without the skill. This is what the skill is worth."],
    ],
    [
      "holds only without it",
      [
        [false, false],
        [true, true],
      ],
      ["holds in every run without the skill and in none with the skill. The skill may do harm here."],
    ],
    [
      "wavers with the skill",
      [
        [true, false],
        [false, false],
      ],
      [
        "holds in 1 of 2 runs with the skill. It can be read in two ways, or the outcome is a matter of luck.",
      ],
    ],
    [
      "wavers on both sides",
      [
        [true, false],
        [false, true],
      ],
      [
        "holds in 1 of 2 runs with the skill. It can be read in two ways, or the outcome is a matter of luck.",
        "holds in 1 of 2 runs without the skill. It can be read in two ways, or the outcome is a matter of luck.",
      ],
    ],
  ])("one that %s", (_, [subject = [], baseline = []], told) => {
    const runs = [
      ...subject.map((passed, index) => run({ run: index + 1, holds: [passed] })),
      ...baseline.map((passed, index) => run({ ...without, run: index + 1, holds: [passed] })),
    ];
    expect(critiqueRuns(runs)).toEqual(told.map((words) => `Eval 1: "s1" ${words}`));
  });
});

test("of one side alone only what wavers is told", () => {
  const runs = [run({ holds: [true, true, false] }), run({ run: 2, holds: [true, false, false] })];
  expect(critiqueRuns(runs)).toEqual([
    'Eval 1: "s2" holds in 1 of 2 runs with the skill. It can be read in two ways, or the outcome is a matter of luck.',
  ]);
});

test("the same words in two evals are two statements", () => {
  const runs = [1, 2].flatMap((evalId) => [
    run({ evalId, evalName: `case-${evalId}`, holds: [evalId === 1] }),
    run({ evalId, evalName: `case-${evalId}`, holds: [false], ...without }),
  ]);
  expect(critiqueRuns(runs).map((words) => words.slice(0, 32))).toEqual([
    'Eval case-1: "s1" holds in every',
    'Eval case-2: "s1" holds in no ru',
  ]);
});

test("an old version is held against the new one under its own name", () => {
  const runs = [
    run({ configuration: "new_skill", holds: [true] }),
    run({ configuration: "old_skill", holds: [false] }),
  ];
  expect(critiqueRuns(runs)).toEqual([
    'Eval 1: "s1" holds in every run with the new version and in none with the old version. This is what the skill is worth.',
  ]);
});

describe("§4.3: runs that took three times the median of their side are told", () => {
  const times = (values: readonly (number | undefined)[], given: Given = {}): readonly RunResult[] =>
    values.map((timeSeconds, index) =>
      run({ run: index + 1, ...(timeSeconds === undefined ? {} : { timeSeconds }), ...given }),
    );

  test("by time and by tokens", () => {
    const runs = [
      ...times([10, 12, 30, 11], without),
      run({ tokens: 1000 }),
      run({ run: 2, tokens: 1200 }),
      run({ run: 3, tokens: 12_345, evalName: "csv" }),
    ];
    expect(critiqueRuns(runs)).toEqual([
      "Eval csv: run 3 with the skill used 12,345 tokens, 10.3 times the median of 1,200. Read its transcript.",
    ]);
    expect(critiqueRuns(times([10, 12, 33, 10], without))).toEqual([
      "Eval 1: run 3 without the skill took 33 s, 3 times the median of 11. Read its transcript.",
    ]);
  });

  test("each side by itself", () => {
    expect(critiqueRuns([...times([10, 10, 10]), ...times([100, 100, 100], without)])).toEqual([]);
  });

  test.each([
    ["two runs", [1, 100]],
    ["runs that took no time", [0, 0, 0]],
    ["runs that were not measured", [undefined, undefined, 5, 1]],
  ])("but not of %s", (_, values) => {
    expect(critiqueRuns(times(values))).toEqual([]);
  });
});

test("a statement without end is cut", () => {
  const grades = [{ text: "x".repeat(10_000), passed: true, evidence: "" }];
  const [told = ""] = critiqueRuns([run({ grades }), run({ grades, ...without })]);
  expect(told.length).toBeLessThan(400);
  expect(critiqueRuns([])).toEqual([]);
});
