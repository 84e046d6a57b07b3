import fc from "fast-check";
import { expect, test } from "vitest";
import { progressBar } from "./progress.ts";
import { textWidth } from "./text-width.ts";

test.each([
  [0, 4, "░░░░░░░░░░"],
  [1, 4, "██▌░░░░░░░"],
  [2, 4, "█████░░░░░"],
  [4, 4, "██████████"],
  [9, 4, "██████████"],
  [0, 0, "██████████"],
])("%i of %i", (done, total, bar) => {
  expect(progressBar(done, total, 10)).toBe(bar);
});

test("a bar has the requested width, and never shrinks", () => {
  fc.assert(
    fc.property(
      fc.nat(500),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 1, max: 80 }),
      (done, total, columns) => {
        expect(textWidth(progressBar(done, total, columns))).toBe(columns);
      },
    ),
  );
});
