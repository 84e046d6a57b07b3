import fc from "fast-check";
import { expect, test } from "vitest";
import type { Edit } from "../finding.ts";
import { applyEdits } from "./span.ts";

const edit = (start: number, end: number, text: string): Edit => ({ span: { start, end }, text });

test("edits replace, insert and delete, in any order", () => {
  expect(applyEdits("abcdef", [edit(4, 6, ""), edit(1, 2, "XY"), edit(3, 3, "-")])).toBe("aXYc-d");
  expect(applyEdits("abc", [])).toBe("abc");
});

test("the first of two overlapping edits wins", () => {
  expect(applyEdits("abcdef", [edit(2, 5, "Y"), edit(1, 3, "X")])).toBe("aXdef");
});

test("adjacent edits are both applied, insertions at one offset in order", () => {
  expect(applyEdits("abcd", [edit(1, 2, "X"), edit(2, 3, "Y")])).toBe("aXYd");
  expect(applyEdits("ab", [edit(1, 1, "X"), edit(1, 1, "Y")])).toBe("aXYb");
  expect(applyEdits("abcd", [edit(1, 3, "X"), edit(1, 1, "-")])).toBe("a-Xd");
});

test("text outside the edits stays byte for byte", () => {
  const edits = fc.array(fc.tuple(fc.nat(30), fc.nat(5), fc.constantFrom("", "X", "🙂")), { maxLength: 5 });
  fc.assert(
    fc.property(fc.string({ minLength: 30, maxLength: 30 }), edits, (text, raw) => {
      const made = raw.map(([start, length, by]) => edit(start, Math.min(text.length, start + length), by));
      const covered = (at: number): boolean => made.some(({ span }) => at >= span.start && at < span.end);
      const kept = [...text.split("")].filter((_, at) => !covered(at));
      let position = 0;
      const result = applyEdits(text, made);
      for (const unit of kept) {
        position = result.indexOf(unit, position) + 1;
        expect(position).toBeGreaterThan(0);
      }
    }),
  );
});
