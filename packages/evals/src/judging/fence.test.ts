import fc from "fast-check";
import { expect, test } from "vitest";
import { cutMiddle } from "./fence.ts";

test("a text that fits is left alone", () => {
  expect(cutMiddle("albatross", 9)).toEqual({ head: "albatross", tail: "", omitted: 0 });
});

test("a longer one keeps more of its start than of its end", () => {
  expect(cutMiddle("0123456789abcdefghij", 10)).toEqual({ head: "0123456", tail: "hij", omitted: 10 });
});

test("it fits, states what is missing, and splits no character", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("😀", "a")), fc.nat(40), (letters, most) => {
      const text = letters.join("");
      const { head, tail, omitted } = cutMiddle(text, most);
      expect(head.length + tail.length).toBeLessThanOrEqual(most);
      expect(head.length + tail.length + omitted).toBe(text.length);
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect((head + tail).isWellFormed()).toBe(true);
    }),
  );
});
