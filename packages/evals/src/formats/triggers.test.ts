import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toOptimizationText } from "./optimization-result.ts";

import { splitQueries } from "./trigger-queries.ts";
import {
  judgeTrigger,
  measureTriggers,
  type TriggerQuery,
  type TriggerResult,
  toTriggerResultsText,
} from "./trigger-results.ts";

const result = (shouldTrigger: boolean, triggers: number, runs = 4): TriggerResult =>
  judgeTrigger({ query: "q", shouldTrigger, triggers, runs });

describe("judging a query", () => {
  test.each([
    [true, 3, true],
    [true, 2, false],
    [true, 1, false],
    [false, 1, true],
    [false, 2, false],
    [false, 3, false],
  ])("should trigger %s, and did %i times of 4: pass %s", (shouldTrigger, triggers, pass) => {
    expect(result(shouldTrigger, triggers)).toEqual({
      query: "q",
      shouldTrigger,
      triggers,
      runs: 4,
      rate: triggers / 4,
      pass,
    });
  });

  test("a custom threshold is respected", () => {
    const counted = { query: "q", shouldTrigger: true, triggers: 3, runs: 4 };
    expect(judgeTrigger(counted, { threshold: 0.75 }).pass).toBe(false);
    expect(judgeTrigger(counted, { threshold: 0.75, rule: "at-least" }).pass).toBe(true);
  });

  test("a query that was never run has not passed", () => {
    expect(result(false, 0, 0)).toMatchObject({ rate: 0, pass: false });
    expect(
      judgeTrigger(
        { query: "q", shouldTrigger: true, triggers: 0, runs: 0 },
        { threshold: 0, rule: "at-least" },
      ).pass,
    ).toBe(false);
  });
});

describe("measuring a description", () => {
  test("precision, recall and accuracy are counted over runs", () => {
    // 5 of 8 wanted runs triggered, 1 of 8 unwanted ones.
    expect(measureTriggers([result(true, 4), result(true, 1), result(false, 1), result(false, 0)])).toEqual({
      total: 4,
      passed: 3,
      failed: 1,
      untried: 0,
      precision: 5 / 6,
      recall: 5 / 8,
      accuracy: 12 / 16,
    });
  });

  test("a rate without a denominator is absent", () => {
    expect(measureTriggers([])).toEqual({ total: 0, passed: 0, failed: 0, untried: 0 });
    expect(measureTriggers([result(false, 0)])).toMatchObject({
      total: 1,
      passed: 1,
      failed: 0,
      accuracy: 1,
    });
    expect(measureTriggers([result(true, 0)])).toEqual({
      total: 1,
      passed: 0,
      failed: 1,
      untried: 0,
      recall: 0,
      accuracy: 0,
    });
  });

  test("a query that was never tried has neither passed nor failed", () => {
    const results = [result(true, 4), result(true, 0, 0), result(false, 0, 0)];
    expect(measureTriggers(results)).toMatchObject({ total: 1, passed: 1, failed: 0, untried: 2 });
    expect(JSON.parse(toTriggerResultsText({ results }, "skill-creator")).summary).toEqual({
      ...{ total: 1, passed: 1, failed: 0 },
    });
    const iterations = [{ iteration: 1, description: "d", train: results, validation: [] }];
    const told = toOptimizationText({
      originalDescription: "d",
      bestDescription: "d",
      holdout: 0,
      iterations,
    });
    expect(JSON.parse(told)).toMatchObject({
      best_train_score: "1/1",
      history: [{ train_passed: 1, train_failed: 0, train_total: 1 }],
    });
  });
});

describe("splitting queries", () => {
  const queries = (wanted: number, unwanted: number): readonly TriggerQuery[] => [
    ...Array.from({ length: wanted }, (_, at) => ({ query: `yes ${at}`, shouldTrigger: true })),
    ...Array.from({ length: unwanted }, (_, at) => ({ query: `no ${at}`, shouldTrigger: false })),
  ];
  const count = (list: readonly TriggerQuery[]): readonly [number, number] => [
    list.filter(({ shouldTrigger }) => shouldTrigger).length,
    list.filter(({ shouldTrigger }) => !shouldTrigger).length,
  ];

  test.each([
    [
      10,
      10,
      [
        [6, 6],
        [4, 4],
      ],
    ],
    [
      8,
      8,
      [
        [5, 5],
        [3, 3],
      ],
    ],
    [
      12,
      4,
      [
        [7, 2],
        [5, 2],
      ],
    ],
    [
      8,
      3,
      [
        [5, 2],
        [3, 1],
      ],
    ],
    [
      2,
      2,
      [
        [1, 1],
        [1, 1],
      ],
    ],
    [
      1,
      1,
      [
        [1, 1],
        [0, 0],
      ],
    ],
    [
      0,
      5,
      [
        [0, 3],
        [0, 2],
      ],
    ],
    [
      0,
      0,
      [
        [0, 0],
        [0, 0],
      ],
    ],
  ])("%i that should trigger and %i that should not: 60 to 40 on both sides", (wanted, unwanted, counts) => {
    const split = splitQueries(queries(wanted, unwanted), { seed: 42 });
    expect([count(split.train), count(split.validation)]).toEqual(counts);
  });

  test("every query is in exactly one part, in the order of the file", () => {
    const list = fc.uniqueArray(fc.record({ query: fc.string(), shouldTrigger: fc.boolean() }), {
      selector: ({ query }) => query,
    });
    fc.assert(
      fc.property(list, fc.integer(), (all, seed) => {
        const { train, validation } = splitQueries(all, { seed });
        expect(all.filter((query) => train.includes(query))).toEqual(train);
        expect(all.filter((query) => validation.includes(query))).toEqual(validation);
        expect(train.length + validation.length).toBe(all.length);
      }),
    );
  });

  test("the split is fixed: the order of the file does not matter, the seed does", () => {
    const all = queries(10, 10);
    const { validation } = splitQueries(all, { seed: 42 });
    expect(new Set(splitQueries(all.toReversed(), { seed: 42 }).validation)).toEqual(new Set(validation));
    const others = [1, 2, 3].map((seed) => splitQueries(all, { seed }).validation);
    expect(others.every((other) => JSON.stringify(other) === JSON.stringify(validation))).toBe(false);
  });

  test("a new query moves at most one of the others", () => {
    const all = queries(10, 10);
    const before = new Set(splitQueries(all, { seed: 42 }).validation);
    const after = splitQueries([...all, { query: "new", shouldTrigger: true }], { seed: 42 }).validation;
    const left = [...before].filter((query) => !after.includes(query));
    expect(left.length).toBeLessThanOrEqual(1);
  });

  test("over many seeds every query is held back about as often", () => {
    const all = queries(10, 10);
    const held = new Map<string, number>();
    for (let seed = 0; seed < 500; seed++)
      for (const { query } of splitQueries(all, { seed }).validation)
        held.set(query, (held.get(query) ?? 0) + 1);
    expect(held.size).toBe(20);
    expect(Math.min(...held.values())).toBeGreaterThan(140);
    expect(Math.max(...held.values())).toBeLessThan(260);
  });
});
