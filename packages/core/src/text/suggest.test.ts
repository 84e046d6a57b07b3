import { expect, test } from "vitest";
import { suggest } from "./suggest.ts";

const fields = ["name", "description", "allowed-tools", "metadata", "license"];

test.each([
  ["descripton", "description"],
  ["Description", "description"],
  ["allowed_tools", "allowed-tools"],
  ["allowedtools", "allowed-tools"],
  ["licence", "license"],
  ["nmae", "name"],
  ["nam", "name"],
  ["version", undefined],
  ["", undefined],
])("%j most likely means %j", (word, meant) => {
  expect(suggest(word, fields)).toBe(meant);
});

test("picks the closest candidate, and the first of equals", () => {
  expect(suggest("pdf-toolss", ["pdf-tool", "pdf-tools", "pdf-toolsy"])).toBe("pdf-tools");
  expect(suggest("cat", ["bat", "hat"])).toBe("bat");
});

test("a very long word is not compared", () => {
  expect(suggest("x".repeat(1_000_000), fields)).toBeUndefined();
});
