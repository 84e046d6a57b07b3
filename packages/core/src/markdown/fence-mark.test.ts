import { expect, test } from "vitest";
import { closesFence, fenceMark } from "./fence-mark.ts";

const markOf = (line: string): string | undefined => fenceMark(line, 0, line.length);

test.each([
  ["```", "```"],
  ["~~~~ js", "~~~~"],
  ["- ```sh", "```"],
  ["12)  ~~~", "~~~"],
  ["``", undefined],
  ["```a`", undefined],
  ["-```", undefined],
  ["12```", undefined],
  ["- a ```", undefined],
])("%s opens a fence with %s", (line, mark) => {
  expect(markOf(line)).toBe(mark);
});

test("a backtick on the next line is not on this one", () => {
  expect(fenceMark("```sh\n`a`", 0, 5)).toBe("```");
});

test.each([
  ["```", true],
  ["`````  ", true],
  ["``", false],
  ["``` a", false],
  ["~~~", false],
])("%s closes three backticks: %s", (line, closes) => {
  expect(closesFence(line, { first: 0, end: line.length }, "```")).toBe(closes);
});
