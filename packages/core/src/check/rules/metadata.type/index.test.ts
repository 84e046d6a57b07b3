import { expect, test } from "vitest";
import { findingsOf } from "../../findings-of.ts";

const findingsIn = (metadata: string): ReturnType<typeof findingsOf> =>
  findingsOf("metadata.type", `---\nname: pdf\nmetadata: ${metadata}\n---\n`);

test.each([
  ["version 1", "string"],
  ["[a, b]", "list"],
  ["5", "number"],
])("S2-20: '%s' is not a mapping", (value, found) => {
  expect(findingsIn(value)).toMatchObject([
    {
      message: "notMapping",
      args: { found },
      range: { start: { line: 3, column: 11 }, end: { line: 3, column: 11 + value.length } },
    },
  ]);
});

test("S2-20: an empty value is reported at the key", () => {
  expect(findingsIn("")).toMatchObject([
    { message: "empty", range: { start: { line: 3, column: 1 }, end: { line: 3, column: 9 } } },
  ]);
});

test.each(["\n  author: Ann", "{author: Ann}", "{}"])("S1-6, S2-6: %j is one", (value) => {
  expect(findingsIn(value)).toEqual([]);
});
