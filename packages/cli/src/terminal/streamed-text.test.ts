import fc from "fast-check";
import { expect, test } from "vitest";
import { createStreamedText, readable } from "./safe-text.ts";

function stream(pieces: readonly string[]): string {
  const { push, end } = createStreamedText();
  return pieces.map(push).join("") + end();
}

test("text in pieces is printed like the whole, wherever it is split", () => {
  const unit = fc.constantFrom("a", " ", "\n", "\r", "\r\n", "\t", "é", "😀", "\u001b[2J", "\u202e");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), fc.array(fc.nat(40), { maxLength: 5 }), (text, cuts) => {
      const places = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
      expect(stream(pieces)).toBe(readable(text));
    }),
  );
});

test("a character that is sent in halves is held back until it is complete", () => {
  const { push } = createStreamedText();
  expect([push("a\ud83d"), push("\ude00b")]).toEqual(["a", "😀b"]);
});

test("control sequences are escaped", () => {
  expect(stream(["safe \u001b[2", "Jtext\u0007"])).toBe("safe \\u{1b}[2Jtext\\u{7}");
});

test("half a character that is never completed is escaped at the end", () => {
  expect(stream(["a\ud83d"])).toBe("a\\u{d83d}");
});
