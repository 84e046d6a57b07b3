import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const skill = (lines: number, heading = "Steps"): string =>
  `---\nname: pdf\ndescription: Reads PDF files.\n---\n# PDF\n## ${heading}\n${"- step\n".repeat(lines - 2)}`;

test("S2-30: more than 50 lines need a section on what goes wrong", () => {
  expect(findingsOf("gotchas-present", skill(51))).toMatchObject([
    { args: { lines: 51 }, range: { start: { line: 5, column: 1 } } },
  ]);
  expect(findingsOf("gotchas-present", skill(50))).toEqual([]);
});

test.each([
  "Gotchas",
  "Caveats",
  "Known issues",
  "Common Pitfalls",
  "Limitations",
  "Troubleshooting",
  "⚠️ Common mistakes",
  "Edge cases",
  "What can go wrong",
])("S2-30: '%s' is such a section", (heading) => {
  expect(findingsOf("gotchas-present", skill(100, heading))).toEqual([]);
});

test("headings in another script are ignored", () => {
  expect(findingsOf("gotchas-present", skill(100, "注意事项"))).toEqual([]);
});

test("a gotcha marked in bold counts, a passing mention does not", () => {
  expect(findingsOf("gotchas-present", `${skill(100)}\n**Gotcha:** pages count from 0.\n`)).toEqual([]);
  expect(findingsOf("gotchas-present", `${skill(100)}\nNo gotcha here.\n`)).toHaveLength(1);
});
