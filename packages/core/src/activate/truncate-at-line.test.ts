import fc from "fast-check";
import { expect, test } from "vitest";
import { truncateAtLine } from "./truncate-at-line.ts";

test("a text that fits is the text", () => {
  expect(truncateAtLine("", 0)).toBe("");
  expect(truncateAtLine("a\nb", 3)).toBe("a\nb");
  expect(truncateAtLine("é", 2)).toBe("é");
});

test("a longer one ends with its last whole line", () => {
  expect(truncateAtLine("one\ntwo\nthree", 9)).toBe("one\ntwo");
  expect(truncateAtLine("one\ntwo\nthree", 7)).toBe("one\ntwo");
  expect(truncateAtLine("one\ntwo\nthree", 6)).toBe("one");
});

test("a single long line is cut between characters", () => {
  expect(truncateAtLine("abcdef", 4)).toBe("abcd");
  expect(truncateAtLine("ééé", 3)).toBe("é");
  expect(truncateAtLine("🙂🙂", 7)).toBe("🙂");
  expect(truncateAtLine("\nabcdef", 4)).toBe("\nabc");
});

test("the result is a start of the text, fits, and is the text only when that fits", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "é", "🙂", "\n"), maxLength: 30 }),
      fc.nat(60),
      (text, max) => {
        const result = truncateAtLine(text, max);
        expect(text.startsWith(result)).toBe(true);
        expect(Buffer.byteLength(result)).toBeLessThanOrEqual(max);
        expect(result.isWellFormed()).toBe(true);
        if (result !== text) expect(Buffer.byteLength(text)).toBeGreaterThan(max);
      },
    ),
  );
});
