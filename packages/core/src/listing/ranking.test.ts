import fc from "fast-check";
import { expect, test } from "vitest";
import { listingLimits } from "./limits.ts";
import type { ListedSkill } from "./listed-skill.ts";
import { createRanking, takeFirst } from "./ranking.ts";

function skill(id: string): ListedSkill {
  return { id, description: id };
}
function orderOf(ids: string, options: Parameters<typeof createRanking>[0]): string {
  return [...ids]
    .map(skill)
    .sort(createRanking(options).compare)
    .map(({ id }) => id)
    .join("");
}

test("sorts by best, then by use, then by id", () => {
  const usage = new Map([
    ["d", 5],
    ["c", 9],
    ["b", 5],
  ]);
  expect(orderOf("abcdef", { best: ["f", "d"], usage })).toBe("fdcbae");
});

test("only a limited number count as the best", () => {
  const best = Array.from({ length: 50 }, (_, index) => `s${index}`);
  const { isBest } = createRanking({ best });
  expect(best.filter((id) => isBest(skill(id)))).toHaveLength(listingLimits.listedBest);
});

test.each([Number.NaN, -3, 0])("a use count of %d counts as zero", (uses) => {
  const ranking = createRanking({ usage: new Map([["a", uses]]) });
  expect([ranking.isKnown(skill("a")), ranking.weight(skill("a"))]).toEqual([false, 1]);
});

test("an infinite count is capped, so that the order stays total", () => {
  const usage = new Map([
    ["b", Number.POSITIVE_INFINITY],
    ["a", Number.POSITIVE_INFINITY],
  ]);
  expect(orderOf("ba", { usage })).toBe("ab");
  expect(createRanking({ usage }).weight(skill("a"))).toBe(54);
});

test("returns what sorting would put first, and keeps the order of ties", () => {
  const pairs = fc.array(fc.tuple(fc.nat(5), fc.nat()));
  fc.assert(
    fc.property(pairs, fc.nat(8), (items, count) => {
      const compare = (a: readonly number[], b: readonly number[]): number => (a[0] ?? 0) - (b[0] ?? 0);
      expect(takeFirst(items, count, compare)).toEqual(items.toSorted(compare).slice(0, count));
    }),
  );
});
