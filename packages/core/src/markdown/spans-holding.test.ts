import { expect, test } from "vitest";
import { spansHolding } from "./spans-holding.ts";

test("spans that contain the character are kept", () => {
  const text = "a/b cd / ef g/ h";
  const spans = [
    { start: 0, end: 3 },
    { start: 4, end: 6 },
    { start: 9, end: 11 },
    { start: 12, end: 14 },
    { start: 15, end: 16 },
  ];
  expect(spansHolding(text, spans, "/")).toEqual([spans[0], spans[3]]);
  expect(spansHolding(text, spans, "x")).toEqual([]);
  expect(spansHolding(text, [], "/")).toEqual([]);
});
