import { expect, test } from "vitest";
import { pythonStrip } from "./python-strip.ts";

test("whitespace is what Python calls whitespace", () => {
  expect(pythonStrip("\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2003\u2028\u3000\t\v a b \n")).toBe("a b");
});

test("a byte order mark and a zero-width space are not whitespace", () => {
  expect(pythonStrip("\ufeff\u200b")).toBe("\ufeff\u200b");
});

test("nothing but whitespace becomes the empty text", () => {
  expect(pythonStrip(" \n ")).toBe("");
});
