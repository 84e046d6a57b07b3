import { expect, test } from "vitest";
import { readRange, sortVersions, versionsIn } from "./range.ts";

const all = ["0.9.0", "1.0.0", "1.2.0", "2.0.0-beta.1", "2.0.0", "2.1.0-rc.1"];

test.each<readonly [string, readonly string[]]>([
  ["^1.0.0", ["1.0.0", "1.2.0"]],
  ["~1.2", ["1.2.0"]],
  ["1.x || 2.0.0", ["1.0.0", "1.2.0", "2.0.0"]],
  [">=1.0.0,<2.0.0", ["1.0.0", "1.2.0"]],
  [">= 1.0.0, < 2.0.0", ["1.0.0", "1.2.0"]],
  ["==1.2.0", ["1.2.0"]],
  ["", ["0.9.0", "1.0.0", "1.2.0", "2.0.0"]],
  ["latest", ["2.0.0"]],
  ["^2.0.0-beta.1", ["2.0.0-beta.1", "2.0.0"]],
  ["^0.9.0", ["0.9.0"]],
  ["main", []],
])("%s (C-29)", (range, expected) => {
  expect(versionsIn(range, all)).toEqual(expected);
});

test("pre-releases match ranges that do not name them only if asked for", () => {
  expect(versionsIn(">=2.0.0", all)).toEqual(["2.0.0"]);
  expect(versionsIn(">=2.0.0", all, { prereleases: true })).toEqual(["2.0.0", "2.1.0-rc.1"]);
  expect(versionsIn("latest", all, { prereleases: true })).toEqual(["2.1.0-rc.1"]);
  expect(versionsIn("latest", ["1.0.0-a", "1.0.0-b"])).toEqual(["1.0.0-b"]);
});

test("what is not a range is not read, and what is not a version is left out", () => {
  expect(readRange("v1 of it")).toBeUndefined();
  expect(readRange("1".repeat(300))).toBeUndefined();
  expect(sortVersions(["2.0.0", "next", "10.0.0", "2.0.0", "1.0.0-a"])).toEqual([
    "1.0.0-a",
    "2.0.0",
    "10.0.0",
  ]);
});
