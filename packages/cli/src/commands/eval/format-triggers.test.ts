import { expect, test } from "vitest";
import { createStyle } from "../../terminal/style.ts";
import { formatTriggers } from "./format-evals.ts";
import { testTriggers } from "./test-evaluation.ts";

const look = { style: createStyle(false), columns: 80 };

test("the sum with precision and recall, and the queries that did not do what they should", () => {
  // Used in 8 runs, 5 of them rightly; it should have been used in 9.
  const outcome = testTriggers([
    ["greet the captain", true, 3],
    ["hail", true, 2],
    ["welcome a guest who is a captain of a ship that came from far away and is tired", true, 0],
    ["count", false, 1],
    ["sum the greetings", false, 2, 2],
  ]);
  expect(`\n${formatTriggers(outcome, look).join("\n")}`).toMatchInlineSnapshot(`
    "
      Triggers: 3 of 5 queries behaved as expected (precision 0.63, recall 0.56)
        ✗ 0/3  should use it  welcome a guest who is a captain of a ship that came…
        ✗ 2/2  should not     sum the greetings"
  `);
});

test.each([
  ["nothing was used", [["a", false, 0]], "1 of 1 queries behaved as expected"],
  ["nothing should be used", [["a", false, 3]], "0 of 1 queries behaved as expected (precision 0.00)"],
  ["nothing was tried", [["a", true, 0, 0]], "0 of 0 queries behaved as expected, 1 never run"],
  ["only recall", [["a", true, 0]], "0 of 1 queries behaved as expected (recall 0.00)"],
] as const)("undefined rates are not shown: %s", (_, rows, head) => {
  expect(formatTriggers(testTriggers(rows), look)[0]).toBe(`  Triggers: ${head}`);
});

test("a query that was never tried is not a miss", () => {
  expect(formatTriggers(testTriggers([["a", true, 0, 0]]), look)).toHaveLength(1);
});
