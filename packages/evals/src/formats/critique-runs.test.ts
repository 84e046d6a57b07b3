import { describe, expect, test } from "vitest";
import type { RunResult } from "./benchmark.ts";
import { critiqueRuns } from "./critique-runs.ts";
import { formatsLimits } from "./limits.ts";

type Given = Partial<RunResult> & { readonly holds?: readonly boolean[] };

/** A run with statements named s1, s2, … */
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

const unclear = "It may be ambiguous, or the outcome is down to chance.";

/** Both sides of an eval; each run is a list of its statements' results. */
function bothSides(
  subject: readonly (readonly boolean[])[],
  baseline: readonly (readonly boolean[])[],
): readonly RunResult[] {
  return [
    ...subject.map((holds, index) => run({ run: index + 1, holds })),
    ...baseline.map((holds, index) => run({ ...without, run: index + 1, holds })),
  ];
}

describe("§4.3: statements are criticized by what they did", () => {
  test.each([
    [
      "holds on both sides",
      { subject: [[true], [true]], baseline: [[true], [true]] },
      "holds in every run, with the skill and without the skill. It says nothing about the skill.",
    ],
    [
      "holds on neither side",
      { subject: [[false], [false]], baseline: [[false], [false]] },
      "holds in no run, with the skill or without the skill. It may be wrong, too hard, or not part of the task.",
    ],
    [
      "holds only with the skill",
      { subject: [[true], [true]], baseline: [[false], [false]] },
      "holds only with the skill. This is the value the skill adds.",
    ],
    [
      "holds only without it",
      { subject: [[false], [false]], baseline: [[true], [true]] },
      "holds only without the skill. The skill may do harm here.",
    ],
    [
      "wavers with the skill",
      { subject: [[true], [false]], baseline: [[false], [false]] },
      `holds in 1 of 2 runs with the skill. ${unclear}`,
    ],
    [
      "wavers on both sides",
      { subject: [[true], [false]], baseline: [[false], [true], [true]] },
      `holds in 1 of 2 runs with the skill and in 2 of 3 runs without the skill. ${unclear}`,
    ],
  ])("a statement that %s", (_, { subject, baseline }, told) => {
    expect(critiqueRuns(bothSides(subject, baseline))).toEqual([`Eval 1: "s1" ${told}`]);
  });

  test("statements of one eval with the same result are one note", () => {
    const subject = [true, true, true, false, false, true];
    const baseline = [false, false, false, false, true, true];
    expect(critiqueRuns(bothSides([subject], [baseline]))).toEqual([
      'Eval 1: "s5" holds only without the skill. The skill may do harm here.',
      'Eval 1: "s4" holds in no run, with the skill or without the skill. It may be wrong, too hard, or not part of the task.',
      'Eval 1: "s6" holds in every run, with the skill and without the skill. It says nothing about the skill.',
      "Eval 1: 3 of 6 statements hold only with the skill. This is the value the skill adds.",
    ]);
    const wavering = bothSides(
      [
        [true, false, true],
        [false, true, true],
      ],
      [[true, true, true]],
    );
    expect(critiqueRuns(wavering)).toEqual([
      'Eval 1: 2 of 3 statements hold in some runs and not in others. They may be ambiguous, or the outcome is down to chance. The first is "s1".',
      'Eval 1: "s3" holds in every run, with the skill and without the skill. It says nothing about the skill.',
    ]);
  });

  test("a statement that a program checked is not ambiguous", () => {
    const grades = (passed: boolean): Given => ({
      grades: [{ text: "contains: x", passed, evidence: "" }],
    });
    expect(critiqueRuns([run(grades(true)), run({ run: 2, ...grades(false) })])).toEqual([
      'Eval 1: "contains: x" holds in 1 of 2 runs with the skill. The outcome is down to chance.',
    ]);
  });

  test("a statement that occurs twice in one run is not unstable", () => {
    const grades = [true, false].map((passed) => ({ text: "s1", passed, evidence: "" }));
    expect(critiqueRuns([run({ grades })])).toEqual([]);
  });
});

test("for one side alone only unstable statements are reported, and for one run nothing", () => {
  const runs = [run({ holds: [true, true, false] }), run({ run: 2, holds: [true, false, false] })];
  expect(critiqueRuns(runs)).toEqual([`Eval 1: "s2" holds in 1 of 2 runs with the skill. ${unclear}`]);
  expect(critiqueRuns(runs.slice(0, 1))).toEqual([]);
  // One eval has both sides, the other only one.
  const lonely = run({ evalId: 2, holds: [true, false] });
  expect(critiqueRuns([lonely, run({ holds: [true] }), run({ holds: [true], ...without })])).toHaveLength(1);
});

test("the same text in two evals is two statements", () => {
  const runs = [1, 2].flatMap((evalId) => [
    run({ evalId, evalName: `case-${evalId}`, holds: [evalId === 1] }),
    run({ evalId, evalName: `case-${evalId}`, holds: [false], ...without }),
  ]);
  expect(critiqueRuns(runs).map((words) => words.slice(0, 28))).toEqual([
    'Eval case-2: "s1" holds in n',
    'Eval case-1: "s1" holds only',
  ]);
});

test("an old version is compared with the new one under its own name", () => {
  const runs = [
    run({ configuration: "new_skill", holds: [true] }),
    run({ configuration: "old_skill", holds: [false] }),
  ];
  expect(critiqueRuns(runs)).toEqual([
    'Eval 1: "s1" holds only with the new version. This is the value the skill adds.',
  ]);
});

test("the number of notes is bounded, the most important first", () => {
  const runs = Array.from({ length: 40 }, (_, evalId) => [
    run({ evalId, holds: [true, evalId !== 39] }),
    run({ evalId, holds: [false, true], ...without }),
  ]).flat();
  const notes = critiqueRuns(runs);
  expect(notes).toHaveLength(formatsLimits.critiqueNotes);
  expect(notes[0]).toBe('Eval 39: "s2" holds only without the skill. The skill may do harm here.');
  expect(notes.at(-1)).toBe(`${80 - formatsLimits.critiqueNotes + 1} more notes like these.`);
});

describe("§4.3: runs that took three times the median of their side are reported", () => {
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

  test("once for each eval, by the worst of its runs", () => {
    const runs = [...times([10, 40, 50, 10, 10, 10]), ...times([10], { evalId: 2 })];
    expect(critiqueRuns(runs)).toEqual([
      "Eval 1: run 3 with the skill took 50 s, 5 times the median of 10. Read its transcript. The same applies to 1 more of its runs.",
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

test("an endless statement is truncated", () => {
  const grades = [{ text: "x".repeat(10_000), passed: true, evidence: "" }];
  const [told = ""] = critiqueRuns([run({ grades }), run({ grades, ...without })]);
  expect(told.length).toBeLessThan(400);
  expect(critiqueRuns([])).toEqual([]);
});
