import fc from "fast-check";
import { expect, test } from "vitest";
import { mayHold, trigramsOf } from "./trigrams.ts";

test("a word in a text is never missed, in any case", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 3 }), fc.string(), (before, word, after) => {
      expect(mayHold(trigramsOf(before + word + after), [word])).toBe(true);
      expect(mayHold(trigramsOf(before + word.toUpperCase() + after), [word.toUpperCase()])).toBe(true);
    }),
  );
});

test("case does not matter", () => {
  expect(mayHold(trigramsOf("Invoke-WebRequest"), ["invoke-web"])).toBe(true);
});

test("most absent words are ruled out", () => {
  const table = trigramsOf("Read the file and write a summary of what has changed in it.");
  const words = ["curl", "wget", "base64", "unzip", "mkfs", "ghp_", ".ssh/id_rsa", "wallet"];
  expect(words.filter((word) => mayHold(table, [word]))).toEqual([]);
});
