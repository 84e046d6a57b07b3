import { expect, test } from "vitest";
import { inGroups } from "./in-groups.ts";
import { discoverLimits } from "./limits.ts";

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

test("all items come, in their order, in groups of a bounded number", () => {
  const groups = [...inGroups(numbers(discoverLimits.groupItems * 2 + 1), () => 1)];
  expect(groups.map((group) => group.length)).toEqual([
    discoverLimits.groupItems,
    discoverLimits.groupItems,
    1,
  ]);
  expect(groups.flat()).toEqual(numbers(discoverLimits.groupItems * 2 + 1));
  expect([...inGroups([], () => 1)]).toEqual([]);
});

test("a group is full with a bounded size", () => {
  const groups = [...inGroups(numbers(5), (item) => (item === 1 ? discoverLimits.groupSize : 1))];
  expect(groups).toEqual([
    [0, 1],
    [2, 3, 4],
  ]);
});

test("no more items are asked for than the next group needs", () => {
  let asked = 0;
  function* endless(): Generator<number> {
    for (;;) yield asked++;
  }
  const groups = inGroups(endless(), () => 1);
  groups.next();
  expect(asked).toBe(discoverLimits.groupItems);
});

test("what the source throws comes after the items before it", () => {
  function* failing(): Generator<number> {
    yield* [1, 2];
    throw new Error("too many");
  }
  const seen: number[] = [];
  expect(() => {
    for (const group of inGroups(failing(), () => 1)) seen.push(...group);
  }).toThrow("too many");
  expect(seen).toEqual([1, 2]);
});
