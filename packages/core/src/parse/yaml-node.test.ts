import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { resolveScalar } from "./yaml-node.ts";

test.each([
  ["", null],
  ["~", null],
  ["null", null],
  ["Null", null],
  ["nULL", "nULL"],
  ["true", true],
  ["True", true],
  ["FALSE", false],
  ["tRUE", "tRUE"],
  ["yes", "yes"],
  ["on", "on"],
  ["1.10", 1.1],
  ["007", 7],
  ["0o17", 15],
  ["0x1F", 31],
  ["1_000", "1_000"],
  ["1e3", 1000],
  [".5", 0.5],
  ["5.", 5],
  [".", "."],
  ["-", "-"],
  ["+.inf", Number.POSITIVE_INFINITY],
  ["-.INF", Number.NEGATIVE_INFINITY],
  [".nan", Number.NaN],
  ["2024-01-01", "2024-01-01"],
  ["1.2.3", "1.2.3"],
])("%j is %j", (text, value) => {
  expect(resolveScalar(text)).toEqual(value);
});

const nearNumbers = fc.string({
  unit: fc.constantFrom(..."+-.0179eExXoOabfAF_~"),
  minLength: 1,
  maxLength: 7,
});
const nearWords = fc
  .constantFrom("true", "false", "null", ".inf", ".nan", "-.inf", "yes", "NaN", "Infinity")
  .chain((word) =>
    fc.constantFrom(word, word.toUpperCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`, `${word}1`),
  );

test("every plain scalar has the type the YAML library gives it", () => {
  fc.assert(
    fc.property(fc.oneof(nearNumbers, nearWords), (text) => {
      const document = parseDocument(`k: ${text}\n`);
      const node = document.get("k", true) as { type?: string; source?: string } | undefined;
      // Indicators make something else of some texts; those never reach this function.
      fc.pre(document.errors.length === 0 && node?.type === "PLAIN" && node.source === text);
      expect(resolveScalar(text)).toEqual(document.get("k") ?? null);
    }),
    { numRuns: 5000 },
  );
});
