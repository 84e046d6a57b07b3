import fc from "fast-check";
import { expect, test } from "vitest";
import { rateInterval } from "./run-triggers.ts";

test.each([
  [0, 3, [0, 0.56]],
  [3, 3, [0.44, 1]],
  [2, 3, [0.21, 0.94]],
  [5, 10, [0.24, 0.76]],
])("%i of %i: %j", (hits, runs, interval) => {
  const { low, high } = rateInterval(hits, runs);
  expect([low, high].map((end) => Math.round(end * 100) / 100)).toEqual(interval);
});

test("the rate is always inside, and more runs make it narrower", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (runs, some) => {
      const hits = some % (runs + 1);
      const { low, high } = rateInterval(hits, runs);
      expect(low).toBeLessThanOrEqual(hits / runs + 1e-12);
      expect(high).toBeGreaterThanOrEqual(hits / runs - 1e-12);
      const more = rateInterval(hits * 4, runs * 4);
      expect(more.high - more.low).toBeLessThan(high - low);
    }),
  );
});
