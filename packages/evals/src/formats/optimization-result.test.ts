import { expect, test } from "vitest";
import { pickBest } from "./optimization-result.ts";
import { judgeTrigger, type TriggerResult } from "./trigger-results.ts";

const results = (passed: number, total: number): readonly TriggerResult[] =>
  Array.from({ length: total }, (_, index) =>
    judgeTrigger({ query: `q${index}`, shouldTrigger: true, triggers: index < passed ? 3 : 0, runs: 3 }),
  );

/** Iterations by their passes on train (of 6) and validation (of 4, or none). */
const best = (...passes: readonly (readonly [number, number?])[]): number | undefined =>
  pickBest(
    passes.map(([train, validation], index) => ({
      iteration: index + 1,
      description: `d${index + 1}`,
      train: results(train, 6),
      validation: validation === undefined ? [] : results(validation, 4),
    })),
  )?.iteration;

test("§4.3: validation decides, whatever the training score", () => {
  expect(best([6, 2], [3, 4], [6, 3])).toBe(2);
});

test("ties in validation go to the earliest, so that a tie does not replace the author's text", () => {
  expect(best([3, 4], [5, 4], [4, 4])).toBe(1);
  expect(best([1, 1], [4, 4], [5, 4])).toBe(2);
});

test("without validation, training decides alone", () => {
  expect(best([3], [6], [5])).toBe(2);
  expect(best([6], [6])).toBe(1);
});

test("an empty search has no best description", () => {
  expect(best()).toBeUndefined();
});
