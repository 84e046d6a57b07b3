import { expect, test } from "vitest";
import { visitBodyLines } from "./body-lines.ts";

function linesOf(body: string): [string, number][] {
  const lines: [string, number][] = [];
  visitBodyLines(body, { start: 0, end: body.length }, (start, end, kind) =>
    lines.push([body.slice(start, end), kind]),
  );
  return lines;
}

test("headings, text and code are distinguished", () => {
  expect(linesOf("# Title\ntext\n```sh\n# not a title\n```\nafter")).toEqual([
    ["# Title", 3],
    ["text", 4],
    ["```sh", 5],
    ["# not a title", 5],
    ["after", 4],
  ]);
});

test("a fence ends only with its own mark, or with the body", () => {
  expect(linesOf("~~~\na\n```\nb").map(([, kind]) => kind)).toEqual([5, 5, 5, 5]);
});

test("a hash without a space or seven hashes make no heading", () => {
  expect(linesOf("#tag\n####### seven").map(([, kind]) => kind)).toEqual([4, 4]);
});

test("an empty body has no lines", () => {
  expect(linesOf("")).toEqual([]);
});
