import fc from "fast-check";
import { expect, test } from "vitest";
import { alignLines } from "./align-lines.ts";

const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });

test("the blocks give back both texts and alternate in kind", () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 30 }), (before, after, maxEdits) => {
      const blocks = alignLines(before, after, maxEdits);
      expect(blocks.flatMap((block) => (block.kind === "same" ? block.lines : block.removed))).toEqual(
        before,
      );
      expect(blocks.flatMap((block) => (block.kind === "same" ? block.lines : block.added))).toEqual(after);
      for (const [index, { kind }] of blocks.entries()) expect(kind).not.toBe(blocks[index + 1]?.kind);
    }),
  );
});

test("as few lines change as a longest common subsequence allows", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const same = alignLines(before, after).flatMap((block) => (block.kind === "same" ? block.lines : []));
      expect(same.length).toBe(longestCommon(before, after));
    }),
  );
});

test("texts with too many changes are one block between their common start and end", () => {
  expect(alignLines(["s", "a", "x", "b", "e"], ["s", "c", "x", "d", "e"], 2)).toEqual([
    { kind: "same", lines: ["s"] },
    { kind: "changed", removed: ["a", "x", "b"], added: ["c", "x", "d"] },
    { kind: "same", lines: ["e"] },
  ]);
});

function longestCommon(one: readonly string[], other: readonly string[]): number {
  const [first, ...rest] = one;
  if (first === undefined || other.length === 0) return 0;
  const table = [first, ...rest].reduce<number[]>(
    (above, line) => {
      const row = [0];
      for (const [index, text] of other.entries())
        row.push(line === text ? (above[index] ?? 0) + 1 : Math.max(above[index + 1] ?? 0, row[index] ?? 0));
      return row;
    },
    Array.from({ length: other.length + 1 }, () => 0),
  );
  return table.at(-1) ?? 0;
}
