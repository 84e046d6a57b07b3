import fc from "fast-check";
import { expect, test } from "vitest";
import { roundTo, spreadOf } from "./statistics.ts";

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 });

test("without measurements there is no spread", () => {
  expect(spreadOf([])).toBeUndefined();
});

test("a single run has no deviation", () => {
  expect(spreadOf([0.75])).toEqual({ mean: 0.75, stddev: 0, min: 0.75, max: 0.75 });
});

test("the mean is between the minimum and the maximum", () => {
  fc.assert(
    fc.property(values, (list) => {
      const { mean, min, max, stddev } = spreadOf(list) ?? { mean: 0, min: 1, max: 0, stddev: 0 };
      return min - 1e-4 <= mean && mean <= max + 1e-4 && stddev >= 0 && stddev <= max - min + 1e-3;
    }),
  );
});

test("order changes nothing, and a shift moves the mean but not the deviation", () => {
  const whole = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(whole, fc.integer({ min: -1000, max: 1000 }), (list, shift) => {
      const spread = spreadOf(list);
      expect(spreadOf(list.toReversed())).toEqual(spread);
      const shifted = spreadOf(list.map((value) => value + shift));
      expect(shifted?.stddev).toBeCloseTo(spread?.stddev ?? 0, 3);
      expect(shifted?.mean).toBeCloseTo((spread?.mean ?? 0) + shift, 3);
    }),
  );
});

test.each([
  [2 / 3, 4, 0.6667],
  [-0.00001, 4, 0],
  [1700.4, 0, 1700],
  [-2.345, 1, -2.3],
])("%d to %d places is %d", (value, places, rounded) => {
  expect(roundTo(value, places)).toBe(rounded);
});
