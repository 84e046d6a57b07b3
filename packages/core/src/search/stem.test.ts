import { expect, test } from "vitest";
import { stem } from "./stem.ts";

function stemmed(word: string): string {
  const codes = Uint16Array.from(word, (letter) => letter.charCodeAt(0));
  return String.fromCharCode(...codes.subarray(0, stem(codes, 0, codes.length)));
}

test.each([
  ["file", "files"],
  ["query", "queries"],
  ["cache", "caching"],
  ["run", "running"],
  ["branch", "branches"],
  ["deploy", "deployed"],
  ["migrate", "migrating"],
  ["class", "classes"],
  ["call", "calling"],
])("%s and %s have one stem", (one, other) => {
  expect(stemmed(one)).toBe(stemmed(other));
});

test.each(["status", "analysis", "pass", "api", "k8s", "bed", "ring", "string", "für"])(
  "%s stays as it is",
  (word) => {
    expect(stemmed(word)).toBe(word);
  },
);

test("only the letters of the window are touched", () => {
  const codes = Uint16Array.from("xxqueriesxx", (letter) => letter.charCodeAt(0));
  expect(stem(codes, 2, 9)).toBe(7);
  expect(String.fromCharCode(...codes)).toMatch(/^xxqueri..xx$/);
});
