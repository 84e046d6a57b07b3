import fc from "fast-check";
import { expect, test } from "vitest";
import { createSequenceFilter, terminalSequence } from "./untrusted-output.ts";

function filter(pieces: readonly string[]): string {
  const { push, end } = createSequenceFilter();
  return [...pieces.map(push), end()].join("");
}

test("text without sequences passes at once", () => {
  const { push } = createSequenceFilter();
  expect(push("plain é🙂\ttext\n")).toBe("plain é🙂\ttext\n");
});

test("T19: a sequence is removed wherever it is split", () => {
  const parts = [
    "\u001b[31;1m",
    "\u001b]0;title\u0007",
    "\u001bP1$r\u001b\\",
    "\u009b2J",
    "\u009d8;;x\u009c",
    "\u001bc",
  ];
  for (const part of parts)
    for (let cut = 0; cut <= part.length; cut++)
      expect(filter([`a${part.slice(0, cut)}`, `${part.slice(cut)}b`])).toBe("ab");
});

test("T19: split or whole, in any number of chunks, the result is the same", () => {
  const unit = fc.constantFrom(
    "\u001b",
    "[",
    "]",
    "P",
    "0",
    ";",
    "m",
    "\u0007",
    "\\",
    "\u009b",
    "\u009c",
    "a",
    "\n",
    " ",
  );
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 12 }), { maxLength: 8 }), (pieces) => {
      expect(filter(pieces)).toBe(pieces.join("").replace(terminalSequence, ""));
    }),
  );
});

test("an unterminated sequence is not buffered forever", () => {
  const { push } = createSequenceFilter();
  push("\u001b]");
  let passed = 0;
  for (let piece = 0; piece < 100; piece++) passed += push("x".repeat(1000)).length;
  expect(passed).toBeGreaterThan(90_000);
});

test("the start of a sequence at the very end is dropped", () => {
  expect(filter(["done\u001b["])).not.toContain("\u001b");
});
