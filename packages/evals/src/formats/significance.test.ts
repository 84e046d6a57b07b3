import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatsLimits } from "./limits.ts";
import { formatSignificance, significance } from "./significance.ts";
import { bootstrapInterval } from "./statistics.ts";

const seed = 42;
const pairsOf = (...differences: readonly number[]): readonly { subject: number; baseline: number }[] =>
  differences.map((difference) => ({ subject: difference, baseline: 0 }));
const pOf = (...differences: readonly number[]): number => significance(pairsOf(...differences), { seed }).p;

test("all changes of signs are counted, by hand", () => {
  // Of the eight sums of ±1 ±2 ±3 only 6 and −6 are as far out as 6.
  expect(pOf(1, 2, 3)).toBe(2 / 8);
  // 1 + 2 − 3 is 0, and nothing is nearer.
  expect(pOf(1, 2, -3)).toBe(1);
  // As far out as 4: 6, 4, and the same on the other side.
  expect(pOf(-1, 2, 3)).toBe(4 / 8);
});

test("the smallest p of n cases that all went one way is 2 of 2ⁿ", () => {
  for (const count of [1, 2, 5, 6, 10, 16])
    expect(pOf(...Array.from({ length: count }, () => 0.5))).toBe(2 / 2 ** count);
});

test("tenths are compared as tenths, whatever their last digits", () => {
  // 0.1 + 0.2 is not 0.3 in binary; as whole numbers it is the first example.
  expect(pOf(0.1, 0.2, 0.3)).toBe(pOf(1, 2, 3));
  expect(pOf(0.1, 0.2, -0.3)).toBe(1);
});

test("differences that rounding to four places can cause are ignored", () => {
  const rounded = Array.from({ length: 6 }, () => ({ subject: 2 / 3, baseline: 0.6667 }));
  const found = significance(rounded, { seed });
  expect(found).toEqual({ p: 1, method: "exact", pairs: 6, difference: 0, interval: { low: 0, high: 0 } });
  expect(formatSignificance(found)).toBe(
    "No difference can be claimed from 6 cases: the pass rate is the same (p = 1.00).",
  );
  // Both sides rounded the wrong way.
  expect(pOf(...Array.from({ length: 6 }, () => 0.3334 - 0.3333))).toBe(1);
  expect(pOf(...Array.from({ length: 6 }, () => 0.0002))).toBe(2 / 64);
});

test("no pairs and no difference are no reason for a claim", () => {
  expect(significance([], { seed })).toEqual({ p: 1, method: "exact", pairs: 0, difference: 0 });
  expect(significance(pairsOf(0, 0, 0), { seed })).toEqual({
    p: 1,
    method: "exact",
    pairs: 3,
    difference: 0,
    interval: { low: 0, high: 0 },
  });
});

test("a whole result is data", () => {
  const pairs = [0.25, 0.5, 0.5, 0.75, 0.25, 0.5].map((gain) => ({ subject: 0.25 + gain, baseline: 0.25 }));
  const { interval, ...rest } = significance(pairs, { seed });
  expect(rest).toEqual({ p: 0.03125, method: "exact", pairs: 6, difference: 2.75 / 6 });
  expect(interval?.low).toBeGreaterThan(0.25);
  expect(interval?.high).toBeLessThan(0.75);
});

const differences = fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 1, maxLength: 10 });

test("p is a share, and neither order nor direction nor unit changes it", () => {
  fc.assert(
    fc.property(differences, (list) => {
      const p = pOf(...list);
      expect(p).toBeGreaterThan(0);
      expect(p).toBeLessThanOrEqual(1);
      expect(pOf(...list.toReversed())).toBe(p);
      expect(pOf(...list.map((value) => -value))).toBe(p);
      expect(pOf(...list.map((value) => value / 8))).toBe(p);
    }),
  );
});

test("the order of cases changes nothing, even when outcomes are sampled", () => {
  const shuffled = fc
    .array(fc.integer({ min: -8, max: 8 }), { minLength: 2, maxLength: 24 })
    .chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
      ),
    );
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      const thirds = (values: readonly number[]) => pairsOf(...values.map((value) => value / 3));
      expect(significance(thirds(other), { seed })).toEqual(significance(thirds(list), { seed }));
    }),
    { numRuns: 20 },
  );
});

test("cases without a difference change nothing", () => {
  fc.assert(
    fc.property(differences, (list) => {
      expect(pOf(...list, 0, 0, 0)).toBe(pOf(...list));
    }),
  );
});

test("p equals the result of trying every outcome", () => {
  const slow = (list: readonly number[]): number => {
    const observed = Math.abs(list.reduce((sum, value) => sum + value, 0));
    const sums = list.reduce((all, value) => all.flatMap((sum) => [sum + value, sum - value]), [0]);
    return sums.filter((sum) => Math.abs(sum) >= observed).length / sums.length;
  };
  fc.assert(fc.property(differences, (list) => pOf(...list) === slow(list)));
});

test("above a number of cases outcomes are sampled, the same for one seed, and p is close to the exact value", () => {
  // One case more than is enumerated, too small to matter.
  const list = [3, -2, 4, 1, -1, 5, 2, -3, 2, 1, -4, 3, 2, 1, -1, 2].map((value) => value * 1e7);
  const exact = significance(pairsOf(...list), { seed });
  const drawn = significance(pairsOf(...list, 0.001), { seed });
  expect([exact.method, drawn.method]).toEqual(["exact", "monte-carlo"]);
  expect(list).toHaveLength(formatsLimits.evalExactPairs);
  expect(Math.abs(drawn.p - exact.p)).toBeLessThan(0.015);
  expect(significance(pairsOf(...list, 0.001), { seed })).toEqual(drawn);
  expect(significance(pairsOf(...list, 0.001), { seed: 7 }).p).not.toBe(drawn.p);
});

test("a sampled result is never impossible", () => {
  expect(pOf(...Array.from({ length: 40 }, () => 1))).toBe(1 / (formatsLimits.evalShuffles + 1));
});

describe("the interval", () => {
  test("needs two values, is within them, and is the same for one seed", () => {
    expect(bootstrapInterval([1], seed)).toBeUndefined();
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 2, maxLength: 12 }), (list) => {
        const { low, high } = bootstrapInterval(list, seed) ?? { low: 1, high: 0 };
        expect(low).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(Math.min(...list));
        expect(high).toBeLessThanOrEqual(Math.max(...list));
        expect(bootstrapInterval(list, seed)).toEqual({ low, high });
      }),
      { numRuns: 20 },
    );
  });

  test("is about as wide as theory predicts", () => {
    const values = Array.from({ length: 100 }, (_, at) => at % 10);
    const { low, high } = bootstrapInterval(values, seed) ?? { low: 0, high: 0 };
    // ± 1.96 standard errors of 2.87 / 10.
    expect(high - low).toBeGreaterThan(0.95);
    expect(high - low).toBeLessThan(1.3);
  });
});

describe("as text", () => {
  const words = (...list: readonly number[]): string =>
    formatSignificance(significance(pairsOf(...list), { seed }));

  test("few cases cannot show anything, and the text states how many could", () => {
    expect(words(0.5, 0.5, 0.5, 0.5)).toBe(
      "No difference can be claimed from 4 cases, at least 6 are needed: the pass rate is 50 points higher (p = 0.13).",
    );
    expect(words(0)).toBe(
      "No difference can be claimed from 1 case, at least 6 are needed: the pass rate is the same (p = 1.00).",
    );
    expect(words()).toBe("No difference can be claimed: no case was measured on both sides.");
  });

  test("a difference that chance would give is reported as none", () => {
    expect(words(0.5, -0.25, 0.25, -0.5, 0.25, 0.25)).toMatch(
      /^No difference can be claimed from 6 cases: the pass rate is 8 points higher \(p = 0\.\d\d\)\.$/,
    );
  });

  test("a difference that chance would not give is stated with its interval", () => {
    expect(words(0.5, 0.5, 0.5, 0.5, 0.5, 0.5)).toBe(
      "Over 6 cases the pass rate is 50 points higher (p = 0.031, 95 % between 50 points and 50 points higher).",
    );
    expect(words(...Array.from({ length: 40 }, () => -0.1))).toBe(
      "Over 40 cases the pass rate is 10 points lower (p < 0.001, 95 % between 10 points and 10 points lower).",
    );
  });

  test("a bound of the interval that rounds to zero has no sign", () => {
    const interval = { low: -0.001, high: 0.4 };
    expect(formatSignificance({ p: 0.04, method: "exact", pairs: 8, difference: 0.2, interval })).toBe(
      "Over 8 cases the pass rate is 20 points higher (p = 0.040, 95 % between 0 points and 40 points higher).",
    );
  });

  test.each([
    [-1, { low: -1.5, high: -0.5 }, "1.0 s lower (p = 0.040, 95 % between 0.5 s and 1.5 s lower)"],
    [1, { low: -0.5, high: 2.5 }, "1.0 s higher (p = 0.040, 95 % between 0.5 s lower and 2.5 s higher)"],
    [-1, { low: -2, high: 0.01 }, "1.0 s lower (p = 0.040, 95 % between 0.0 s and 2.0 s lower)"],
    [
      0.02,
      { low: 0.01, high: 0.04 },
      "less than 0.1 s higher (p = 0.040, 95 % between 0.0 s and 0.0 s higher)",
    ],
  ])("the interval of %d has the direction of its ends", (difference, interval, words) => {
    const result = { p: 0.04, method: "exact", pairs: 8, difference, interval } as const;
    expect(formatSignificance(result, "timeSeconds")).toBe(`Over 8 cases the time is ${words}.`);
  });

  test("one is not many", () => {
    const result = { p: 0.5, method: "exact", pairs: 8, difference: -1 } as const;
    expect(formatSignificance(result, "tokens")).toContain("the number of tokens is 1 token lower");
    expect(formatSignificance({ ...result, difference: 0.01 })).toContain("1 point higher");
    expect(formatSignificance({ ...result, difference: 0.001 })).toContain("less than 1 point higher");
  });

  test("times and tokens have their own wording", () => {
    const result = significance(pairsOf(12, 13, 14, 12, 13, 14), { seed });
    expect(formatSignificance(result, "timeSeconds")).toMatch(
      /^Over 6 cases the time is 13\.0 s higher \(p = 0\.031/,
    );
    expect(formatSignificance(result, "tokens")).toMatch(
      /^Over 6 cases the number of tokens is 13 tokens higher/,
    );
  });
});
