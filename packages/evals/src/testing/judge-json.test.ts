import type { Plain } from "@skillwright/core/parse";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeJson } from "./judge-json.ts";
import { testingLimits } from "./limits.ts";

/** Each failure as `path: expected / actual`. */
const differences = (expected: Plain, actual: unknown): readonly string[] =>
  judgeJson(expected, JSON.stringify(actual)).map(
    ({ path, expected: wanted, actual: found }) => `${path}: ${wanted} / ${found}`,
  );

test("S0-29: an object can have more fields than expected, at any depth", () => {
  const actual = { rows: 3, more: 1, counts: { drift: 1, ragged: 0 }, columns: [{ name: "id", types: {} }] };
  expect(differences({ rows: 3, counts: { drift: 1 }, columns: [{ name: "id" }] }, actual)).toEqual([]);
  expect(differences({}, actual)).toEqual([]);
});

test("S0-29: a list must have the expected length and equal entries", () => {
  expect(differences([1, 2], [1, 2])).toEqual([]);
  expect(differences([1, 2], [2, 1])).toEqual(["$[0]: 1 / 2", "$[1]: 2 / 1"]);
  expect(differences({ a: [1] }, { a: [1, 2] })).toEqual(["$.a: [1] (1) / [1, 2] (2)"]);
  expect(differences({ problems: [] }, { problems: ["x"] })).toEqual(['$.problems: [] (0) / ["x"] (1)']);
});

test("S0-29: every difference has its path", () => {
  const expected = { a: { "b c": [{ d: 1 }] }, "": 1, gone: null, __proto__x: 2 };
  const actual = { a: { "b c": [{ d: "1" }] }, "": 2 };
  expect(differences(expected, actual)).toEqual([
    '$.a["b c"][0].d: 1 / "1"',
    '$[""]: 1 / 2',
    "$.gone: null / nothing",
    "$.__proto__x: 2 / nothing",
  ]);
});

test.each<[Plain, unknown, string]>([
  [1, "1", '1 / "1"'],
  ["true", true, '"true" / true'],
  [null, false, "null / false"],
  [null, {}, "null / {}"],
  [{}, [], "{} / []"],
  [[], {}, "[] / {}"],
  [{}, null, "{} / null"],
  [0, null, "0 / null"],
  ["", null, '"" / null'],
])("S0-29: %j is not %j", (expected, actual, text) => {
  expect(differences(expected, actual)).toEqual([`$: ${text}`]);
});

test("long texts are shown around their first difference", () => {
  const [one, other] = [`${"x".repeat(500)}A${"y".repeat(500)}`, `${"x".repeat(500)}B${"y".repeat(500)}`];
  const around = (letter: string): string => `"…${"x".repeat(100)}${letter}${"y".repeat(99)}…"`;
  expect(differences(one, other)).toEqual([`$: ${around("A")} / ${around("B")}`]);
});

test("large values are shown in part", () => {
  const list = Array.from({ length: 1000 }, (_, at) => at);
  expect(differences(1, list)).toEqual(["$: 1 / [0, 1, 2, 3, 4, 5, 6, 7, … 992 more]"]);
  expect(differences(1, { a: { b: { c: { d: 1 } } } })).toEqual(['$: 1 / {"a": {"b": {"c": {… 1 more}}}}']);
});

test("a bounded number of differences is reported", () => {
  const list = Array.from({ length: 100 }, () => 1);
  expect(
    differences(
      list,
      Array.from({ length: 100 }, () => 2),
    ),
  ).toHaveLength(testingLimits.testDifferences);
});

test.each(["", "Traceback (most recent call last):", '{"a": 1} trailing', "{'a': 1}", "undefined"])(
  "S0-29: %j is not JSON, and is shown from its start",
  (stdout) => {
    expect(judgeJson({}, stdout)).toEqual([{ kind: "stdout-json", expected: "JSON", actual: stdout }]);
  },
);

test("JSON can be surrounded by spaces and line breaks", () => {
  expect(judgeJson({ a: 1 }, '\n {"a": 1}\n')).toEqual([]);
});

test("an inherited field does not count as present", () => {
  expect(differences({ constructor: {}, toString: {} }, {})).toEqual([
    "$.constructor: {} / nothing",
    "$.toString: {} / nothing",
  ]);
  expect(judgeJson(JSON.parse('{"__proto__": {"a": 1}}'), "{}")).toHaveLength(1);
  expect(judgeJson(JSON.parse('{"__proto__": {"a": 1}}'), '{"__proto__": {"a": 1, "b": 2}}')).toEqual([]);
});

const json = fc.jsonValue({ maxDepth: 4 }).map((value): Plain => JSON.parse(JSON.stringify(value)));

test("every value matches itself", () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(differences(value, value)).toEqual([]);
    }),
  );
});

test("a value matches whichever fields the expectation leaves out", () => {
  const without = (value: Plain, drop: (key: string) => boolean): Plain => {
    if (Array.isArray(value)) return value.map((item: Plain) => without(item, drop));
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => !drop(key));
    return Object.fromEntries(kept.map(([key, item]) => [key, without(item, drop)]));
  };
  fc.assert(
    fc.property(json, fc.func(fc.boolean()), (value, drop) => {
      expect(differences(without(value, drop), value)).toEqual([]);
    }),
  );
});

test("without objects only equal values match", () => {
  const lists: fc.Arbitrary<Plain> = fc.letrec<{ value: Plain }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Plain[]>(null, true, false, 0, 1, "", "a"),
      fc.array(tie("value"), { maxLength: 3 }),
    ),
  })).value;
  fc.assert(
    fc.property(lists, lists, (expected, actual) => {
      const isEqual = JSON.stringify(expected) === JSON.stringify(actual);
      expect(differences(expected, actual).length === 0).toBe(isEqual);
    }),
    { numRuns: 500 },
  );
});
