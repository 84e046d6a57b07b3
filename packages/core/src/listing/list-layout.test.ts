import { expect, test } from "vitest";
import { distributeBytes } from "./list-layout.ts";
import { type MeasuredEntry, measureEntry, nameEntry } from "./measure-entry.ts";
import { createRanking } from "./ranking.ts";

const options = { format: "bullets", includeLocation: false, includeTags: false } as const;
const words = "one two three four five six seven eight nine ten eleven twelve";

function measured(ids: string): readonly MeasuredEntry[] {
  return [...ids].map((id) => measureEntry(nameEntry({ id, description: words }, options), options));
}
/** `: ` between name and description. */
const extra = 2;
const whole = words.length;
const floor = "one two three four five six seven eight…".length + 2;

test("with enough room, all descriptions are whole", () => {
  expect(distributeBytes(measured("abc"), 3 * (extra + whole), createRanking({}))).toEqual([
    whole,
    whole,
    whole,
  ]);
});

test("with one byte less, all are filled to one level", () => {
  const level = whole - 1;
  expect(distributeBytes(measured("abc"), 3 * (extra + whole) - 1, createRanking({}))).toEqual([
    level,
    level,
    level,
  ]);
});

test("use raises a skill's level, and no skill falls below the minimum", () => {
  const ranking = createRanking({ usage: new Map([["a", 1]]) });
  expect(distributeBytes(measured("abc"), 3 * (extra + floor) + 10, ranking)).toEqual([
    floor + 10,
    floor,
    floor,
  ]);
});

test("the first skill without room for the minimum loses its description, as do all after it", () => {
  expect(
    distributeBytes(measured("abcd"), 2 * (extra + floor) + extra + floor - 1, createRanking({})),
  ).toEqual([whole, expect.any(Number), 0, 0]);
});

test("the best are filled in order before the rest get any bytes", () => {
  const ranking = createRanking({ best: ["a", "b"], usage: new Map([["c", 100]]) });
  expect(distributeBytes(measured("abc"), 2 * extra + whole + floor + 1, ranking)).toEqual([
    whole,
    floor + 1,
    0,
  ]);
  expect(distributeBytes(measured("abc"), 3 * extra + 2 * whole + floor, ranking)).toEqual([
    whole,
    whole,
    floor,
  ]);
});

test("no room grants nothing", () => {
  expect(distributeBytes(measured("ab"), 0, createRanking({ best: ["a"] }))).toEqual([0, 0]);
});
