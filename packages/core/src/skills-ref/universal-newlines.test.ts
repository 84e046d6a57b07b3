import fc from "fast-check";
import { expect, test } from "vitest";
import { toOriginalOffset, toUniversalNewlines } from "./universal-newlines.ts";

test("every character keeps its place in the original", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "\r", "\n", "\r\n") });
  fc.assert(
    fc.property(texts, (original) => {
      const { text, leftOut } = toUniversalNewlines(original);
      for (let offset = 0; offset < text.length; offset++) {
        const found = original.startsWith("\r\n", toOriginalOffset(offset, leftOut))
          ? "\n"
          : original[toOriginalOffset(offset, leftOut)]?.replace("\r", "\n");
        expect(found).toBe(text[offset]);
      }
      expect(toOriginalOffset(text.length, leftOut)).toBe(original.length);
    }),
  );
});
